// A solver for Square Grid Hex.
//
// Depth-first proof-number search (df-pn; Nagai: Df-pn algorithm for searching AND/OR trees and its
// applications, 2002) in which each position is first filled in (square_grid_hex_fill_in.hpp) and then
// asked for connections (square_grid_hex_connections.hpp), which decide many positions at once. Whoever
// wins, wins on a carrier: a set of empty cells that is enough although the other has all the rest.
// Where the other side would win on a carrier if it were to move, the side to move must play into it,
// so that each move that fails also tells where else to look. (Hayward, Björnsson, Johanson, Kan, Po,
// van Rijswijck: Solving 7×7 Hex: virtual connections and game-state reduction,
// https://doi.org/10.1007/978-0-387-35706-5_17.) Of the moves that are left only the most promising
// are looked at, others as these fail (Henderson: Playing and solving the game of Hex, 2010, "focused"
// search, https://doi.org/10.7939/R3B056).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
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

  private:
    using Stones = std::array<Bits<W>, 2>;  // by side
    using Cell = std::conditional_t<(Bits<W>::capacity > 256), std::uint16_t, std::uint8_t>;
    static constexpr int in_bucket = 4;       // entries
    static constexpr int ordered_moves = 24;  // whose order is kept

    struct Won {
        Side winner;
        Bits<W> carrier;
    };
    // How hard it looks to prove a win of the side to move, or that there is none. 0: done.
    struct Numbers {
        std::uint32_t proof, disproof;
        bool any() const { return proof || disproof; }
        bool solved() const { return !proof || !disproof; }
    };
    static constexpr std::uint32_t infinite = 1u << 30;
    static constexpr Numbers won{0, infinite}, lost{infinite, 0};
    // A position, filled in. Who captured what by that is added to the carriers of the winner in it.
    struct Node {
        Stones stones, captured;
        Side turn;
        // Of the position as the table knows it: turned so that the first player is to move. Which
        // symmetry does that is told by bits: 1 for the mirror, with the sides exchanged, 2 for half a
        // turn.
        std::uint64_t hash, check;
        int symmetry;
    };
    struct Entry {
        std::uint64_t check;
        Numbers numbers;    // both 0 where there is no entry
        Bits<W> carrier;    // of the winner, or while nobody has won, Frame::refuted_by
        Bits<W> must_play;  // while nobody has won
        std::uint32_t work;
        std::array<Cell, ordered_moves> order;
    };
    struct Child {
        int cell;
        Numbers numbers{1, 1};
        bool looked_up = false;
    };
    // The move to look at, the disproof number of the next best, and what it all comes to.
    struct Choice {
        Child* best;
        std::uint32_t second;
        Numbers numbers;
    };
    // What is known about an unsolved position on the way to where the search is.
    struct Frame {
        std::vector<Child> children;  // those in must_play, the most promising first
        Bits<W> must_play;            // elsewhere the other wins …
        Bits<W> refuted_by;           // … with these cells
        std::int64_t from = 0;        // nodes() on arrival
    };
    // What depends on the board.
    struct Tools {
        explicit Tools(const SquareGrid<W>& g);

        const SquareGrid<W>& grid;
        HexFillIn<W> fill_in;
        HexConnections<W> own, others;
        HexCurrent<W> current;
        std::vector<Frame> frames;  // by depth
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    void prepare(const SquareGrid<W>& grid);
    std::optional<Proof> solve_after_opening(const Bits<W>& stone);
    std::optional<Won> search(const Stones& stones, Side turn);
    static int plies_of(const Won& won, Side turn, int empty) {
        return longest_win(won.carrier, won.winner == turn, empty);
    }

    Node node_at(const Stones& stones, Side turn) const;
    Node child_of(const Node& node, int cell) const;
    Numbers visit(const Node& node, Numbers limits, int depth);
    static Choice choose(std::span<Child> moves);
    bool look_up(const Node& node, Frame& frame, Child& child);
    bool settle(const Node& node, Frame& frame, int cell, const Won& after);
    bool open(const Node& node, Frame& frame);
    void put_in_order(Frame& frame);

    int mapped(int cell, int symmetry) const;
    Bits<W> mapped(const Bits<W>& cells, int symmetry) const;
    std::span<Entry> bucket(const Node& node);
    const Entry* find(const Node& node);
    Entry& place(const Node& node, std::int64_t work);
    void store(const Node& node, const Won& after, std::int64_t work);
    void store(const Node& node, const Frame& frame, Numbers numbers, std::int64_t work);
    void restore(const Node& node, const Entry& entry, Frame& frame) const;
    Won won_at(const Node& node, const Entry& entry) const;

    std::size_t buckets_;
    std::unique_ptr<Entry[], Free> table_;
    std::unique_ptr<Tools> tools_;
    std::vector<Bits<W>> semis_;  // for open()
    std::int64_t nodes_ = 0, last_node_ = 0, looked_up_ = 0;
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
