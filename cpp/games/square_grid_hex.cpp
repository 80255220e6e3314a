#include "games/square_grid_hex.hpp"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include <array>
#include <utility>

#include "core/errors.hpp"
#include "core/hash.hpp"

namespace quincunx {

template <int W>
Fit SquareGridHex<W>::fit(const Symmetry& symmetry) {
    // Half a turn keeps the diagonals and each player's edges; mirroring along a diagonal keeps the
    // diagonals and exchanges the edges.
    if (symmetry.name == "identity" || symmetry.name == "rotate 180") return Fit::keeps;
    if (symmetry.name == "mirror SW-NE" || symmetry.name == "mirror NW-SE") return Fit::swaps;
    return Fit::broken;
}

template <int W>
void SquareGridHex<W>::check_setup(const Setup& setup) {
    require_fields(info, setup, 1);
    if (setup.fields[0] != "pie" && setup.fields[0] != "no-pie")
        throw InvalidPosition("the field after the turn is \"pie\" or \"no-pie\", not \"" +
                              setup.fields[0] + "\"");
    pie_ = setup.fields[0] == "pie";
    // PIE RULE: after a swap Black has one stone fewer than otherwise.
    const auto counts = count(setup);
    const bool swapped =
        pie_ && counts[1] > 0 && counts[0] - counts[1] == (setup.turn == Side::first ? -1 : 0);
    if (swapped)
        require_flat(info, setup);
    else
        require_turns_taken(info, setup);
}

template <int W>
void SquareGridHex<W>::settle() {
    join_all();
    if ((joined_[index(turn_)] & far_edge(turn_)).any())
        throw InvalidPosition(std::string(info.side_name(turn_)) +
                              " spans the board and cannot be to move (OBJECT OF THE GAME)");
    over_ = (joined_[index(other(turn_))] & far_edge(other(turn_))).any();
}

template <int W>
Bits<W> SquareGridHex<W>::chain(Bits<W> from, const Bits<W>& stones) const {
    for (;;) {
        const Bits<W> more = from | (grid_->spread_with_rising_diagonals(from) & stones);
        if (more == from) return from;
        from = more;
    }
}

// The whole runs of `stones` that hold a seed. The k-th run starts at the k-th start and ends at the
// k-th end; an addition carries each seed to the end of its run.
static std::uint32_t touched_runs(std::uint32_t seeds, std::uint32_t stones) {
    const std::uint32_t starts = stones & ~(stones << 1), ends = stones & ~(stones >> 1);
    const std::uint32_t reached = ((stones + seeds) ^ stones) | seeds;
#if defined(__BMI2__)
    const std::uint32_t from = _pdep_u32(_pext_u32(reached, ends), starts);
    return ((reached & ends) << 1) - from;
#else
    (void)starts;
    std::uint32_t runs = reached & stones;
    for (std::uint32_t more = reached & ends; more; more = (more >> 1) & stones) runs |= more;
    return runs;
#endif
}

// The same question as joins_by_steps(), asked row by row: sweeps up and down the board until the
// North is reached or nothing is gained. Quicker where the board is many words.
template <int W>
bool SquareGridHex<W>::joins_by_rows(const Bits<W>& stones) const {
    const int n = grid_->n;
    std::array<std::uint32_t, 21> rows{}, reached{};  // with an empty row below and above
    for (int y = 0; y < n; ++y) {
        const int bit = y * n, word = bit / 64, shift = bit % 64;
        std::uint64_t row = stones.words[word] >> shift;
        if (shift + n > 64) row |= stones.words[word + 1] << (64 - shift);
        rows[y + 1] = static_cast<std::uint32_t>(row) & ((1u << n) - 1);
    }
    reached[1] = rows[1];
    for (bool upward = true;; upward = !upward) {
        std::uint32_t gained = 0;
        for (int i = 1; i <= n; ++i) {
            const int y = upward ? i : n + 1 - i;
            // CONNECTIONS: up along the column and to the right, down along the column and to the left.
            const std::uint32_t from = upward ? reached[y - 1] | reached[y - 1] << 1
                                              : reached[y + 1] | reached[y + 1] >> 1;
            const std::uint32_t seeds = (from | reached[y]) & rows[y];
            const std::uint32_t now = touched_runs(seeds, rows[y]);
            gained |= now ^ reached[y];
            reached[y] = now;
        }
        if (reached[n]) return true;
        if (!gained) return false;
    }
}

template <int W>
std::optional<Side> SquareGridHex<W>::filled_winner(const Bits<W>& first) const {
    const bool joined = W <= 2 ? joins_by_steps(first) : joins_by_rows(first);
    return joined ? Side::first : Side::second;
}

template <int W>
bool SquareGridHex<W>::joins_by_steps(const Bits<W>& stones) const {
    Bits<W> reached = stones & grid_->south;
    for (;;) {
        const Bits<W> more = reached | (grid_->spread_with_rising_diagonals(reached) & stones);
        if ((more & grid_->north).any()) return true;
        if (more == reached) return false;
        reached = more;
    }
}

template <int W>
bool SquareGridHex<W>::joins(int cell) {
    const Bits<W>& own = stones_[index(turn_)];
    Bits<W>& joined = joined_[index(turn_)];
    const Bits<W> near = grid_->linked[cell] & own;
    if (!home_edge(turn_).test(cell) && (near & joined).none()) return false;
    joined.set(cell);
    // The stones that come along have not been joined before: all floods of a game together pass each
    // stone once.
    for (Bits<W> more = near & ~joined; more.any();
         more = grid_->spread_with_rising_diagonals(more) & own & ~joined)
        joined |= more;
    return true;
}

template <int W>
void SquareGridHex<W>::join_all() {
    for (const Side side : {Side::first, Side::second}) {
        const Bits<W>& own = stones_[index(side)];
        joined_[index(side)] = chain(own & home_edge(side), own);
    }
}

template <int W>
SquareGridHex<W> SquareGridHex<W>::transformed(const Symmetry& symmetry) const {
    SquareGridHex result = Base::transformed(symmetry);
    result.join_all();  // a home edge may have become a far one
    return result;
}

template <int W>
Explanation SquareGridHex<W>::explain(Move m) const {
    // Whether the swap is allowed is a matter of turns: no cell is to blame.
    if (m == swap_move)
        return {pie_ ? "swap is only for White's first move (Square Grid Hex, PIE RULE)"
                     : "this game is played without the swap (Square Grid Hex, PIE RULE)",
                "PIE RULE",
                {}};
    return {geometry().name(m.code) + " is occupied (Square Grid Hex, STONE PLACEMENT)",
            "STONE PLACEMENT",
            {m.code}};
}

template <int W>
Wave SquareGridHex<W>::remarks(Move m) const {
    if (m == swap_move) return {};
    const Bits<W> stone = Bits<W>::of(m.code);
    const Bits<W> joined = chain(stone, stones_[index(turn_)] | stone);
    if (joined == stone) return {};
    return {{"join", turn_, list_of(joined), 0, 0, {m.code}, {}, {}}};
}

template <int W>
void SquareGridHex<W>::play_unchecked(Move m) {
    Bits<W>& own = stones_[index(turn_)];
    if (m == swap_move) {
        // PIE RULE: the black stone becomes white on the same point; Black moves next.
        own = stones_[0];
        stones_[0] = {};
        join_all();
    } else {
        own.set(m.code);
        if (joins(m.code)) over_ = (joined_[index(turn_)] & far_edge(turn_)).any();
    }
    Base::pass_turn();
}

template <int W>
std::uint64_t SquareGridHex<W>::hash() const {
    return Hasher().add(stones_[0]).add(stones_[1]).add(index(turn_) + 2 * !exchangeable()).value();
}

template <int W>
void SquareGridHex<W>::features(std::vector<Feature>& out) const {
    if (!over_) return;
    const Side winner = other(turn_);
    const Bits<W>& own = stones_[index(winner)];
    // Chains that touch the home edge, and of these the one that spans.
    Bits<W> home = own & home_edge(winner);
    while (home.any()) {
        const Bits<W> joined = chain(Bits<W>::of(home.lowest()), own);
        if ((joined & far_edge(winner)).any())
            out.push_back({"winning chain", winner, list_of(joined), shortest_way(winner, joined)});
        home &= ~joined;
    }
}

template <int W>
std::string SquareGridHex<W>::shortest_way(Side side, const Bits<W>& stones) const {
    const int n = grid_->n;
    std::vector<int> way = list_of(stones & home_edge(side)), from(way.size(), -1);
    Bits<W> open = stones;
    for (const int cell : way) open.reset(cell);
    // Breadth first: `way` has the stones in the order in which they are reached, `from` where each was
    // reached from.
    for (std::size_t i = 0; i < way.size(); ++i) {
        if (far_edge(side).test(way[i])) {
            std::string path;
            for (int k = static_cast<int>(i); k >= 0; k = from[k])
                path = geometry().name(way[k]) + (path.empty() ? "" : "-") + path;
            return path;
        }
        // CONNECTIONS: along rows and columns, and from Southwest to Northeast.
        const int column = way[i] % n;
        const std::array<std::pair<int, int>, 6> steps{
            {{1, 1}, {1, 0}, {0, 1}, {0, -1}, {-1, 0}, {-1, -1}}};
        for (const auto& [up, right] : steps) {
            const int next = way[i] + up * n + right;
            if (column + right < 0 || column + right >= n || !geometry().has(next)) continue;
            if (!open.test(next)) continue;
            open.reset(next);
            way.push_back(next);
            from.push_back(static_cast<int>(i));
        }
    }
    return {};
}

template <int W>
Fill<W> SquareGridHex<W>::fill() const {
    const Bits<W> rest = empty();
    const int cells = rest.count(), half = cells / 2;
    Fill<W> fill{rest, {stones_[0], turn_ == Side::first ? cells - half : half}, {}, 0};
    // PIE RULE: White's first move is one of n², the swap among them, which gives Black's stone away;
    // Black moves next. From the start, that stone is as likely on one cell as on another.
    if (may_swap() || (pie_ && rest == grid_->all)) {
        fill.swapped = {{}, turn_ == Side::first ? half : cells - half};
        fill.once_in = grid_->n * grid_->n;
    }
    return fill;
}

template class SquareGridHex<1>;
template class SquareGridHex<2>;
template class SquareGridHex<3>;
template class SquareGridHex<4>;
template class SquareGridHex<6>;

}  // namespace quincunx
