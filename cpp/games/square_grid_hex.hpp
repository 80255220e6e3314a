// Square Grid Hex: Hex on the points of a square grid. Hex is by Piet Hein and John Nash, each on his
// own; the sheet is of the series at marksteeregames.com.
//
// Sections of the sheet: INTRODUCTION, STONE PLACEMENT, CONNECTIONS, OBJECT OF THE GAME, PIE RULE,
// NOTE. Rulings: docs/games/square-grid-hex.md.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "boards/grid.hpp"
#include "boards/placement.hpp"
#include "core/bits.hpp"
#include "core/game.hpp"
#include "games/fill.hpp"

namespace quincunx {

template <int W>
class SquareGridHex : public Placement<SquareGridHex<W>> {
    using Base = Placement<SquareGridHex<W>>;

  public:
    static constexpr GameInfo info{"square-grid-hex",
                                   "Square Grid Hex",
                                   "John Nash and Piet Hein",
                                   0,
                                   {"Black", "White"},
                                   {'B', 'W'},
                                   {3, 19, 1},
                                   13,
                                   true,
                                   "c3"};
    static constexpr bool alternates = true;
    static constexpr bool remembers = false;
    static constexpr bool holds(int size) { return SquareGrid<W>::holds(size); }
    static Fit fit(const Symmetry& symmetry);
    // Before the pie rule is used or forgone the sides are not alike.
    bool exchangeable() const { return !pie_ || stones_[1].any() || stones_[0].count() > 1; }

    explicit SquareGridHex(const Options& options);
    static SquareGridHex from(const Setup& setup);
    std::string fields() const { return pie_ ? "pie" : "no-pie"; }
    Options options() const { return {grid_->n, pie_}; }
    const Geometry& geometry() const { return grid_->geometry; }

    Side turn() const { return turn_; }
    Piece at(int cell) const { return piece_on(stones_, cell); }
    const Bits<W>& stones(Side side) const { return stones_[index(side)]; }

    // STONE PLACEMENT: any empty point.
    Bits<W> legal_set() const { return over_ ? Bits<W>{} : empty(); }
    // PIE RULE: only as White's first move. (A black stone without a white one, and White to move.)
    bool may_swap() const {
        return pie_ && turn_ == Side::second && stones_[1].none() && !over_ &&
               stones_[0].count() == 1;
    }

    void legal_moves(std::vector<Move>& out) const {
        Base::legal_moves(out);
        if (may_swap()) out.push_back(swap_move);
    }
    int legal_count() const { return Base::legal_count() + (may_swap() ? 1 : 0); }
    bool is_legal(Move m) const { return m == swap_move ? may_swap() : Base::is_legal(m); }
    std::string why_illegal(Move m) const;
    void play_unchecked(Move m);

    bool over() const { return over_; }
    std::optional<Outcome> outcome() const {
        if (!over_) return std::nullopt;
        return Outcome{other(turn_), Termination::connection};
    }

    std::uint64_t hash() const;
    std::optional<Score> score() const { return std::nullopt; }
    void features(std::vector<Feature>& out) const;
    SquareGridHex transformed(const Symmetry& symmetry) const;

    static std::vector<int> cells_of(Move m) {
        return m == swap_move ? std::vector<int>{} : Base::cells_of(m);
    }
    int action_count() const { return Base::action_count() + 1; }  // the last one is `swap`
    int action_of(Move m) const {
        return m == swap_move ? Base::action_count() : Base::action_of(m);
    }
    Move move_of_action(int action) const {
        return action == Base::action_count() ? swap_move : Base::move_of_action(action);
    }

    // For playouts that fill the board at random (games/fill.hpp), many at a time (games/lanes.hpp).
    static constexpr bool joins_south_to_north = true;
    Fill<W> fill() const;
    std::optional<Side> filled_winner(const Bits<W>& first) const;

    const SquareGrid<W>& grid() const { return *grid_; }

  private:
    Bits<W> empty() const { return grid_->all & ~(stones_[0] | stones_[1]); }
    const Bits<W>& home_edge(Side side) const {
        return side == Side::first ? grid_->south : grid_->west;
    }
    const Bits<W>& far_edge(Side side) const {
        return side == Side::first ? grid_->north : grid_->east;
    }
    // CONNECTIONS: along rows and columns, and diagonally from South-West to North-East only.
    Bits<W> chain(Bits<W> from, const Bits<W>& stones) const;
    // OBJECT OF THE GAME: Black joins North and South, White joins West and East.
    bool spans(Side side, const Bits<W>& stones) const;
    bool joins_by_rows(const Bits<W>& stones) const;

    std::array<Bits<W>, 2> stones_{};
    const SquareGrid<W>* grid_;
    Side turn_ = Side::first;
    bool pie_ = true;
    bool over_ = false;
};

extern template class SquareGridHex<1>;
extern template class SquareGridHex<2>;
extern template class SquareGridHex<3>;
extern template class SquareGridHex<4>;
extern template class SquareGridHex<6>;

}  // namespace quincunx
