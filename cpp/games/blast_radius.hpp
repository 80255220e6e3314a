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
#include "core/rng.hpp"
#include "core/tally.hpp"

namespace quincunx {

template <int W>
class BlastRadius : public Placement<BlastRadius<W>> {
  public:
    // OBJECT OF THE GAME.
    static constexpr Ending elimination{"elimination", "OBJECT OF THE GAME",
                                        "no {loser} checker is left"};
    static constexpr std::array endings{&elimination};
    // Ruling "side 2": not offered, since Blue could be left without a placement.
    static constexpr GameInfo info{
        .id = "blast-radius",
        .name = "Blast Radius",
        .author = "Mark Steere",
        .year = 2024,
        .credit = "Blast Radius by Mark Steere, 2024, marksteeregames.com",
        .sides = {{"Red", 'R', "red"}, {"Blue", 'B', "blue"}},
        .piece = "checker",
        .pieces = "checkers",
        .shape = Shape::hexhex,
        .sizes = {3, 10, 1},
        .default_size = 6,
        .has_pie_rule = false,
        .has_draws = false,
        .example = "c3",
        .endings = endings,
    };
    static constexpr bool holds(int size) { return HexGrid<W>::holds(size); }
    static Fit fit(const Symmetry&) { return Fit::both; }
    // Red's first turn is like no other: with the sides exchanged it would be a win.
    bool exchangeable() const { return stacks_[1].any(); }

    explicit BlastRadius(const Options& options);
    static BlastRadius from(const Setup& setup);
    Options options() const { return {grid_->side}; }
    std::optional<int> most_plies() const;
    const Geometry& geometry() const { return grid_->geometry; }

    Side turn() const { return turn_; }
    Piece at(int cell) const;
    template <class F>
    void for_each_piece(F&& f) const {
        for (const Side side : {Side::first, Side::second})
            stacks_[index(side)].for_each([&](int cell) { f(cell, Piece{side, height(cell)}); });
    }

    // PLAY: a free cell outside every REZ while there is one; otherwise one of one's lowest stacks.
    Bits<W> legal_set() const {
        if (over_) return {};
        const Bits<W> free = free_cells();
        return free.any() ? free : lowest(stacks_[index(turn_)]);
    }
    Explanation explain(Move m) const;

    void play_unchecked(Move m) {
        const int cell = m.code;
        if (!occupied().test(cell)) {
            stacks_[index(turn_)].set(cell);
            zones_ |= grid_->disc(1, cell);
        } else {
            grow(cell);
        }
        turn_ = other(turn_);
    }

    // Random games from here, four in step: what legal_set() and play_unchecked() do, on vectors.
    Tally play_many(std::int64_t games, Rng& rng) const;

    bool over() const { return over_; }
    std::optional<Outcome> outcome() const {
        if (!over_) return std::nullopt;
        return Outcome{other(turn_), &elimination};
    }

    // For whoever judges positions.
    const HexGrid<W>& grid() const { return *grid_; }
    const Bits<W>& stacks(Side side) const { return stacks_[index(side)]; }
    // The stacks of this height or more, from height 2.
    const Bits<W>& from_height(int h) const { return taller_[h - 2]; }
    Bits<W> lowest(Side side) const { return lowest(stacks_[index(side)]); }
    int top() const { return top_; }  // the greatest height on the board
    // A side's stacks, and the REZ of each of them.
    Bits<W> covered(Side side) const {
        const Bits<W>& own = stacks_[index(side)];
        Bits<W> cells;
        for (int h = top_; h > 1; --h) {
            cells |= own & from_height(h);
            cells |= grid_->spread(cells) & grid_->all;
        }
        cells |= own;
        return cells | (grid_->spread(cells) & grid_->all);
    }

    std::uint64_t hash() const;
    std::optional<Score> score() const;  // checkers on the board
    void features(std::vector<Feature>& out) const;
    BlastRadius transformed(const Symmetry& symmetry) const;

  private:
    class InStep;

    // A stack of height 2n - 2 reaches the whole board and so ends the game: no stack is higher.
    static constexpr int tallest = W == 1 ? 6 : W == 2 ? 10 : W == 4 ? 14 : 18;
    static_assert(!holds(tallest / 2 + 2));

    Bits<W> occupied() const { return stacks_[0] | stacks_[1]; }
    Bits<W> free_cells() const { return grid_->all & ~(occupied() | zones_); }
    Bits<W>& from_height(int h) { return taller_[h - 2]; }
    // The lowest of the stacks. (From the top down and without a branch: how low they are cannot be
    // foreseen, but how high the highest is changes slowly.)
    Bits<W> lowest(const Bits<W>& stacks) const {
        Bits<W> result = stacks;
        for (int h = top_; h >= 2; --h) {
            const Bits<W> low = stacks & ~from_height(h);
            const std::uint64_t take = low.any() ? ~std::uint64_t{0} : 0;
            for (int i = 0; i < W; ++i)
                result.words[i] = (low.words[i] & take) | (result.words[i] & ~take);
        }
        return result;
    }
    int height(int cell) const {
        int h = occupied().test(cell);
        for (int i = 2; i <= top_; ++i) h += from_height(i).test(cell);
        return h;
    }
    // PLAY, CAPTURES: one more checker on a stack of one's own, and what stood in the new REZ goes.
    void grow(int cell) {
        const int h = height(cell) + 1;
        from_height(h).set(cell);
        if (h > top_) top_ = static_cast<std::uint8_t>(h);
        const Bits<W>& zone = grid_->disc(h, cell);
        const Bits<W> hit = occupied() & zone;
        if (hit.none()) {
            zones_ |= zone;
            return;
        }
        for (Bits<W>& side : stacks_) side &= ~hit;
        for (int i = 2; i <= top_; ++i) from_height(i) &= ~hit;
        find_zones();
        // OBJECT OF THE GAME: no enemy checker left at the end of the turn.
        over_ = stacks_[index(other(turn_))].none();
    }
    // RADIATION EXCLUSION ZONE (REZ): one step around those of the greatest height; these cells and
    // the stacks of the next height, one step further; and so on down to the lowest.
    void find_zones() {
        while (top_ > 1 && from_height(top_).none()) --top_;
        zones_ = {};
        for (int h = top_; h > 1; --h) zones_ = grid_->spread(zones_ | from_height(h)) & grid_->all;
        zones_ = grid_->spread(zones_ | occupied()) & grid_->all;
    }

    std::array<Bits<W>, 2> stacks_{};  // STACK: where each side has one
    Bits<W> zones_;                    // every REZ together, and some of the stacks' own cells
    std::array<Bits<W>, tallest - 1> taller_{};
    const HexGrid<W>* grid_;
    std::uint8_t top_ = 1;  // the greatest height on the board, or somewhat more
    Side turn_ = Side::first;
    bool over_ = false;
};

}  // namespace quincunx
