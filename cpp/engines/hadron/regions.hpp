// A position of Hadron as a sum of regions that have nothing to do with one another.
//
// An empty cell can become legal only if enough of its neighbours can still be filled to balance it. All
// others are dead: no stone will ever stand there, and they keep what lies on both sides of them apart.
// What is left falls into regions. A player moves in one of them, which leaves the others as they are,
// and whoever finds no move in any of them has lost: a sum of games in the sense of Conway (On Numbers
// and Games, 1976), in normal play.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "boards/grid.hpp"
#include "core/bits.hpp"
#include "games/hadron.hpp"

namespace quincunx {

// What a game or a sum of games is known by: two hashes that have nothing to do with one another, one
// for the place in a table and one to check what is found there.
struct Fingerprint {
    std::uint64_t place = 0, check = 0;

    constexpr Fingerprint& operator+=(const Fingerprint& p) {
        place += p.place;
        check += p.check;
        return *this;
    }
    friend constexpr auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
};

constexpr std::uint64_t scrambled(std::uint64_t x) {
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
    return x ^ (x >> 32);
}

// Prints are added up, over cells and over regions; in between they are scrambled, or a sum of regions
// would look like a region.
constexpr Fingerprint scrambled(const Fingerprint& p, std::uint64_t salt) {
    return {scrambled(p.place + scrambled(p.check ^ salt)),
            scrambled(p.check + scrambled(p.place + salt) * 0x9e3779b97f4a7c15u)};
}

// Cells that can still be filled, and the balance of each: red less blue neighbours, modulo eight, as
// three bit planes. A balance of more than two cannot be made up by the neighbours that remain.
template <int W>
struct HadronField {
    Bits<W> live;
    std::array<Bits<W>, 3> balance{};

    Bits<W> legal() const { return live & ~(balance[0] | balance[1] | balance[2]); }
    HadronField within(const Bits<W>& cells) const {
        return {live & cells, {balance[0] & cells, balance[1] & cells, balance[2] & cells}};
    }
};

// A connected field with its prints, which are the same wherever it lies on the board and however it is
// turned or mirrored. With the colours exchanged a region G becomes its negative -G, and G + (-G) = 0:
// whatever a player does in one of them, the opponent does in the other.
template <int W>
struct HadronRegion {
    HadronField<W> field;
    Fingerprint print, negative;
    int size = 0;
    // It is its own negative when turned by half a turn, and no cell is its own opposite or touches it.
    // So every move can be answered by the opposite one: a loss for whoever begins, as if it were empty.
    bool balanced = false;
};

// The regions of a position, as sets of cells.
template <int W>
struct HadronSplit {
    static constexpr int most = W == 1 ? 25 : 61;  // every other cell of 7×7 or 11×11
    int count = 0;
    std::array<Bits<W>, most> regions;
    Bits<W> dead;  // empty, and never to be filled
};

// Numbers of which the prints of regions are made. A cell at (x, y) counts for s a^x b^y, where s depends
// on its balance. So a region that lies elsewhere differs by a factor only, and one pass over its cells
// shows it under all symmetries.
template <int W>
struct HadronNumbers {
    static constexpr int states = 5;      // balances from -2 to 2
    static constexpr int symmetries = 8;  // as bits: 1 mirrors x, 2 mirrors y, 4 exchanges them
    static constexpr int half_turn = 3;

    struct Cell {
        std::array<std::uint64_t, symmetries> plain,
            exchanged;  // the latter with the colours exchanged
    };
    struct Base {
        std::array<Cell, Bits<W>::capacity * states> cells;    // by cell and balance
        std::array<std::array<std::uint64_t, 16>, 2> inverse;  // powers of 1/a and 1/b

        // What moves a region with this many free columns and rows before it into the corner.
        std::uint64_t factor(int symmetry, int columns, int rows) const {
            const int swapped = symmetry >> 2;
            return inverse[swapped][columns] * inverse[1 - swapped][rows];
        }
    };

    explicit HadronNumbers(int size);

    Base place, check;
};

// The board on which fields are played, split and recognised.
template <int W>
class HadronBoard {
  public:
    explicit HadronBoard(int size)
        : grid_(&grid_of<SquareGrid<W>>(size)), numbers_(&grid_of<HadronNumbers<W>>(size)) {}

    HadronField<W> field_of(const Hadron<W>& position) const {
        HadronField<W> field{position.empty(), position.balance()};
        drop_dead(field);
        return field;
    }

    // Precondition: the cell is legal.
    void play(HadronField<W>& field, int cell, bool blue) const {
        const std::uint64_t mask = blue ? ~std::uint64_t{0} : 0;
        field.live.reset(cell);
        const Bits<W> around = grid_->neighbours[cell] & field.live;
        for (int i = 0; i < W; ++i) {
            const std::uint64_t near = around.words[i];
            const std::uint64_t twos = near & (field.balance[0].words[i] ^ mask);
            const std::uint64_t fours = twos & (field.balance[1].words[i] ^ mask);
            field.balance[0].words[i] ^= near;
            field.balance[1].words[i] ^= twos;
            field.balance[2].words[i] ^= fours;
        }
        drop_dead(field);
    }

    // All cells of a set that are connected, within it, to those of `from`.
    Bits<W> connected(Bits<W> from, const Bits<W>& within) const {
        for (;;) {
            const Bits<W> more =
                from | ((((from & grid_->not_east) << 1) | ((from & grid_->not_west) >> 1) |
                         (from << grid_->n) | (from >> grid_->n)) &
                        within);
            if (more == from) return from;
            from = more;
        }
    }

    // Calls f with the cells of each region.
    template <class F>
    void for_each_region(Bits<W> live, F&& f) const {
        while (live.any()) {
            const Bits<W> cells = connected(Bits<W>::of(live.lowest()), live);
            live &= ~cells;
            f(cells);
        }
    }

    // Precondition: the field is connected.
    HadronRegion<W> region_of(const HadronField<W>& field) const;

  private:
    void drop_dead(HadronField<W>& field) const;
    bool answers_itself(const HadronField<W>& field, int x_sum, int y_sum) const;

    const SquareGrid<W>* grid_;
    const HadronNumbers<W>* numbers_;
};

template <int W>
HadronSplit<W> regions(const Hadron<W>& position) {
    const HadronBoard<W> board(position.options().size);
    const Bits<W> live = board.field_of(position).live;
    HadronSplit<W> split;
    split.dead = position.empty() & ~live;
    board.for_each_region(live,
                          [&](const Bits<W>& cells) { split.regions[split.count++] = cells; });
    return split;
}

extern template struct HadronNumbers<1>;
extern template struct HadronNumbers<2>;
extern template class HadronBoard<1>;
extern template class HadronBoard<2>;

}  // namespace quincunx
