// What has been proven about a position.
#pragma once

#include <optional>

#include "core/side.hpp"

namespace quincunx {

// Who wins, whatever the other does, and in how many plies at most. A bound, not the shortest way: the
// winner can end the game within that many plies, and a proof with fewer may exist. For a draw it is the
// length of the line that was looked at.
struct Proof {
    std::optional<Side> winner;  // empty for a draw
    int plies = 0;               // from here to the end

    friend constexpr bool operator==(const Proof&, const Proof&) = default;
};

}  // namespace quincunx
