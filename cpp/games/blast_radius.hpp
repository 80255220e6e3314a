// Blast Radius, by Mark Steere (2024), marksteeregames.com.
//
// Sections of the sheet: INTRODUCTION, STACK, RADIATION EXCLUSION ZONE (REZ), PLAY, CAPTURES, OBJECT
// OF THE GAME. Rulings: docs/games/blast-radius.md.
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
class BlastRadius : public Placement<BlastRadius<W>> {
  public:
    // Ruling "side 2": not offered, since Blue could be left without a placement.
    static constexpr GameInfo info{"blast-radius",  "Blast Radius", "Mark Steere", 2024,
                                   {"Red", "Blue"}, {'R', 'B'},     {3, 10, 1},    6,
                                   false};
    static constexpr bool alternates = true;
    static constexpr bool remembers = false;
    static constexpr bool holds(int size) { return (2 * size - 2) * 2 * size + 2 <= Bits<W>::capacity; }
    static Fit fit(const Symmetry&) { return Fit::both; }
    // Red's first turn is like no other: with the sides exchanged it would have won.
    bool exchangeable() const { return stones_[1].any(); }

    explicit BlastRadius(const Options& options);
    static BlastRadius from(const Setup& setup);
    std::string fields() const { return {}; }
    Options options() const { return {grid_->side}; }
    const Geometry& geometry() const { return grid_->geometry; }

    Side turn() const { return turn_; }
    Piece at(int cell) const;

    // PLAY: a free cell outside every REZ while there is one; otherwise one of the own lowest stacks.
    Bits<W> legal_set() const {
        if (over_) return {};
        const Bits<W> free = free_cells();
        return free.any() ? free : lowest(stones_[index(turn_)]);
    }
    std::string why_illegal(Move m) const;

    void play_unchecked(Move m) {
        const int cell = m.code;
        if (!occupied().test(cell)) {
            stones_[index(turn_)].set(cell);
            heights_[0].set(cell);
            zones_ |= grid_->discs[1][cell];
        } else {
            grow(cell);
        }
        turn_ = other(turn_);
    }

    bool over() const { return over_; }
    std::optional<Outcome> outcome() const {
        if (!over_) return std::nullopt;
        return Outcome{other(turn_), Termination::elimination};
    }

    std::uint64_t hash() const;
    std::optional<Score> score() const;  // checkers on the board
    void features(std::vector<Feature>& out) const;
    BlastRadius transformed(const Symmetry& symmetry) const;

  private:
    // A stack of height 2n - 2 reaches the whole board and so ends the game: no stack is higher.
    static constexpr int planes = W <= 2 ? 4 : 5;

    Bits<W> occupied() const { return stones_[0] | stones_[1]; }
    Bits<W> free_cells() const { return grid_->all & ~(occupied() | zones_); }
    // The lowest stacks of a set: plane by plane from the top, those without the bit if there are any.
    Bits<W> lowest(Bits<W> stacks) const {
        for (int p = planes - 1; p >= 0; --p) {
            const Bits<W> low = stacks & ~heights_[p];
            if (low.any()) stacks = low;
        }
        return stacks;
    }
    int height(int cell) const {
        int h = 0;
        for (int p = 0; p < planes; ++p) h |= heights_[p].test(cell) << p;
        return h;
    }
    void grow(int cell);
    void find_zones();

    std::array<Bits<W>, 2> stones_{};  // where each side has a stack
    std::array<Bits<W>, planes> heights_{};  // the height of each stack, as bit planes
    Bits<W> zones_;                          // RADIATION EXCLUSION ZONE (REZ): of all stacks together
    const HexGrid<W>* grid_;
    Side turn_ = Side::first;
    bool over_ = false;
};

extern template class BlastRadius<1>;
extern template class BlastRadius<2>;
extern template class BlastRadius<4>;
extern template class BlastRadius<6>;

}  // namespace quincunx
