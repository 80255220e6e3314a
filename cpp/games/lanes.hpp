// Filled boards of Square Grid Hex judged many at a time: each cell is a vector, each board one bit of
// it, and one pass over the cells floods all boards together.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/bits.hpp"
#include "core/rng.hpp"
#include "games/fill.hpp"

namespace quincunx {

// A game in which the first player joins South to North along rows, columns and rising diagonals, and
// wins a full board by nothing else.
template <class G>
concept LaneGame = FillGame<G> && G::joins_south_to_north;

// 256 boards; where the processor has narrower vectors the compiler takes two or four of them.
using Lanes [[gnu::vector_size(32)]] = std::uint64_t;
inline constexpr int words_a_lane = 4;
inline constexpr int boards_at_once = 64 * words_a_lane;

// Turns 64 rows of 64 bits into 64 columns, four times over, one in each word of the vectors. By
// exchanging ever smaller off-diagonal blocks (Warren, Hacker's Delight, 7-3).
inline void transpose(std::array<Lanes, 64>& rows) {
    std::uint64_t mask = 0x00000000FFFFFFFFu;
    for (int half = 32; half > 0; half /= 2, mask ^= mask << half)
        for (int i = 0; i < 64; i = (i + half + 1) & ~half) {
            const Lanes moved = ((rows[i] >> half) ^ rows[i + half]) & mask;
            rows[i] ^= moved << half;
            rows[i + half] ^= moved;
        }
}

// Which of the boards have South joined to North? first[cell] holds the first player's cells.
// (Vectors go in and out by reference: by value the call would differ from processor to processor.)
template <int W>
void find_joined(const std::array<Lanes, 64 * W>& first, int n, Lanes& joined) {
    std::array<Lanes, 64 * W> reached;
    // Row by row upward from the South edge: from below, then along the row to both sides.
    const auto along = [&](int row) {
        for (int x = 1; x < n; ++x) reached[row + x] |= first[row + x] & reached[row + x - 1];
        for (int x = n - 2; x >= 0; --x) reached[row + x] |= first[row + x] & reached[row + x + 1];
    };
    const auto look_north = [&] {
        for (int x = 0; x < n; ++x) joined |= reached[(n - 1) * n + x];
    };
    const auto matters = [&](const Lanes& gained) {
        const Lanes open = gained & ~joined;
        return (open[0] | open[1] | open[2] | open[3]) != 0;
    };
    joined = Lanes{};
    for (int x = 0; x < n; ++x) reached[x] = first[x];
    for (int row = n; row < n * n; row += n) {
        reached[row] = first[row] & reached[row - n];
        for (int x = 1; x < n; ++x)
            reached[row + x] = first[row + x] & (reached[row + x - n] | reached[row + x - n - 1]);
        along(row);
    }
    // Then down and up again, while any board that is not joined still gains a cell.
    for (;;) {
        look_north();
        Lanes gained{};
        const auto gain = [&](int cell, const Lanes& from) {
            const Lanes more = first[cell] & from & ~reached[cell];
            reached[cell] |= more;
            gained |= more;
        };
        for (int row = (n - 2) * n; row >= 0; row -= n) {
            for (int x = 0; x < n - 1; ++x)
                gain(row + x, reached[row + x + n] | reached[row + x + n + 1]);
            gain(row + n - 1, reached[row + 2 * n - 1]);
            along(row);
        }
        if (!matters(gained)) return;
        gained = Lanes{};
        for (int row = n; row < n * n; row += n) {
            gain(row, reached[row - n]);
            for (int x = 1; x < n; ++x)
                gain(row + x, reached[row + x - n] | reached[row + x - n - 1]);
            along(row);
        }
        if (!matters(gained)) return look_north();
    }
}

// Fills so many boards from a position at random and counts those that the first player wins.
template <class G>
std::int64_t fill_lanes(const G& g, std::int64_t games, Rng& rng) {
    constexpr int W = static_cast<int>(sizeof(g.grid().all.words) / sizeof(std::uint64_t));
    std::int64_t won = 0;
    for (std::int64_t done = 0; done < games; done += boards_at_once) {
        const int boards = static_cast<int>(std::min<std::int64_t>(boards_at_once, games - done));
        std::array<std::array<Lanes, 64>, W> cells;
        for (int b = 0; b < boards_at_once; ++b) {
            Bits<W> first{};
            if (b < boards) {
                const auto fill = g.random_fill(rng);
                first = fill.first | random_subset(fill.empty, fill.share, rng);
            }
            for (int w = 0; w < W; ++w) cells[w][b % 64][b / 64] = first.words[w];
        }
        std::array<Lanes, 64 * W> first;
        for (int w = 0; w < W; ++w) {
            transpose(cells[w]);
            std::copy(cells[w].begin(), cells[w].end(), first.begin() + 64 * w);
        }
        Lanes winners;
        find_joined<W>(first, g.grid().n, winners);
        for (int k = 0; k < words_a_lane; ++k) won += std::popcount(winners[k]);
    }
    return won;
}

}  // namespace quincunx
