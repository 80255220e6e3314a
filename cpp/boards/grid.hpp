// Boards as bitboards: the masks and floods that the rules are made of, for boards of W words.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "boards/geometry.hpp"
#include "core/bits.hpp"
#include "core/game.hpp"
#include "core/threads.hpp"

namespace quincunx {

template <int W>
Bits<W> permuted(const Bits<W>& cells, const Symmetry& symmetry) {
    Bits<W> result;
    cells.for_each([&](int cell) { result.set(symmetry.map[cell]); });
    return result;
}

// Two sides' pieces under a symmetry, which may exchange the sides.
template <int W>
std::array<Bits<W>, 2> permuted(const std::array<Bits<W>, 2>& sides, const Symmetry& symmetry) {
    return {permuted(sides[symmetry.swaps ? 1 : 0], symmetry),
            permuted(sides[symmetry.swaps ? 0 : 1], symmetry)};
}

// Whose piece of height 1 stands on a cell, if any.
template <int W>
Piece piece_on(const std::array<Bits<W>, 2>& sides, int cell) {
    if (sides[0].test(cell)) return {Side::first, 1};
    if (sides[1].test(cell)) return {Side::second, 1};
    return {};
}

template <int W>
std::vector<int> list_of(const Bits<W>& cells) {
    std::vector<int> list;
    cells.for_each([&](int cell) { list.push_back(cell); });
    return list;
}

// What both shapes have: all cells, and the neighbours of each.
template <int W>
struct Grid {
    const Geometry& geometry;
    Bits<W> all;
    std::array<Bits<W>, Bits<W>::capacity> neighbours{};  // by cell

    explicit Grid(const Geometry& g) : geometry(g) {
        for (const int cell : g.cells()) {
            all.set(cell);
            for (const int near : g.neighbours(cell)) neighbours[cell].set(near);
        }
    }
};

template <int W>
struct SquareGrid : Grid<W> {
    int n;
    Bits<W> south, north, west, east;  // the four edges
    Bits<W> not_west, not_east;        // all cells but those of an edge
    // By cell: what is next to it along rows, columns and rising diagonals.
    std::array<Bits<W>, Bits<W>::capacity> linked{};

    static constexpr bool holds(int size) { return size * size <= Bits<W>::capacity; }

    explicit SquareGrid(int size) : Grid<W>(Geometry::of(Shape::square, size)), n(size) {
        for (int i = 0; i < n; ++i) {
            south.set(i);
            north.set((n - 1) * n + i);
            west.set(i * n);
            east.set(i * n + n - 1);
        }
        not_west = this->all & ~west;
        not_east = this->all & ~east;
        for (int cell = 0; cell < n * n; ++cell) {
            const Bits<W> one = Bits<W>::of(cell);
            linked[cell] = spread_with_rising_diagonals(one) & this->all & ~one;
        }
    }

    // The cells next to the set along rows, columns and the diagonals that rise to the North-East,
    // and some of the set itself. May hold bits above the board; callers mask with what they flood.
    Bits<W> spread_with_rising_diagonals(const Bits<W>& x) const {
        const Bits<W> right = (x & not_east) << 1;
        const Bits<W> left = (x & not_west) >> 1;
        return right | left | ((x | right) << n) | ((x | left) >> n);
    }
};

template <int W>
struct HexGrid : Grid<W> {
    int side;
    int perimeter;                                        // number of cells on it
    std::array<std::uint8_t, Bits<W>::capacity> place{};  // by cell: place on the perimeter
    std::vector<Bits<W>> arcs;  // arcs[i]: the first i cells of the perimeter
    Bits<W> edge;               // the perimeter cells

    static constexpr bool holds(int size) {
        return (2 * size - 2) * 2 * size + 2 <= Bits<W>::capacity;
    }

    explicit HexGrid(int size) : Grid<W>(Geometry::of(Shape::hexhex, size)), side(size) {
        const Geometry& g = this->geometry;
        perimeter = static_cast<int>(g.perimeter().size());
        arcs.resize(perimeter + 1);
        for (int i = 0; i < perimeter; ++i) {
            const int cell = g.perimeter()[i];
            place[cell] = static_cast<std::uint8_t>(i);
            edge.set(cell);
            arcs[i + 1] = arcs[i] | Bits<W>::of(cell);
        }
        int nth = 0;
        in_ring_order_.resize((perimeter + 7) / 8);
        edge.for_each([&](int cell) {
            for (int byte = 0; byte < 256; ++byte)
                if (byte >> nth % 8 & 1)
                    in_ring_order_[nth / 8][byte] |= std::uint64_t{1} << place[cell];
            ++nth;
        });
        discs_.resize((2 * size - 1) * Bits<W>::capacity);
        for (const int a : g.cells())
            for (const int b : g.cells())
                for (int r = g.distance(a, b); a != b && r <= 2 * size - 2; ++r)
                    discs_[r * Bits<W>::capacity + a].set(b);
    }

    // The cells at distance 1 … r. Precondition: r ≤ 2 side - 2, which is the whole board.
    const Bits<W>& disc(int r, int cell) const { return discs_[r * Bits<W>::capacity + cell]; }

    // The cells next to the set, and some of the set itself. May hold bits that are not cells; callers
    // mask with what they flood.
    template <class Word>
    Bits<W, Word> spread(const Bits<W, Word>& x) const {
        const Bits<W, Word> right = x << 1, left = x >> 1;
        return right | left | ((x | left) << (2 * side)) | ((x | right) >> (2 * side));
    }

    // Everything that can be reached from `from` inside `inside`. Precondition: from is within it.
    Bits<W> flood(Bits<W> from, const Bits<W>& inside) const {
        for (;;) {
            // An addition runs to the right ends of all rows at once: there is a free bit behind each.
            const Bits<W> right = from | (((inside + from) ^ inside) & inside);
            const Bits<W> more = right | (spread(right) & inside);
            if (more == from) return from;
            from = more;
        }
    }

    // The perimeter cells of a set as bits around the ring.
    std::uint64_t around(const Bits<W>& cells) const {
#if defined(__BMI2__)
        // Squeezed together in the order of the bits, then put into that of the ring eight at a time.
        std::uint64_t squeezed = 0;
        for (int i = 0, n = 0; i < W; n += std::popcount(edge.words[i++]))
            squeezed |= _pext_u64(cells.words[i], edge.words[i]) << (n & 63);
        std::uint64_t ring = 0;
        for (const auto& eight : in_ring_order_) {
            ring |= eight[squeezed & 255];
            squeezed >>= 8;
        }
        return ring;
#else
        std::uint64_t ring = 0;
        (cells & edge).for_each([&](int cell) { ring |= std::uint64_t{1} << place[cell]; });
        return ring;
#endif
    }

    // The perimeter cells strictly between two places, going up from `a` and around.
    Bits<W> between(int a, int b) const {
        return a < b ? arcs[b] & ~arcs[a + 1] : arcs[b] | (arcs[perimeter] & ~arcs[a + 1]);
    }

  private:
    std::vector<std::array<std::uint64_t, 256>> in_ring_order_;
    std::vector<Bits<W>> discs_;
};

// One grid per board, made at first use and kept. Without a lock from then on.
template <class GridType>
const GridType& grid_of(int size) {
    static std::array<std::atomic<const GridType*>, 32> made{};  // no board is larger
    auto& place = made[static_cast<std::size_t>(size)];
    if (const GridType* grid = place.load(std::memory_order_acquire)) return *grid;
    static Mutex lock;
    static std::vector<std::unique_ptr<const GridType>> owned;
    const Guard guard(lock);
    if (const GridType* grid = place.load(std::memory_order_relaxed)) return *grid;
    owned.push_back(std::make_unique<const GridType>(size));
    place.store(owned.back().get(), std::memory_order_release);
    return *owned.back();
}

}  // namespace quincunx
