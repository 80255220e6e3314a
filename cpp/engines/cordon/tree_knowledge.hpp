// What the search knows about Cordon: bridges hold.
#pragma once

#include <array>

#include "boards/fill.hpp"
#include "core/bits.hpp"
#include "games/cordon.hpp"
#include "search/tree_knowledge.hpp"

namespace quincunx {

template <int W>
class TreeKnowledge<Cordon<W>> {
    using G = Cordon<W>;

  public:
    // By matches of the engine against itself: an AMAF bias of 0.01 scored 43 % against 0.002; half and
    // double the exploration, and moves stored after 2 or 8 visits, made no difference that 60 games
    // could show.
    static constexpr Tuning tuning{0.3f, 0.002f, 8.0f, 4, true, 10000};

    explicit TreeKnowledge(const G& any) {
        const int up = 2 * any.grid().side;
        bridges_ = {{{1, up, 1 - up}, {up, 1, up - 1}, {up - 1, up, -1}}};
    }

    // AMAF finds the moves that matter: weights for cells beside stones, beside the last move or within a
    // bridge just entered were no better than nothing.
    void set_priors(const G&, Last, const MovePriors&) {}

    // The empty cells are dealt out at random, but no bridge of the stones on the board is cut: 68 %
    // against a plain deal. (Bridges among the cells that were dealt must not be mended too: 25 %.)
    Result playout(const G& position, Last, Past<G>&, Rng& rng, AmafMarks& marks) {
        std::array<Bits<W>, 1> first;
        const auto fill = position.fill();
        deal_many(fill, first, rng);
        for (const Side side : {Side::first, Side::second})
            mend_bridges(position, side, fill.empty, first[0], rng);
        marks.add_all(Side::first, first[0] & fill.empty);
        marks.add_all(Side::second, fill.empty & ~first[0]);
        return Result::of(position.filled_winner(first[0]));
    }

  private:
    // A bridge: two stones that are not neighbours but have two neighbours in common, which are empty.
    // Given by what to add to one of these cells to get the other one, and the two stones.
    struct Bridge {
        int across, one_end, other_end;
    };

    // The cells from which the step leads into the set.
    static Bits<W> before(const Bits<W>& cells, int step) {
        return step > 0 ? cells >> step : cells << -step;
    }

    // Gives a side one of the two cells of each bridge of which it lost both.
    void mend_bridges(const G& position, Side side, const Bits<W>& empty, Bits<W>& first,
                      Rng& rng) const {
        const bool theirs = side == Side::second;  // what the first side has, this side lost
        const Bits<W> lost = empty & (theirs ? first : ~first);
        const Bits<W>& stones = position.stones(side);
        for (const auto& [across, one_end, other_end] : bridges_) {
            const Bits<W> cut =
                lost & before(lost, across) & before(stones, one_end) & before(stones, other_end);
            cut.for_each([&](int cell) {
                // Another bridge may have been mended by one of them.
                if (first.test(cell) == theirs && first.test(cell + across) == theirs)
                    first.flip(rng.next() & 1 ? cell : cell + across);
            });
        }
    }

    std::array<Bridge, 3> bridges_;
};

}  // namespace quincunx
