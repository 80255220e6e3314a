// Hadron, by Mark Steere (2022), marksteeregames.com.
//
// Sections of the sheet: INTRODUCTION, PLACEMENT RULE, OBJECT OF THE GAME. Rulings and figures:
// docs/games/hadron.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "boards/grid.hpp"
#include "boards/placement.hpp"
#include "core/bits.hpp"
#include "core/game.hpp"

namespace quincunx {

template <int W>
class Hadron : public Placement<Hadron<W>> {
  public:
    // INTRODUCTION: Red and Blue on 5×5, 7×7 and so on. Ruling "odd sizes": on an even board Blue
    // wins by answering each move with the opposite cell.
    static constexpr GameInfo info{
        "hadron", "Hadron", "Mark Steere", 2022, {"Red", "Blue"}, {'R', 'B'}, {3, 11, 2}, 5, false};
    static constexpr bool alternates = true;
    static constexpr bool remembers = false;
    static constexpr bool holds(int size) { return size * size <= Bits<W>::capacity; }
    // Colours play no part but in pairs: every symmetry of the square, with the sides exchanged or not.
    static Fit fit(const Symmetry&) { return Fit::both; }
    bool exchangeable() const { return true; }

    explicit Hadron(const Options& options);
    static Hadron from(const Setup& setup);
    std::string fields() const { return {}; }
    Options options() const { return {grid_->n}; }
    const Geometry& geometry() const { return grid_->geometry; }

    Side turn() const { return turn_; }
    Piece at(int cell) const;

    // PLACEMENT RULE: none, one of each or two of each. Four neighbours allow no other balance, so a
    // cell is legal when it is empty and its friendly and enemy neighbours are equally many; and what
    // is legal for one player is legal for the other.
    Bits<W> legal_set() const {
        return grid_->all & ~(stones_[0] | stones_[1] | balance_[0] | balance_[1] | balance_[2]);
    }
    std::string why_illegal(Move m) const;

    void play_unchecked(Move m) {
        const Bits<W>& near = grid_->neighbours[m.code];
        stones_[index(turn_)].set(m.code);
        // One more red neighbour counts up, one more blue neighbour down, by way of carries.
        const Bits<W> flip = turn_ == Side::first ? Bits<W>{} : ~Bits<W>{};
        const Bits<W> carry = near & (balance_[0] ^ flip);
        balance_[0] ^= near;
        const Bits<W> carry2 = carry & (balance_[1] ^ flip);
        balance_[1] ^= carry;
        balance_[2] ^= carry2;
        turn_ = other(turn_);
    }

    // OBJECT OF THE GAME: whoever is to move and has no placement has lost.
    bool over() const { return legal_set().none(); }
    std::optional<Outcome> outcome() const {
        if (!over()) return std::nullopt;
        return Outcome{other(turn_), Termination::no_placement};
    }

    std::uint64_t hash() const;
    std::optional<Score> score() const { return std::nullopt; }
    void features(std::vector<Feature>& out) const;
    Hadron transformed(const Symmetry& symmetry) const;

  private:
    // Red less blue neighbours of each cell, modulo eight, as three bit planes. From -4 to 4 only the
    // ends meet there, and neither of them is 0.
    std::array<Bits<W>, 3> balance_{};
    std::array<Bits<W>, 2> stones_{};
    const SquareGrid<W>* grid_;
    Side turn_ = Side::first;
};

extern template class Hadron<1>;
extern template class Hadron<2>;

}  // namespace quincunx
