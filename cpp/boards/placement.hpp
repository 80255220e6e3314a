// What games of placing pieces on cells have in common. Placement: a move is a cell, the legal ones are a
// set. Stones, on top of it: the pieces are flat and belong to one side or the other.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "boards/geometry.hpp"
#include "boards/grid.hpp"
#include "boards/setup.hpp"
#include "core/bits.hpp"
#include "core/game.hpp"
#include "core/hash.hpp"

namespace quincunx {

// Mix-in. The game provides legal_set() (a Bits, empty when the game is over) and geometry(), and
// may_swap() where it has a pie rule.
template <class G>
class Placement : public GameDefaults<G> {
  public:
    static constexpr bool moves_are_cells = true;  // so core/contract.hpp asks for legal_set()

    void legal_moves(std::vector<Move>& out) const {
        self().legal_set().for_each([&](int cell) { out.push_back(move(cell)); });
        if (self().may_swap()) out.push_back(swap_move);
    }
    int legal_count() const { return self().legal_set().count() + (self().may_swap() ? 1 : 0); }
    bool is_legal(Move m) const {
        if (m == swap_move) return self().may_swap();
        return self().geometry().has(m.code) && self().legal_set().test(m.code);
    }
    std::optional<Move> random_move(Rng& rng) const {
        const auto legal = self().legal_set();
        const int cells = legal.count();
        if (cells == 0) return std::nullopt;  // nor a swap: that answers a first stone
        if constexpr (G::info.has_pie_rule) {
            const int k = rng.below(cells + (self().may_swap() ? 1 : 0));
            return k == cells ? swap_move : move(legal.nth(k));
        } else {
            return move(legal.nth(rng.below(cells)));
        }
    }

    static Move move(int cell) { return {static_cast<std::uint16_t>(cell)}; }
    static std::vector<int> cells_of(Move m) {
        return m == swap_move ? std::vector<int>{} : std::vector<int>{m.code};
    }
    static std::optional<Move> move_of(std::span<const int> cells) {
        if (cells.size() != 1) return std::nullopt;
        return move(cells[0]);
    }

    // The cells in reading order; with a pie rule, `swap` is the last one.
    int action_count() const { return cell_count() + (G::info.has_pie_rule ? 1 : 0); }
    int action_of(Move m) const {
        return m == swap_move ? cell_count() : self().geometry().order_of(m.code);
    }
    Move move_of_action(int action) const {
        return action == cell_count() ? swap_move : move(self().geometry().cells()[action]);
    }

  private:
    const G& self() const { return static_cast<const G&>(*this); }
    int cell_count() const { return self().geometry().cell_count(); }
};

// Mix-in for games of stones: keeps them, and whose turn it is. The game provides info, legal_set(), outcome(),
// explain() and play_unchecked(), in which it calls put() and, if the turn goes on, pass_turn(). Set-up
// positions are taken to be from play in which each turn adds one stone; a game with other rules about how
// many stones there may be, or whose turn it is then, provides check_setup(). One that keeps more than stones
// and turn provides settle(), which is called once they have been set up.
//
// The rules are taken to be the same under every symmetry of the board, with the sides exchanged or not;
// a game for which that does not hold provides `fit` and `exchangeable`.
template <class G, class GridType>
class Stones : public Placement<G> {
  public:
    using Set = decltype(GridType::all);

    static constexpr bool holds(int size) { return GridType::holds(size); }
    static Fit fit(const Symmetry&) { return Fit::both; }

    explicit Stones(const Options& options) : grid_(&grid_of<GridType>(options.size)) {}
    static G from(const Setup& setup) {
        G g(setup.options);
        g.check_setup(setup);
        Stones& base = g;
        for (std::size_t i = 0; i < setup.pieces.size(); ++i)
            if (const Piece& piece = setup.pieces[i]; piece.height)
                base.stones_[index(piece.side)].set(base.geometry().cells()[i]);
        base.turn_ = setup.turn;
        g.settle();
        return g;
    }
    void check_setup(const Setup& setup) {
        require_fields(G::info, setup, 0);
        require_turns_taken(G::info, setup);
    }
    void settle() {}

    Options options() const { return {geometry().size()}; }
    const Geometry& geometry() const { return grid_->geometry; }
    const GridType& grid() const { return *grid_; }

    Side turn() const { return turn_; }
    Piece at(int cell) const { return piece_on(stones_, cell); }
    const Set& stones(Side side) const { return stones_[index(side)]; }
    Set empty() const { return grid_->all & ~(stones_[0] | stones_[1]); }
    template <class F>
    void for_each_piece(F&& f) const {
        for (const Side side : {Side::first, Side::second})
            stones_[index(side)].for_each([&](int cell) { f(cell, Piece{side, 1}); });
    }

    std::uint64_t hash() const {
        return Hasher().add(stones_[0]).add(stones_[1]).add(index(turn_)).value();
    }
    G transformed(const Symmetry& symmetry) const {
        G g = static_cast<const G&>(*this);
        Stones& base = g;
        base.stones_ = permuted(stones_, symmetry);
        if (symmetry.swaps) base.turn_ = other(turn_);
        return g;
    }

  protected:
    // A stone of the side to move.
    void put(Move m) { stones_[index(turn_)].set(m.code); }
    void pass_turn() { turn_ = other(turn_); }

    std::array<Set, 2> stones_{};
    const GridType* grid_;
    Side turn_ = Side::first;
};

}  // namespace quincunx
