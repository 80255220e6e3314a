// Texts of moves and positions, for every game alike.
//
// A move is the cells it touches, joined by "-", or "swap". A position (fen) is one line:
//
//     ROWS TURN [FIELDS …]
//
// ROWS from the top of the board down, separated by "/": a number for that many empty cells, a letter
// for a piece, "[R3]" for a stack of three. TURN is the letter of the side to move, in lower case.
// FIELDS are the game's own: Quadrature's dots of White and Black, Square Grid Hex's pie or no-pie.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "play/position.hpp"

namespace quincunx {

std::string move_text(const Position& position, Move m);

std::string fen(const Position& position);

// The cells of a move, or of its beginning, in the order in which the mover touches them.
class MoveCells {
  public:
    bool add(int cell) {  // says whether there was room
        if (count_ == cells_.size()) return false;
        cells_[count_++] = cell;
        return true;
    }
    bool empty() const { return count_ == 0; }
    operator std::span<const int>() const { return {cells_.data(), count_}; }

  private:
    std::array<int, 2> cells_{};  // no move has more
    std::size_t count_ = 0;
};

// The cells that a text names, joined by "-"; none for "swap". Throws InvalidMove.
MoveCells parse_cells(const Position& position, std::string_view text);

// What a text means as a move on this board, legal or not. Throws InvalidMove.
Move parse_move(const Position& position, std::string_view text);

// The board that a fen is for and what stands on it; the game itself judges the result in G::from.
// Throws InvalidPosition.
Setup parse_fen(const GameInfo& info, std::string_view text);

// Throws InvalidPosition, with the sizes that there are, unless the size is offered.
void require_size(const GameInfo& info, int size);

}  // namespace quincunx
