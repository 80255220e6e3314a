// Square Grid Hex: Hex on the points of a square grid. Hex is by Piet Hein and John Nash, independently
// of each other; the sheet is from the series at marksteeregames.com.
//
// Sections of the sheet: INTRODUCTION, STONE PLACEMENT, CONNECTIONS, OBJECT OF THE GAME, PIE RULE,
// NOTE. Rulings: docs/games/square-grid-hex.md.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "boards/fill.hpp"
#include "boards/grid.hpp"
#include "boards/placement.hpp"
#include "core/bits.hpp"
#include "core/game.hpp"

namespace quincunx {

template <int W>
class SquareGridHex : public Stones<SquareGridHex<W>, SquareGrid<W>> {
    using Base = Stones<SquareGridHex<W>, SquareGrid<W>>;
    using Base::grid_, Base::stones_, Base::turn_;

  public:
    // OBJECT OF THE GAME.
    static constexpr Ending connection{"connection", "OBJECT OF THE GAME",
                                       "a chain joins the two edges"};
    static constexpr std::array endings{&connection};
    static constexpr GameInfo info{
        .id = "square-grid-hex",
        .name = "Square Grid Hex",
        .author = "John Nash and Piet Hein",
        .year = 0,
        .credit = "Hex by John Nash and Piet Hein; rule sheet from marksteeregames.com",
        .sides = {{"Black", 'B', "black"}, {"White", 'W', "white"}},
        .piece = "stone",
        .pieces = "stones",
        .shape = Shape::square,
        .sizes = {3, 19, 1},
        .default_size = 13,
        .has_pie_rule = true,
        .has_draws = false,
        .example = "c3",
        .endings = endings,
    };
    static Fit fit(const Symmetry& symmetry);
    // Before the pie rule is used or forgone the sides are not alike.
    bool exchangeable() const { return !pie_ || stones_[1].any() || stones_[0].count() > 1; }

    explicit SquareGridHex(const Options& options) : Base(options), pie_(options.pie) {}
    void check_setup(const Setup& setup);
    void settle();
    std::string fields() const { return pie_ ? "pie" : "no-pie"; }
    Options options() const { return {grid_->n, pie_}; }
    // Every move but the swap fills a point, and no stone ever goes.
    std::optional<int> most_plies() const { return geometry().cell_count() + (pie_ ? 1 : 0); }
    using Base::empty, Base::geometry;

    // STONE PLACEMENT: any empty point.
    Bits<W> legal_set() const { return over_ ? Bits<W>{} : empty(); }
    // PIE RULE: only as White's first move. (A black stone without a white one, and White to move.)
    bool may_swap() const {
        // White's stones first: for a processor that guesses, whose turn it is is a coin toss.
        return stones_[1].none() && pie_ && turn_ == Side::second && !over_ &&
               stones_[0].count() == 1;
    }

    Explanation explain(Move m) const;
    Wave remarks(Move m) const;  // the chain that a stone joins
    void play_unchecked(Move m);

    bool over() const { return over_; }
    std::optional<Outcome> outcome() const {
        if (!over_) return std::nullopt;
        return Outcome{other(turn_), &connection};
    }

    std::uint64_t hash() const;
    SquareGridHex transformed(const Symmetry& symmetry) const;
    void features(std::vector<Feature>& out) const;

    // For playouts that fill the board at random (boards/fill.hpp), many at a time (search/lanes.hpp).
    static constexpr bool joins_south_to_north = true;
    Fill<W> fill() const;
    std::optional<Side> filled_winner(const Bits<W>& first) const;

  private:
    // OBJECT OF THE GAME: Black joins South and North, White joins West and East.
    const Bits<W>& home_edge(Side side) const {
        return side == Side::first ? grid_->south : grid_->west;
    }
    const Bits<W>& far_edge(Side side) const {
        return side == Side::first ? grid_->north : grid_->east;
    }
    // CONNECTIONS: along rows and columns, and diagonally from South-West to North-East only.
    Bits<W> chain(Bits<W> from, const Bits<W>& stones) const;
    // A shortest way from the home edge to the far one, over stones of a chain that spans: its points.
    std::string shortest_way(Side side, const Bits<W>& stones) const;
    // Does a chain of these stones join South and North?
    bool joins_by_steps(const Bits<W>& stones) const;
    bool joins_by_rows(const Bits<W>& stones) const;
    // Keeps joined_ true after a stone of the side to move. Has it grown?
    bool joins(int cell);
    // The same, whatever has happened.
    void join_all();

    std::array<Bits<W>, 2> joined_{};  // by side: the stones that its home edge reaches
    bool pie_ = true;
    bool over_ = false;
};

}  // namespace quincunx
