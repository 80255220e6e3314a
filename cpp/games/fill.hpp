// Playouts of games in which every cell is filled in the end and only then counts: deal the empty
// cells out at random and look once.
#pragma once

#include <concepts>
#include <cstdlib>
#include <optional>

#include "core/bits.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"

namespace quincunx {

// The empty cells of a position, how many of them the first player will take, and the cells that the
// first player has.
template <int W>
struct Fill {
    Bits<W> first, empty;
    int share;
};

// A game whose random playouts may be played by filling: the winner of a position is the winner on
// the full board, whatever the order in which the rest is filled.
template <class G>
concept FillGame = Game<G> && requires(const G g, Rng& rng) {
    g.filled_winner(g.random_fill(rng).first);
};

// k cells of the set, each such choice equally likely. A random half of the set is drawn until it has
// about the right number, then single cells are put in or taken out: whether a draw is kept depends
// on its number alone, so all choices stay equally likely. Made for k near half of the set.
template <int W>
Bits<W> random_subset(const Bits<W>& set, int k, Rng& rng) {
    constexpr int patience = 64;  // draws; a share far from one half is then reached cell by cell
    constexpr int tolerance = W <= 2 ? 1 : 3;
    Bits<W> chosen;
    int missing = 0;
    for (int tries = 0; tries < patience; ++tries) {
        for (int i = 0; i < W; ++i) chosen.words[i] = rng.next() & set.words[i];
        missing = k - chosen.count();
        if (std::abs(missing) <= tolerance) break;
    }
    for (; missing < 0; ++missing) chosen.reset(chosen.nth(rng.below(chosen.count())));
    for (; missing > 0; --missing) {
        const Bits<W> rest = set & ~chosen;
        chosen.set(rest.nth(rng.below(rest.count())));
    }
    return chosen;
}

template <class G>
std::optional<Side> fill_and_judge(const G& g, Rng& rng) {
    const auto fill = g.random_fill(rng);
    return g.filled_winner(fill.first | random_subset(fill.empty, fill.share, rng));
}

}  // namespace quincunx
