// Checks that the games share when they judge a position that was set up. All throw InvalidPosition.
#pragma once

#include <array>
#include <string>

#include "core/errors.hpp"
#include "core/game.hpp"

namespace quincunx {

// Pieces of each side.
inline std::array<int, 2> count(const Setup& setup) {
    std::array<int, 2> counts{};
    for (const Piece& piece : setup.pieces)
        if (piece.height) ++counts[index(piece.side)];
    return counts;
}

inline std::string tally(const GameInfo& info, std::array<int, 2> counts) {
    return std::to_string(counts[0]) + " " + std::string(info.sides[0].name) + " and " +
           std::to_string(counts[1]) + " " + std::string(info.sides[1].name);
}

inline void require_fields(const GameInfo& info, const Setup& setup, std::size_t wanted) {
    if (setup.fields.size() != wanted)
        throw InvalidPosition("fields after the turn: " + std::string(info.name) + " has " +
                              std::to_string(wanted) + ", not " +
                              std::to_string(setup.fields.size()));
}

inline void require_flat(const GameInfo& info, const Setup& setup) {
    for (const Piece& piece : setup.pieces)
        if (piece.height > 1)
            throw InvalidPosition("there are no stacks in " + std::string(info.name));
}

// Where each turn adds one piece and none ever goes, the counts tell whose turn it is.
inline void require_turns_taken(const GameInfo& info, const Setup& setup) {
    require_flat(info, setup);
    const auto counts = count(setup);
    const int lead = setup.turn == Side::first ? 0 : 1;
    if (counts[0] - counts[1] != lead)
        throw InvalidPosition(tally(info, counts) + " are impossible with " +
                              std::string(info.side_name(setup.turn)) +
                              " to move: the players take turns, " +
                              std::string(info.sides[0].name) + " first");
}

}  // namespace quincunx
