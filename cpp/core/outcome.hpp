// How a game ended: who won, and by which section of its sheet.
#pragma once

#include <optional>
#include <string_view>

#include "core/side.hpp"

namespace quincunx {

// One of the ways in which a game ends. Each game has its own list (GameInfo::endings).
struct Ending {
    std::string_view name;     // "no placement"
    std::string_view section;  // the section of the rule sheet that says so
    std::string_view text;  // why, for people; "{winner}" and "{loser}" stand for the sides' names,
                            // which the ending of a draw cannot use
};

struct Outcome {
    std::optional<Side> winner;  // empty for a draw
    const Ending* ending;        // one of the game's own

    friend constexpr bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace quincunx
