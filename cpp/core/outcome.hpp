// How a game ended: who won, and by which section of its sheet.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/side.hpp"

namespace quincunx {

enum class Termination : std::uint8_t {
    no_placement,   // Hadron: the player to move has no placement
    two_men,        // Quadrature: two or fewer enemy men are left
    goal_bar,       // Quadrature: three own men stand in the goal bar
    repetition,     // Quadrature: an arrangement of men stands a second time
    no_moves,       // Quadrature: neither player has a basic move
    connection,     // Square Grid Hex: a chain spans the board
    early_victory,  // Cordon: the empty cells cannot change the result any more
    full_board,     // Cordon: the last cell is taken
    elimination,    // Blast Radius: no enemy checker is left
};

struct TerminationText {
    std::string_view name;     // "no placement"
    std::string_view section;  // the section of the rule sheet that says so
};

constexpr TerminationText text_of(Termination t) {
    switch (t) {
        case Termination::no_placement: return {"no placement", "OBJECT OF THE GAME"};
        case Termination::two_men: return {"two men", "OBJECT OF THE GAME"};
        case Termination::goal_bar: return {"goal bar", "OBJECT OF THE GAME"};
        case Termination::repetition: return {"repetition", "BASIC MOVES"};
        case Termination::no_moves: return {"no moves", "BASIC MOVES"};
        case Termination::connection: return {"connection", "OBJECT OF THE GAME"};
        case Termination::early_victory: return {"early victory", "OBJECT OF THE GAME"};
        case Termination::full_board: return {"full board", "OBJECT OF THE GAME"};
        case Termination::elimination: return {"elimination", "OBJECT OF THE GAME"};
    }
    return {};
}

struct Outcome {
    std::optional<Side> winner;  // empty for a draw
    Termination termination;

    friend constexpr bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace quincunx
