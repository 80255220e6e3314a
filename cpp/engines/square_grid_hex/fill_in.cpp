#include "engines/square_grid_hex/fill_in.hpp"

#include <bit>

namespace quincunx {

namespace {

// A ring of six neighbours in two bits each: 0 empty, 1 the first player's, 2 the second player's.
constexpr int ring_codes = 1 << 12;
constexpr std::uint16_t in_ring(int place, int colour) {
    return static_cast<std::uint16_t>(colour << 2 * place);
}

// With at most two changes of colour around a cell, however its empty neighbours are filled, the
// stones of each colour there are connected to one another without the cell. So it is alive for the
// full rings with more changes, and for what is left of these when some of the stones are not there.
constexpr std::array<bool, ring_codes> dead = [] {
    std::array<bool, ring_codes> table;
    table.fill(true);
    for (unsigned full = 0; full < 64; ++full) {
        const unsigned turned = (full >> 1 | full << 5) & 63;
        if (std::popcount(full ^ turned) <= 2) continue;
        for (unsigned known = 0; known < 64; ++known) {
            unsigned code = 0;
            for (int i = 0; i < 6; ++i)
                if (known >> i & 1) code |= in_ring(i, full >> i & 1 ? 2 : 1);
            table[code] = false;
        }
    }
    return table;
}();

constexpr int opposite(int place) { return (place + 3) % 6; }

}  // namespace

template <int W>
HexFillIn<W>::HexFillIn(const SquareGrid<W>& grid) : grid_(grid), rings_(grid.n * grid.n) {
    const int n = grid.n;
    constexpr std::array<std::array<int, 2>, 6> steps{
        {{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}}};
    for (int cell = 0; cell < n * n; ++cell) {
        Ring& ring = rings_[cell];
        ring.edges = 0;
        for (int i = 0; i < 6; ++i) {
            const int x = cell % n + steps[i][0], y = cell / n + steps[i][1];
            // Beyond a corner it is either player's: it stands between the two edges.
            const bool first = y < 0 || y >= n, second = x < 0 || x >= n;
            ring.cells[i] = static_cast<std::int16_t>(first || second ? -1 : y * n + x);
            if (first || second) ring.edges |= in_ring(i, first ? 1 : 2);
        }
    }
}

template <int W>
std::uint16_t HexFillIn<W>::ring_code(int cell, const Stones& stones) const {
    const Ring& ring = rings_[cell];
    std::uint16_t code = ring.edges;
    for (int i = 0; i < 6; ++i)
        if (const int near = ring.cells[i]; near >= 0)
            code |= in_ring(i, stones[0].test(near) + 2 * stones[1].test(near));
    return code;
}

template <int W>
std::array<Bits<W>, 2> HexFillIn<W>::fill(Stones& stones) const {
    Stones captured{};
    std::array<std::uint16_t, Bits<W>::capacity> codes;
    for (;;) {
        const Bits<W> empty = grid_.all & ~(stones[0] | stones[1]);
        Stones more{};
        empty.for_each([&](int cell) { codes[cell] = ring_code(cell, stones); });
        // All dead cells at once: each stays dead whatever happens to the others.
        empty.for_each([&](int cell) {
            if (dead[codes[cell]]) more[0].set(cell);
        });
        if (more[0].none())
            empty.for_each([&](int cell) {
                for (int i = 0; i < 3; ++i) {
                    const int near = rings_[cell].cells[i];
                    if (near < 0 || !empty.test(near)) continue;
                    for (int side = 0; side < 2; ++side) {
                        const bool both = dead[codes[cell] | in_ring(i, side + 1)] &&
                                          dead[codes[near] | in_ring(opposite(i), side + 1)];
                        // Captured pairs of the two sides may overlap, and then one of them goes first.
                        const Bits<W> pair = Bits<W>::of(cell) | Bits<W>::of(near);
                        if (!both || (pair & (more[0] | more[1])).any()) continue;
                        more[side] |= pair;
                        captured[side] |= pair;
                    }
                }
            });
        if ((more[0] | more[1]).none()) return captured;
        for (int side = 0; side < 2; ++side) stones[side] |= more[side];
    }
}

template class HexFillIn<1>;
template class HexFillIn<2>;
template class HexFillIn<3>;
template class HexFillIn<4>;
template class HexFillIn<6>;

}  // namespace quincunx
