// Virtual connections in Square Grid Hex: what a player can join whatever the other does, found without
// playing it out.
//
// Anshelevich's H-search (A hierarchical approach to computer Hex, Artificial Intelligence 134, 2002,
// https://doi.org/10.1016/S0004-3702(01)00154-0). Between two points, each an empty cell, a chain of
// stones or one of the player's edges,
//   a full connection is a set of empty cells, its carrier, in which the player joins the points
//   although the other moves first; neighbours have one with no cells at all;
//   a semi-connection is one in which the player does so moving first.
// Two full connections that share no cell make a full one if they meet in a chain, and a
// semi-connection if they meet in an empty cell. Semi-connections that have no cell in common to all
// of them make a full one together: the other can only spoil those that hold the cell played.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "boards/grid.hpp"
#include "core/bits.hpp"
#include "core/proof.hpp"
#include "core/side.hpp"
#include "core/stop_check.hpp"
#include "games/square_grid_hex.hpp"

namespace quincunx {

// How hard to look for connections. Whatever the numbers, what is found holds.
struct HexEffort {
    int fulls;     // carriers kept of full connections between two points
    int semis;     // … of semi-connections
    int together;  // the most semi-connections that are taken together
    std::int64_t
        steps;  // a step takes 2 ns on the smallest boards, 4 on 13×13 and 12 on the largest
};

// The connections of one player in one position, in memory that is used again for the next search.
template <int W>
class HexConnections {
  public:
    using Stones = std::array<Bits<W>, 2>;  // by side
    // When to stop: as soon as the edges are joined like this, or not before all is done.
    enum class Until { semi, full, done };

    explicit HexConnections(const SquareGrid<W>& grid);

    // Looks for the connections of `side`. check() is called every now and then and may throw, after
    // which nothing has been found until the next search.
    void search(const Stones& stones, Side side, Until until, const HexEffort& effort,
                const StopCheck& check);

    // What was found between the two edges.
    bool joined() const { return !fulls(0, 1).empty(); }
    bool nearly_joined() const { return joined() || !edge_semis_.empty(); }
    // The smallest carrier. Preconditions: joined(), !edge_semis().empty().
    Bits<W> full_carrier() const { return smallest(fulls(0, 1)); }
    Bits<W> semi_carrier() const { return smallest(edge_semis_); }
    std::span<const Bits<W>> edge_semis() const { return edge_semis_; }

    // The points: the edges are 0 and 1 with the chains that touch them, then come the other chains,
    // then the empty cells.
    int point_count() const { return static_cast<int>(cells_.size()); }
    bool is_empty_cell(int point) const { return point >= first_empty_; }
    const Bits<W>& cells(int point) const { return cells_[point]; }
    std::span<const Bits<W>> fulls(int a, int b) const { return list(pair(a, b).fulls); }
    std::span<const Bits<W>> semis(int a, int b) const { return list(pair(a, b).semis); }

    std::int64_t steps() const { return steps_; }  // taken by the last search

  private:
    // Carriers of one kind between two points, none within another. They stand in kept_.
    struct List {
        std::uint32_t at = 0;
        std::uint16_t size = 0;
    };
    struct Pair {
        List fulls, semis;
    };
    // A full connection, waiting to be combined with those before it.
    struct Waiting {
        Bits<W> carrier;
        std::uint16_t a, b;
    };
    // A full connection that leads away from a point: the carrier, with the cell at its far end.
    struct Way {
        Bits<W> taken;
        std::uint16_t to;
    };

    static Bits<W> smallest(std::span<const Bits<W>> carriers);
    const Pair& pair(int a, int b) const { return pairs_[place(a, b)]; }
    Pair& pair(int a, int b) { return pairs_[place(a, b)]; }
    static int place(int a, int b) { return a < b ? b * (b - 1) / 2 + a : a * (a - 1) / 2 + b; }
    std::span<const Bits<W>> list(const List& l) const {
        return std::span<const Bits<W>>(kept_).subspan(l.at, l.size);
    }
    Bits<W> chain(Bits<W> from, const Bits<W>& stones) const;
    Bits<W> own_cell(int point) const { return is_empty_cell(point) ? cells_[point] : Bits<W>{}; }

    void set_up(const Stones& stones, Side side);
    void combine(const Waiting& next, int middle, int end, const StopCheck& check);
    void add_full(int a, int b, const Bits<W>& carrier);
    void add_semi(int a, int b, const Bits<W>& carrier);
    void take_together(int a, int b, std::span<const Bits<W>> others, const Bits<W>& common,
                       const Bits<W>& all, int more);
    bool insert(List& into, int most, const Bits<W>& carrier);
    void remove_around(List& from, const Bits<W>& carrier);

    const SquareGrid<W>& grid_;
    HexEffort effort_{};
    Until until_ = Until::done;
    bool stop_ = false;
    std::int64_t steps_ = 0, next_check_ = 0;
    int first_empty_ = 2;
    std::vector<Bits<W>> cells_;                 // by point
    std::vector<Pair> pairs_;                    // by place()
    std::vector<Bits<W>> kept_;                  // the lists of pairs_
    std::vector<std::vector<Way>> ways_;         // by point: those that have been combined
    std::vector<std::vector<Waiting>> waiting_;  // by size of the carrier
    std::vector<Bits<W>> edge_semis_;            // all that were found between the edges
    std::vector<Bits<W>> others_;                // for add_semi
};

// How many plies a win on a carrier takes at most, with `empty` cells left on the board. The winner
// need never play outside the carrier, and has won when it is full or when the board is. The last stone
// is the winner's.
template <int W>
int longest_win(const Bits<W>& carrier, bool winner_moves_first, int empty) {
    const int first = winner_moves_first ? 1 : 0;
    const int plies = std::min(2 * carrier.count() - first, empty);
    return plies % 2 == first ? plies : plies - 1;
}

// What connections alone say about a position.
template <int W>
struct HexThreats {
    std::optional<Proof> decided;  // who wins, if that is known
    // While it is not: where the side to move must play or lose. All empty cells if nothing is known.
    Bits<W> must_play;
    int plies_elsewhere = 0;  // how long a game lasts at most after a move elsewhere
};

// With `connections` to work with, which is best kept from position to position.
template <int W>
HexThreats<W> find_threats(const SquareGridHex<W>& position, HexConnections<W>& connections,
                           const HexEffort& effort, const StopCheck& check);

extern template class HexConnections<1>;
extern template class HexConnections<2>;
extern template class HexConnections<3>;
extern template class HexConnections<4>;
extern template class HexConnections<6>;

}  // namespace quincunx
