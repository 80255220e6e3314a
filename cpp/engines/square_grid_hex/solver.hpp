// A solver for Square Grid Hex.
//
// Depth-first proof-number search (search/df_pn.hpp) in which each position is first filled in
// (fill_in.hpp) and then searched for connections (connections.hpp), which decide many positions at
// once. Whoever wins, wins on a carrier: a set of empty cells that is enough even if the other has all
// the rest. Where the other side would win on a carrier if it were to move, the side to move must play
// into it, so that each move that fails also tells where else to look. (Hayward, Björnsson, Johanson,
// Kan, Po, van Rijswijck: Solving 7×7 Hex: virtual connections and game-state reduction,
// https://doi.org/10.1007/978-0-387-35706-5_17.) Of the moves that are left only the most promising are
// looked at, and others as these fail (Henderson: Playing and solving the game of Hex, 2010, "focused"
// search, https://doi.org/10.7939/R3B056).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/bits.hpp"
#include "core/proof.hpp"
#include "core/stop_check.hpp"
#include "engines/square_grid_hex/connections.hpp"
#include "engines/square_grid_hex/current.hpp"
#include "engines/square_grid_hex/fill_in.hpp"
#include "games/square_grid_hex.hpp"
#include "play/keys.hpp"
#include "search/df_pn.hpp"
#include "search/proof_numbers.hpp"
#include "search/solver.hpp"

namespace quincunx {

template <int W>
class SquareGridHexSolver {
  public:
    using Game = SquareGridHex<W>;

    explicit SquareGridHexSolver(std::size_t bytes);

    std::optional<Proof> solve(const Game& position, const Past<Game>& past, std::int64_t nodes,
                               const StopCheck& check);
    std::int64_t nodes() const { return search_.nodes(); }
    SolverState state() const { return search_.state(); }
    static constexpr std::string_view kind = "square grid hex 1";
    void save(Saver& saver) const;
    void load(Loader& loader, const Game& position);
    static bool within_reach(const Game& position);

  private:
    using Stones = std::array<Bits<W>, 2>;  // by side
    using Cell = std::conditional_t<(Bits<W>::capacity > 256), std::uint16_t, std::uint8_t>;
    static constexpr int ordered_moves = 24;  // whose order is kept

    struct Won {
        Side winner;
        Bits<W> carrier;
    };
    // A position, filled in. What the winner captured by that is added to the winner's carrier.
    struct Node {
        Stones stones, captured;
        Side turn = Side::first;
        // Of the position as the table knows it: turned so that the first player is to move. The bits of
        // key.symmetry say how: 1 for the mirror, with the sides exchanged, 2 for half a turn.
        Key key;
    };
    struct Entry {
        std::uint64_t check;
        std::uint32_t proof, disproof;
        Bits<W> carrier;    // of the winner, or while nobody has won, Frame::refuted_by
        Bits<W> must_play;  // while nobody has won
        std::uint32_t work;
        std::array<Cell, ordered_moves> order;  // while nobody has won
        std::uint8_t age;

        ProofNumbers numbers() const { return {proof, disproof}; }
        std::int64_t nodes() const { return work; }
        void set_nodes(std::int64_t n) {
            work = static_cast<std::uint32_t>(std::min<std::int64_t>(n, UINT32_MAX));
        }
    };
    struct Child {
        int cell;
        ProofNumbers numbers{};
        bool looked_up = false;

        static constexpr bool same_turn = false;
        bool counts() const { return numbers.disproof != 0; }
    };
    // What is known about an unsolved position on the way to where the search is.
    struct Frame : Node {
        std::vector<Child> children;  // those in must_play, the most promising first
        Bits<W> must_play;            // elsewhere the other wins …
        Bits<W> refuted_by;           // … with these cells
        Bits<W> won_by;               // once a move wins: the cells that it needs, itself included
    };
    using Search = DfPn<Entry, Frame>;
    friend Search;

    // What depends on the board.
    struct Tools {
        explicit Tools(const SquareGrid<W>& g);

        const SquareGrid<W>& grid;
        HexFillIn<W> fill_in;
        HexConnections<W> own, others;
        HexCurrent<W> current;
    };

    void prepare(const SquareGrid<W>& grid);
    std::optional<Proof> solve_after_opening(const Bits<W>& stone);
    std::optional<Won> search(const Stones& stones, Side turn);
    static int plies_of(const Won& won, Side turn, int empty) {
        return longest_win(won.carrier, won.winner == turn, empty);
    }

    Node node_at(const Stones& stones, Side turn) const;
    Node child_of(const Node& node, int cell) const;
    int mapped(int cell, int symmetry) const;
    Bits<W> mapped(const Bits<W>& cells, int symmetry) const;

    // What df-pn asks for.
    static constexpr Together together = Together::sum;
    static constexpr bool in_order = true;
    std::optional<Entry> expand(Frame& frame, const Entry* known);
    std::span<Child> moves(Frame& frame);
    Entry found(const Frame& frame, const ProofNumbers& numbers, const Child* best) const;
    void descend(const Frame& frame, const Child& child, Frame& next) const;
    void take(Frame& frame, Child& child, const Node& next, const Entry& entry) const;

    void restore(const Entry& entry, Frame& frame) const;
    std::optional<Won> connect(Frame& frame);
    void put_in_order(Frame& frame);
    void look_up(Frame& frame, Child& child);
    Entry solved(const Node& node, const Won& won) const;
    Won won_at(const Node& node, const Entry& entry) const;

    Search search_;
    std::unique_ptr<Tools> tools_;
    std::vector<Bits<W>> semis_;  // for connect()
    std::uint64_t last_ = 0;      // the position of the last call
    const StopCheck* check_ = nullptr;
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
