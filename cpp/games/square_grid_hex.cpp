#include "games/square_grid_hex.hpp"

#include "core/errors.hpp"
#include "core/hash.hpp"
#include "games/setup.hpp"

namespace quincunx {

template <int W>
Fit SquareGridHex<W>::fit(const Symmetry& symmetry) {
    // Half a turn keeps the diagonals and each player's edges; mirroring along a diagonal keeps the
    // diagonals and exchanges the edges.
    if (symmetry.name == "identity" || symmetry.name == "rotate 180") return Fit::keeps;
    if (symmetry.name == "mirror SW-NE" || symmetry.name == "mirror NW-SE") return Fit::swaps;
    return Fit::broken;
}

template <int W>
SquareGridHex<W>::SquareGridHex(const Options& options)
    : grid_(&grid_of<SquareGrid<W>, info.sizes.most>(options.size)), pie_(options.pie) {}

template <int W>
SquareGridHex<W> SquareGridHex<W>::from(const Setup& setup) {
    require_fields(info, setup, 1);
    if (setup.fields[0] != "pie" && setup.fields[0] != "no-pie")
        throw InvalidPosition("the field after the turn is \"pie\" or \"no-pie\", not \"" +
                              setup.fields[0] + "\"");
    Options options = setup.options;
    options.pie = setup.fields[0] == "pie";
    // PIE RULE: after a swap White is one stone ahead of where White would be.
    auto counts = count(setup);
    const bool swapped =
        options.pie && counts[1] > 0 && counts[0] - counts[1] == (setup.turn == Side::first ? -1 : 0);
    if (!swapped) require_turns_taken(info, setup, counts);
    require_flat(info, setup);
    SquareGridHex g(options);
    for (std::size_t i = 0; i < setup.pieces.size(); ++i)
        if (setup.pieces[i].height)
            g.stones_[index(setup.pieces[i].side)].set(
                g.geometry().cells()[i]);
    g.turn_ = setup.turn;
    if (g.spans(setup.turn, g.stones_[index(setup.turn)]))
        throw InvalidPosition(std::string(info.side_names[index(setup.turn)]) +
                              " spans the board and cannot be to move (OBJECT OF THE GAME)");
    g.over_ = g.spans(other(setup.turn), g.stones_[index(other(setup.turn))]);
    return g;
}

template <int W>
Piece SquareGridHex<W>::at(int cell) const {
    if (stones_[0].test(cell)) return {Side::first, 1};
    if (stones_[1].test(cell)) return {Side::second, 1};
    return {};
}

template <int W>
Bits<W> SquareGridHex<W>::chain(Bits<W> from, const Bits<W>& stones) const {
    for (;;) {
        const Bits<W> more = from | (grid_->spread_with_rising_diagonals(from) & stones);
        if (more == from) return from;
        from = more;
    }
}

template <int W>
bool SquareGridHex<W>::spans(Side side, const Bits<W>& stones) const {
    const Bits<W>& goal = far_edge(side);
    Bits<W> reached = stones & home_edge(side);
    for (;;) {
        const Bits<W> more = reached | (grid_->spread_with_rising_diagonals(reached) & stones);
        if ((more & goal).any()) return true;
        if (more == reached) return false;
        reached = more;
    }
}

template <int W>
std::string SquareGridHex<W>::why_illegal(Move m) const {
    if (m == swap_move)
        return pie_ ? "swap is only for White's first move (Square Grid Hex, PIE RULE)"
                    : "this game is played without the swap (Square Grid Hex, PIE RULE)";
    return geometry().name(m.code) + " is occupied (Square Grid Hex, STONE PLACEMENT)";
}

template <int W>
void SquareGridHex<W>::play_unchecked(Move m) {
    Bits<W>& own = stones_[index(turn_)];
    if (m == swap_move) {
        // PIE RULE: the black stone becomes white on the same point; Black moves next.
        own = stones_[0];
        stones_[0] = {};
    } else {
        own.set(m.code);
        // A stone that joins nothing to anything cannot end the game: it needs two own neighbours, or
        // one and an edge.
        const Bits<W> stone = Bits<W>::of(m.code);
        const Bits<W> near = grid_->spread_with_rising_diagonals(stone) & own & ~stone;
        const int links = near.count() + (home_edge(turn_).test(m.code) ? 1 : 0) +
                          (far_edge(turn_).test(m.code) ? 1 : 0);
        over_ = links > 1 && spans(turn_, own);
    }
    turn_ = other(turn_);
}

template <int W>
std::uint64_t SquareGridHex<W>::hash() const {
    return Hasher().add(stones_[0]).add(stones_[1]).add(index(turn_) + 2 * may_swap()).value();
}

template <int W>
void SquareGridHex<W>::features(std::vector<Feature>& out) const {
    if (!over_) return;
    const Side winner = other(turn_);
    const Bits<W>& own = stones_[index(winner)];
    // Chains that touch the home edge, and of these the one that spans.
    Bits<W> home = own & home_edge(winner);
    while (home.any()) {
        const Bits<W> joined = chain(Bits<W>::of(home.lowest()), own);
        if ((joined & far_edge(winner)).any())
            out.push_back({"winning chain", winner, list_of(joined), {}});
        home &= ~joined;
    }
}

template <int W>
SquareGridHex<W> SquareGridHex<W>::transformed(const Symmetry& symmetry) const {
    SquareGridHex g = *this;
    for (int side = 0; side < 2; ++side)
        g.stones_[symmetry.swaps ? 1 - side : side] = permuted(stones_[side], symmetry);
    if (symmetry.swaps) g.turn_ = other(turn_);
    return g;
}

template <int W>
Fill<W> SquareGridHex<W>::random_fill(Rng& rng) const {
    SquareGridHex g = *this;
    // The pie rule makes White's first move one of n² instead of n² - 1; the start is one move before.
    if (pie_ && stones_[1].none()) {
        if (stones_[0].none() && turn_ == Side::first)
            g.play_unchecked(Base::move(empty().nth(rng.below(empty().count()))));
        if (g.may_swap() && rng.below(g.empty().count() + 1) == 0) g.play_unchecked(swap_move);
    }
    const Bits<W> rest = g.empty();
    return {g.stones_[0], rest, (rest.count() + (g.turn_ == Side::first ? 1 : 0)) / 2};
}

template class SquareGridHex<1>;
template class SquareGridHex<2>;
template class SquareGridHex<3>;
template class SquareGridHex<4>;
template class SquareGridHex<6>;

}  // namespace quincunx
