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
    // OBJECT OF THE GAME.
    static constexpr Ending no_placement{"no placement", "OBJECT OF THE GAME",
                                         "{loser} has no placement left"};
    static constexpr std::array endings{&no_placement};
    // INTRODUCTION: Red and Blue on 5×5, 7×7 and so on. Ruling "odd sizes": on an even board Blue
    // wins by answering each move with the opposite cell.
    static constexpr GameInfo info{
        .id = "hadron",
        .name = "Hadron",
        .author = "Mark Steere",
        .year = 2022,
        .credit = "Hadron by Mark Steere, 2022, marksteeregames.com",
        .sides = {{"Red", 'R', "red"}, {"Blue", 'B', "blue"}},
        .piece = "checker",
        .pieces = "checkers",
        .shape = Shape::square,
        .sizes = {3, 11, 2},
        .default_size = 5,
        .has_pie_rule = false,
        .has_draws = false,
        .example = "c3",
        .endings = endings,
    };
    static constexpr bool holds(int size) { return SquareGrid<W>::holds(size); }
    // Colours matter only as a balance: every symmetry of the square, with the sides exchanged or not.
    static Fit fit(const Symmetry&) { return Fit::both; }

    explicit Hadron(const Options& options);
    static Hadron from(const Setup& setup);
    Options options() const { return {grid_->n}; }
    // Every move fills a cell, and no checker ever goes.
    std::optional<int> most_plies() const { return geometry().cell_count(); }
    const Geometry& geometry() const { return grid_->geometry; }

    Side turn() const { return blue_moves_ ? Side::second : Side::first; }
    Piece at(int cell) const;
    Bits<W> stones(Side side) const { return side == Side::first ? red_ : blue(); }

    // PLACEMENT RULE: none, one of each or two of each. Four neighbours allow no other balance, so a
    // cell is legal when it is empty and has as many friendly as enemy neighbours; and what is legal for
    // one player is legal for the other.
    Bits<W> legal_set() const { return empty_ & ~(balance_[0] | balance_[1] | balance_[2]); }
    Explanation explain(Move m) const;

    void play_unchecked(Move m) {
        const Bits<W> stone = Bits<W>::of(m.code);
        empty_ ^= stone;
        // One more red neighbour counts up, one more blue neighbour down, by way of carries.
        const Bits<W>& around = grid_->neighbours[m.code];
        for (int i = 0; i < W; ++i) {
            red_.words[i] |= stone.words[i] & ~blue_moves_;
            const std::uint64_t near = around.words[i];
            const std::uint64_t twos = near & (balance_[0].words[i] ^ blue_moves_);
            const std::uint64_t fours = twos & (balance_[1].words[i] ^ blue_moves_);
            balance_[0].words[i] ^= near;
            balance_[1].words[i] ^= twos;
            balance_[2].words[i] ^= fours;
        }
        blue_moves_ = ~blue_moves_;
    }

    // OBJECT OF THE GAME: whoever is to move and has no placement has lost.
    bool over() const { return legal_set().none(); }
    std::optional<Outcome> outcome() const {
        if (!over()) return std::nullopt;
        return Outcome{other(turn()), &no_placement};
    }

    std::uint64_t hash() const;
    void features(std::vector<Feature>& out) const;
    Hadron transformed(const Symmetry& symmetry) const;

    // For solvers: where nothing stands, and red less blue neighbours of each cell, modulo eight, as
    // three bit planes.
    const Bits<W>& empty() const { return empty_; }
    const std::array<Bits<W>, 3>& balance() const { return balance_; }

  private:
    void set_turn(Side side) { blue_moves_ = side == Side::second ? ~std::uint64_t{0} : 0; }
    Bits<W> blue() const { return grid_->all & ~(empty_ | red_); }

    // Red less blue neighbours of each cell, modulo eight, as three bit planes. From -4 to 4 only the
    // ends meet there, and neither of them is 0.
    std::array<Bits<W>, 3> balance_{};
    Bits<W> empty_, red_;
    std::uint64_t blue_moves_ = 0;  // all ones if Blue is to move, so that it can be used as a mask
    const SquareGrid<W>* grid_;
};

}  // namespace quincunx
