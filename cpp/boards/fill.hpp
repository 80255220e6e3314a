// Playouts of games in which every cell is filled in the end and only the full board counts: deal the
// empty cells out at random and look once.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "core/bits.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"

namespace quincunx {

// What the first player has before the deal, and how many of the empty cells go there.
template <int W>
struct Deal {
    Bits<W> first;
    int share;
};

// How the rest of a random game is dealt: one way, or now and then (once in `once_in` times) the other,
// which is how a swap that is still open comes out. Shares are within one of half the empty cells.
template <int W>
struct Fill {
    Bits<W> empty;
    Deal<W> usual, swapped{};
    int once_in = 0;  // 0: never

    const Deal<W>& draw(Rng& rng) const {
        return once_in && rng.below(once_in) == 0 ? swapped : usual;
    }
};

// A game whose random playouts may be played by filling: the winner of a position is the winner on
// the full board, whatever the order in which the rest is filled.
template <class G>
concept FillGame = Game<G> && requires(const G g) { g.filled_winner(g.fill().empty); };

// The first player's cells on many full boards, each choice of them equally likely: random halves of
// the empty cells are drawn until one has the right number, or all the others have. Draws are kept or
// passed over without a branch, since the processor could only guess.
template <int W, std::size_t N>
void deal_many(const Fill<W>& fill, std::array<Bits<W>, N>& boards, Rng& shared) {
    Rng rng = shared;
    const int share = fill.usual.share, others = fill.empty.count() - share;
    const int least = std::min(share, others);
    const auto difference = static_cast<unsigned>(std::abs(share - others));  // 0 or 1
    std::array<Bits<W>, N + 1> chosen;
    std::array<int, N + 1> counts;
    for (std::size_t n = 0; n < N;) {
        for (int i = 0; i < W; ++i) chosen[n].words[i] = rng.next() & fill.empty.words[i];
        counts[n] = chosen[n].count();
        n += static_cast<unsigned>(counts[n] - least) <= difference;
    }
    for (std::size_t n = 0; n < N; ++n)
        for (int i = 0; i < W; ++i)
            chosen[n].words[i] ^=
                fill.empty.words[i] & -static_cast<std::uint64_t>(counts[n] != share);
    for (std::size_t n = 0; n < N; ++n) {
        const Deal<W>& deal = fill.draw(rng);
        boards[n] = chosen[n] | deal.first;
        // A swap may leave one cell fewer or more to choose.
        if (deal.share < share) boards[n].flip(chosen[n].nth(rng.below(share)));
        if (deal.share > share) boards[n].flip((fill.empty & ~chosen[n]).nth(rng.below(others)));
    }
    shared = rng;
}

}  // namespace quincunx
