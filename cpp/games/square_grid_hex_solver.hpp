// A solver for Square Grid Hex.
//
// Depth-first proof-number search (Nagai 2002) in which each position is first filled in
// (square_grid_hex_fill_in.hpp) and then asked for connections (square_grid_hex_connections.hpp), which
// decide many at once. Whoever wins, wins on a carrier: a set of empty cells that is enough although
// the other has all the rest. Where the other side would win on a carrier if it were to move, the side
// to move must play into it; so each move that fails tells where else to look. (Hayward, Björnsson,
// Johanson, Kan, Po, van Rijswijck: Solving 7×7 Hex: virtual connections and game-state reduction,
// https://doi.org/10.1007/978-0-387-35706-5_17.) Only the most promising moves are looked at, more as
// they fail (Henderson: Playing and solving the game of Hex, 2010, 'focused' search).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "core/bits.hpp"
#include "core/proof.hpp"
#include "core/tick.hpp"
#include "games/solving.hpp"
#include "games/square_grid_hex.hpp"
#include "games/square_grid_hex_connections.hpp"
#include "games/square_grid_hex_current.hpp"
#include "games/square_grid_hex_fill_in.hpp"
#include "play/line.hpp"

namespace quincunx {

template <int W>
class SquareGridHexSolver {
  public:
    using Game = SquareGridHex<W>;

    explicit SquareGridHexSolver(std::size_t bytes);
    std::optional<Proof> solve(const Line<Game>& line, std::int64_t nodes, const Tick& check);
    std::int64_t nodes() const { return nodes_; }
    static bool within_reach(const Game& position);

#ifndef TUNING
    HexEffort effort;
    int order_mode = 0;
    int base = 1;
    double factor = 0.25, eps = 0.25;
    int use_max = 0, etc = 0;
    std::int64_t scans_ = 0, visits_ = 0, hits_ = 0;
#endif

  private:
    using Stones = std::array<Bits<W>, 2>;  // by side
    using Cell = std::conditional_t<(Bits<W>::capacity > 256), std::uint16_t, std::uint8_t>;
    static constexpr int ordered_moves = 24;
    static constexpr std::uint32_t infinite = 1u << 30;

    // Who wins, and with what.
    struct Won {
        Side winner;
        Bits<W> carrier;
    };
    struct Numbers {
        std::uint32_t proof, disproof;  // for the side to move
        bool solved() const { return proof == 0 || disproof == 0; }
    };
    // A position as filled in, with what was captured, and its place in the table.
    struct Node {
        Stones stones;
        Stones captured;
        Side turn;
        std::uint64_t hash, check;
        int symmetry;
    };
    struct Entry {
        std::uint64_t check;
        Numbers numbers;  // both 0 where there is no entry
        Bits<W> carrier;  // of the winner; or if unsolved, what the other needs so far
        Bits<W> must_play;
        std::uint32_t work;
        std::array<Cell, ordered_moves> order;
    };
    struct Child {
        int cell;
        Numbers numbers;
        bool known;
    };
    struct Frame {
        std::vector<Child> children;
        Bits<W> must_play, refuted_by;
    };
    struct Tools {
        explicit Tools(const SquareGrid<W>& g);
        const SquareGrid<W>& grid;
        HexConnections<W> own, other;
        HexFillIn<W> fill_in;
        HexCurrent<W> current;
        std::vector<Frame> frames;  // by depth
    };
    struct Free {
        void operator()(void* p) const { std::free(p); }
    };

    std::optional<Won> search(const Stones& stones, Side turn);
    Numbers visit(const Node& node, Numbers limits, int depth);
    bool expand(const Node& node, Frame& frame);
    bool note(Frame& frame, const Node& node, int cell, const Entry& entry, const Node& child);
    Node node_at(const Stones& stones, Side turn) const;
    Node child_of(const Node& node, int cell) const;
    Won won_at(const Node& node, const Entry& entry) const;

    static int bound(const Won& won, Side turn, int empties);
    std::optional<Proof> after_opening(const Bits<W>& stone);
    int mapped(int cell, int how) const;
    Bits<W> mapped(const Bits<W>& b, int how) const;
    Entry* find(const Node& node);
    Entry& place(const Node& node, std::int64_t work);
    void store_won(const Node& node, Side winner, const Bits<W>& carrier, std::int64_t work);
    void store_open(const Node& node, const Frame& frame, Numbers numbers, std::int64_t work);

    std::size_t bytes_;
    std::unique_ptr<Entry[], Free> table_;
    std::size_t buckets_ = 0;
    std::unique_ptr<Tools> tools_;
    std::int64_t limit_ = 0, nodes_ = 0;
    const Tick* check_ = nullptr;
};

template <int W>
struct OwnSolver<SquareGridHex<W>> {
    using type = SquareGridHexSolver<W>;
};

extern template class SquareGridHexSolver<1>;
extern template class SquareGridHexSolver<2>;
extern template class SquareGridHexSolver<3>;
extern template class SquareGridHexSolver<4>;
extern template class SquareGridHexSolver<6>;

}  // namespace quincunx
