// What games of placing pieces on cells have in common: a move is a cell, the legal ones are a set.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "boards/geometry.hpp"
#include "core/game.hpp"

namespace quincunx {

// Mix-in. The game offers legal_set() (a Bits, empty when the game is over) and geometry().
template <class G>
class Placement {
  public:
    void legal_moves(std::vector<Move>& out) const {
        self().legal_set().for_each([&](int cell) { out.push_back(move(cell)); });
    }
    int legal_count() const { return self().legal_set().count(); }
    bool is_legal(Move m) const {
        return self().geometry().has(m.code) && self().legal_set().test(m.code);
    }

    static Move move(int cell) { return {static_cast<std::uint16_t>(cell)}; }
    static std::vector<int> cells_of(Move m) { return {m.code}; }
    static std::optional<Move> move_of(std::span<const int> cells) {
        if (cells.size() != 1) return std::nullopt;
        return move(cells[0]);
    }

    int action_count() const { return self().geometry().cell_count(); }
    int action_of(Move m) const { return self().geometry().order_of(m.code); }
    Move move_of_action(int action) const { return move(self().geometry().cells()[action]); }

  private:
    const G& self() const { return static_cast<const G&>(*this); }
};

}  // namespace quincunx
