// Filled boards of Square Grid Hex judged many at a time: each cell is a vector, each board one bit of
// it, and one pass over the cells floods all boards together.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "boards/fill.hpp"
#include "core/bits.hpp"
#include "core/rng.hpp"

namespace quincunx {

// A game in which the first player joins South to North along rows, columns and rising diagonals, and
// wins a full board by nothing else.
template <class G>
concept LaneGame = FillGame<G> && G::joins_south_to_north;

using Boards = Lanes;  // one bit per board
inline constexpr int boards_at_once = 64 * lane_count;

// Turns 64 rows of 64 bits into 64 columns, four times over, one in each word of the vectors. By
// exchanging ever smaller off-diagonal blocks (Warren, Hacker's Delight, 7-3).
inline void transpose(std::array<Boards, 64>& rows) {
    std::uint64_t mask = 0x00000000FFFFFFFFu;
    for (int half = 32; half > 0; half /= 2, mask ^= mask << half)
        for (int i = 0; i < 64; i = (i + half + 1) & ~half) {
            const Boards moved = ((rows[i] >> half) ^ rows[i + half]) & mask;
            rows[i] ^= moved << half;
            rows[i + half] ^= moved;
        }
}

// Which of the boards have South joined to North? first[cell] holds the first player's cells.
// (Vectors go in and out by reference: by value the call would differ from processor to processor.)
template <int W>
void find_joined(const std::array<Boards, 64 * W>& first, int n, Boards& joined) {
    std::array<Boards, 64 * W> reached;
    // Row by row upward from the South edge: from below, then along the row to both sides.
    const auto along = [&](int row) {
        for (int x = 1; x < n; ++x) reached[row + x] |= first[row + x] & reached[row + x - 1];
        for (int x = n - 2; x >= 0; --x) reached[row + x] |= first[row + x] & reached[row + x + 1];
    };
    const auto look_north = [&] {
        for (int x = 0; x < n; ++x) joined |= reached[(n - 1) * n + x];
    };
    const auto matters = [&](const Boards& gained) { return any(gained & ~joined); };
    joined = Boards{};
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
        Boards gained{};
        const auto gain = [&](int cell, const Boards& from) {
            const Boards more = first[cell] & from & ~reached[cell];
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
        gained = Boards{};
        for (int row = n; row < n * n; row += n) {
            gain(row, reached[row - n]);
            for (int x = 1; x < n; ++x)
                gain(row + x, reached[row + x - n] | reached[row + x - n - 1]);
            along(row);
        }
        if (!matters(gained)) return look_north();
    }
}

// Fills this many boards from a position at random and counts those that the first player wins.
template <class G>
std::int64_t fill_lanes(const G& g, std::int64_t games, Rng& rng) {
    const auto fill = g.fill();
    constexpr int W = static_cast<int>(fill.empty.words.size());
    std::int64_t won = 0;
    for (std::int64_t done = 0; done < games; done += boards_at_once) {
        std::array<Bits<W>, boards_at_once> boards;
        deal_many(fill, boards, rng);
        std::array<Boards, 64 * W> first;
        for (int w = 0; w < W; ++w) {
            std::array<Boards, 64> cells;
            for (int b = 0; b < boards_at_once; ++b) cells[b % 64][b / 64] = boards[b].words[w];
            transpose(cells);
            std::copy(cells.begin(), cells.end(), first.begin() + 64 * w);
        }
        Boards winners;
        find_joined<W>(first, g.grid().n, winners);
        // The last time round there may be more boards than games.
        for (std::int64_t k = 0, left = games - done; k < lane_count && left > 0; ++k, left -= 64)
            won += std::popcount(winners[k] & (left < 64 ? (std::uint64_t{1} << left) - 1 : ~0ull));
    }
    return won;
}

}  // namespace quincunx
