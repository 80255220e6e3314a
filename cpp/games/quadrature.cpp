#include "games/quadrature.hpp"

#if defined(__AVX__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "boards/setup.hpp"
#include "core/bits.hpp"
#include "core/errors.hpp"
#include "core/hash.hpp"

namespace quincunx {

namespace {

// OBJECT OF THE GAME: the bar in the furthest row, e to g.
constexpr unsigned bar = 0b111u << 4;

// A random number for each man on each location.
constexpr auto keys = [] {
    std::array<std::array<std::uint64_t, Quadrature::n * Quadrature::n>, 2> table{};
    std::uint64_t state = 0x9e3779b97f4a7c15u;
    for (auto& side : table)
        for (std::uint64_t& key : side) {
            // splitmix64 (https://prng.di.unimi.it/splitmix64.c)
            std::uint64_t x = state += 0x9e3779b97f4a7c15u;
            x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
            x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
            key = x ^ (x >> 31);
        }
    return table;
}();

// Vectors of sixteen rows seen as four words.
template <class Rows>
std::array<std::uint64_t, 4> words_of(const Rows& rows) {
    return std::bit_cast<std::array<std::uint64_t, 4>>(rows);
}

template <class Rows>
bool any(const Rows& rows) {
#if defined(__AVX__)
    const auto v = std::bit_cast<__m256i>(rows);
    return !_mm256_testz_si256(v, v);
#else
    const auto words = words_of(rows);
    return (words[0] | words[1] | words[2] | words[3]) != 0;
#endif
}

// All rows, joined by OR.
template <class Rows>
unsigned merged(const Rows& rows) {
    const auto words = words_of(rows);
    std::uint64_t all = words[0] | words[1] | words[2] | words[3];
    all |= all >> 32;
    return static_cast<std::uint16_t>(all | all >> 16);
}

// Calls f(row, column) for each bit.
template <class Rows, class F>
void for_each_location(const Rows& rows, F&& f) {
    const auto words = words_of(rows);
    for (int w = 0; w < 4; ++w)
        for (std::uint64_t rest = words[w]; rest; rest &= rest - 1) {
            const int bit = std::countr_zero(rest);
            f(4 * w + bit / 16, bit % 16);
        }
}

}  // namespace

Fit Quadrature::fit(const Symmetry& symmetry) {
    if (symmetry.name == "identity" || symmetry.name == "mirror left-right") return Fit::keeps;
    if (symmetry.name == "mirror up-down" || symmetry.name == "rotate 180") return Fit::swaps;
    return Fit::broken;
}

Quadrature::Quadrature(const Options&) {
    // INTRODUCTION: nine men each, b3 … j3 and b9 … j9.
    for (int column = 1; column <= 9; ++column) {
        put(Side::first, 2 * n + column);
        put(Side::second, 8 * n + column);
    }
    find_squared(Side::first);
    find_squared(Side::second);
    find_moves(Side::first);
}

void Quadrature::put(Side side, int cell) {
    men_[index(side)][cell / n] |= static_cast<std::uint16_t>(1u << cell % n);
    key_ ^= keys[index(side)][cell];
    ++count_[index(side)];
}

Quadrature Quadrature::from(const Setup& setup) {
    require_fields(info, setup, 2);
    require_flat(info, setup);
    const auto counts = count(setup);
    if (counts[0] + counts[1] != 18)
        throw InvalidPosition(tally(info, counts) +
                              " men are not 18: every exchange swaps one man for one (SQUARING)");
    Quadrature g({n});
    g.men_ = {};
    g.count_ = {};
    g.key_ = 0;
    for (int cell = 0; cell < n * n; ++cell)
        if (setup.pieces[cell].height) g.put(setup.pieces[cell].side, cell);
    for (int s = 0; s < 2; ++s) {
        const std::string& dots = setup.fields[s];
        if (dots != "0" && dots != "1" && dots != "2")
            throw InvalidPosition("a marker shows 0, 1 or 2 dots, not \"" + dots + "\" (MARKER)");
        g.dots_[s] = static_cast<std::uint8_t>(dots[0] - '0');
        g.find_squared(static_cast<Side>(s));
    }
    const std::string mover(info.side_name(setup.turn));
    g.end_turn(other(setup.turn));
    if (!g.outcome_) {
        // In a finished position the winner's opponent is the one to move.
        Quadrature backwards = g;
        backwards.end_turn(setup.turn);
        if (backwards.outcome_)
            throw InvalidPosition(mover + " has won and cannot be to move (OBJECT OF THE GAME)");
        if (g.turn_ != setup.turn)
            throw InvalidPosition(
                mover + " has no move and sits out, so the other is to move (BASIC MOVES)");
    }
    return g;
}

std::string Quadrature::fields() const {
    return std::to_string(dots_[0]) + " " + std::to_string(dots_[1]);
}

Piece Quadrature::at(int cell) const {
    for (const Side side : {Side::first, Side::second})
        if (men_[index(side)][cell / n] >> cell % n & 1) return {side, 1};
    return {};
}

bool Quadrature::same_arrangement(const Quadrature& g) const {
    return !any(men_[0] ^ g.men_[0]) && !any(men_[1] ^ g.men_[1]);
}

// SQUARING: a location is squared where it would be the fourth corner to three men of the side. For
// two rows that share a column, each man of one row without a fellow in the other squares its place.
void Quadrature::find_squared(Side side) {
    const Rows own = men_[index(side)];
    Rows squared{};
    for (int r = 0; r < n; ++r) {
        const Rows row = own[r] - Rows{};
        const Rows sharing = (own & row) != 0;
        squared |= sharing & row;
    }
    squared_[index(side)] = squared & ~own;
}

// The one location, as a set.
Quadrature::Rows Quadrature::location(int cell) {
    constexpr Rows lanes{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const auto row = static_cast<std::uint16_t>(cell / n);
    const auto column = static_cast<std::uint16_t>(1u << cell % n);
    const Rows here = lanes == row;
    return here & column;
}

// The men of `theirs` that a man on the cell completes a rectangle with, the other two corners being
// `own`; `mates` are the men of `own` in the same row, without the one on the cell.
Quadrature::Rows Quadrature::squared_by(const Rows& own, const Rows& theirs, int cell,
                                        std::uint16_t mates) {
    const auto column = static_cast<std::uint16_t>(1u << cell % n);
    const Rows here = location(cell) != 0;
    // A second corner of `own` in the cell's column: the third is in one of the two rows, the enemy in
    // the other.
    const Rows pairs = ((own & column) != 0) & ~here;
    const auto fellows = static_cast<std::uint16_t>(merged(pairs & own));
    // The enemy in the cell's column: two corners of `own` in another column that the rows share.
    const Rows opposite = ((theirs & column) != 0) & ((own & mates) != 0);
    return (pairs & theirs & mates) | (here & theirs & fellows) | (opposite & column);
}

bool Quadrature::find_moves(Side side) {
    // BASIC MOVES: one step forward, diagonally forward or sideways, onto an empty location; SQUARING:
    // and not onto one that the enemy squares.
    const Rows own = men_[index(side)];
    constexpr std::uint16_t row = (1u << n) - 1;
    constexpr Rows all{row, row, row, row, row, row, row, row, row, row, row};
    const Rows beside = all & ~(men_[0] | men_[1] | squared_[index(other(side))]);
    // The rows one step ahead, brought beside those they are reached from.
    std::array<std::uint16_t, 18> rows{};
    std::memcpy(&rows[1], &beside, sizeof beside);
    Rows ahead;
    std::memcpy(&ahead, &rows[1 + forward(side)], sizeof ahead);
    const Rows west = own >> 1, east = own << 1;
    moves_ = {west & beside, east & beside, west & ahead, own & ahead, east & ahead};
    if (dots_[index(side)] == 2)
        // MARKER: after two plain sideways moves in a row, no third; one that squares is always allowed.
        for (int way = 0; way < 2; ++way) {
            const Rows sideways = moves_[way], &theirs = men_[index(other(side))];
            for_each_location(sideways, [&](int row, int column) {
                // Within its row the man leaves every other row as it is.
                const Move m = move_at(side, way, row, column);
                const auto mates = static_cast<std::uint16_t>(own[row] & ~(1u << from(m) % n));
                if (!any(squared_by(own, theirs, to(m), mates))) moves_[way] ^= location(to(m));
            });
        }
    return any(moves_[0] | moves_[1] | moves_[2] | moves_[3] | moves_[4]);
}

// West, East, forward to the West, ahead, forward to the East. Precondition: it is such a step.
int Quadrature::way_of(Move m) {
    const int east = to(m) % n - from(m) % n;
    const bool sideways = from(m) / n == to(m) / n;
    return sideways ? (east > 0 ? 1 : 0) : 3 + east;
}

// The move that one bit of moves_ stands for.
Move Quadrature::move_at(Side side, int way, int row, int target_column) {
    const int target_row = way < 2 ? row : row + forward(side);
    return step(row * n + target_column - east_of[way], target_row * n + target_column);
}

template <class F>
void Quadrature::for_each_move(F&& f) const {
    if (over()) return;
    for (int way = 0; way < ways; ++way)
        for_each_location(moves_[way],
                          [&](int row, int column) { f(move_at(turn_, way, row, column)); });
}

void Quadrature::legal_moves(std::vector<Move>& out) const {
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    for_each_move([&](Move m) { out.push_back(m); });
    std::sort(out.begin() + first, out.end());
}

int Quadrature::legal_count() const {
    if (over()) return 0;
    int count = 0;
    for (const Rows& way : moves_)
        for (const std::uint64_t word : words_of(way)) count += std::popcount(word);
    return count;
}

bool Quadrature::is_legal(Move m) const {
    if (over() || from(m) >= n * n || to(m) >= n * n) return false;
    const int rows = (to(m) / n - from(m) / n) * forward(turn_);
    if (rows < 0 || rows > 1 || std::abs(to(m) % n - from(m) % n) > 1 || from(m) == to(m))
        return false;
    return moves_[way_of(m)][from(m) / n] >> to(m) % n & 1;
}

std::optional<Move> Quadrature::random_move(Rng& rng) const {
    if (over()) return std::nullopt;
    const auto words = std::bit_cast<std::array<std::array<std::uint64_t, 4>, ways>>(moves_);
    int k = rng.below(legal_count());
    for (int way = 0;; ++way)
        for (int w = 0; w < 3; ++w) {
            const int here = std::popcount(words[way][w]);
            if (k < here) {
                const int bit = nth_bit(words[way][w], k);
                return move_at(turn_, way, 4 * w + bit / 16, bit % 16);
            }
            k -= here;
        }
}

Explanation Quadrature::explain(Move m) const {
    const Geometry& g = geometry();
    const std::string to_name = g.name(to(m)), text = g.name(from(m)) + "-" + to_name;
    const int me = index(turn_);
    if (const Piece man = at(from(m)); man.height == 0 || man.side != turn_)
        return {g.name(from(m)) + " holds no " + std::string(info.sides[me].colour) +
                    " man (Quadrature, BASIC MOVES)",
                "BASIC MOVES",
                {from(m)}};
    const int rows = (to(m) / n - from(m) / n) * forward(turn_);
    const int columns = std::abs(to(m) % n - from(m) % n);
    if (columns > 1 || rows < 0 || rows > 1 || rows + columns == 0)
        return {text +
                    " is not one step forward, diagonally forward or sideways"
                    " (Quadrature, BASIC MOVES)",
                "BASIC MOVES",
                {from(m), to(m)}};
    if (at(to(m)).height)
        return {to_name + " is occupied (Quadrature, BASIC MOVES)", "BASIC MOVES", {to(m)}};
    const Rows& theirs = men_[1 - me];
    if (any(squared_[1 - me] & location(to(m)))) {
        const auto [beside, above, opposite] = rectangle(theirs, to(m), theirs);
        return {text + " forms a rectangle with the " + std::string(info.sides[1 - me].colour) +
                    " men on " + g.name(beside) + ", " + g.name(above) + " and " +
                    g.name(opposite) + " (Quadrature, SQUARING)",
                "SQUARING",
                {beside, above, opposite}};
    }
    return {text + " goes sideways without squaring a man, but " +
                std::string(info.sides[me].name) + "'s marker shows two dots (Quadrature, MARKER)",
            "MARKER",
            {from(m), to(m)}};
}

Explanation Quadrature::explain_beginning(std::span<const int> cells) const {
    const int cell = cells[0];
    if (const Piece man = at(cell); man.height == 0 || man.side != turn_)
        return explain(step(cell, cell));
    return {
        "the man on " + geometry().name(cell) +
            " cannot go anywhere: each step is occupied, squared by the enemy or, with two dots on "
            "the marker, sideways (Quadrature, BASIC MOVES)",
        "BASIC MOVES",
        {cell}};
}

// The first three men of `men` that make a rectangle with a location, one of them among `of`: the one in
// its row, the one in its column, and the one opposite. Precondition: there are such men.
std::array<int, 3> Quadrature::rectangle(const Rows& men, int cell, const Rows& of) {
    const int r = cell / n, c = cell % n;
    const auto has = [](const Rows& rows, int row, int column) { return rows[row] >> column & 1; };
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k)
            if (i != r && k != c && has(men, r, k) && has(men, i, c) && has(men, i, k) &&
                (has(of, r, k) || has(of, i, c) || has(of, i, k)))
                return {r * n + k, i * n + c, i * n + k};
    return {};
}

std::optional<std::vector<Wave>> Quadrature::effects(Move m) const {
    const Side mover = turn_;
    Rows own = men_[index(mover)], theirs = men_[index(other(mover))];
    own ^= location(from(m)) | location(to(m));
    std::vector<Wave> waves{{{"move", mover, {from(m), to(m)}, 1, 1, {}, {}, {}}}};
    // Each wave squares what it can with the men of the wave before.
    for (Rows added = location(to(m)); any(added);) {
        Rows hits{};
        for_each_location(added, [&](int row, int column) {
            const auto mates = static_cast<std::uint16_t>(own[row] & ~(1u << column));
            hits |= squared_by(own, theirs, row * n + column, mates);
        });
        Wave wave;
        for_each_location(hits, [&](int row, int column) {
            const auto corners = rectangle(own, row * n + column, added);
            wave.push_back({"exchange",
                            mover,
                            {row * n + column},
                            1,
                            1,
                            {corners.begin(), corners.end()},
                            {},
                            {}});
        });
        if (!wave.empty()) waves.push_back(std::move(wave));
        own |= hits;
        theirs &= ~hits;
        added = hits;
    }
    return waves;
}

void Quadrature::play_unchecked(Move m) {
    const Side mover = turn_, enemy = other(mover);
    const int me = index(mover), they = index(enemy);
    Rows own = men_[me], theirs = men_[they];
    own ^= location(from(m)) | location(to(m));
    key_ ^= keys[me][from(m)] ^ keys[me][to(m)];
    // SQUARING: what the moved man squares is exchanged; each man added squares in the same way. The men
    // whose rectangles are still to be looked at are kept in a list; each location enters it at most
    // once.
    std::array<std::uint8_t, 18> added;
    int count = 0;
    added[count++] = static_cast<std::uint8_t>(to(m));
    for (int i = 0; i < count; ++i) {
        const int cell = added[i];
        const auto mates = static_cast<std::uint16_t>(own[cell / n] & ~(1u << cell % n));
        const Rows hits = squared_by(own, theirs, cell, mates);
        if (!any(hits)) continue;
        own |= hits;
        theirs &= ~hits;
        for_each_location(hits, [&](int row, int column) {
            const int hit = row * n + column;
            key_ ^= keys[me][hit] ^ keys[they][hit];
            added[count++] = static_cast<std::uint8_t>(hit);
        });
    }
    const int exchanged = count - 1;
    count_[me] = static_cast<std::uint8_t>(count_[me] + exchanged);
    count_[they] = static_cast<std::uint8_t>(count_[they] - exchanged);
    men_[me] = own;
    men_[they] = theirs;
    // MARKER: one more dot for a plain sideways move, off the board for any other.
    const bool plain_sideways = from(m) / n == to(m) / n && !exchanged;
    dots_[me] = plain_sideways ? static_cast<std::uint8_t>(dots_[me] + 1) : std::uint8_t{0};
    find_squared(mover);
    if (exchanged) find_squared(enemy);
    end_turn(mover);
}

// Decides whether the game ended with the mover's turn, and who moves next.
void Quadrature::end_turn(Side mover) {
    const Side enemy = other(mover);
    outcome_.reset();
    turn_ = enemy;
    turn_reason_ = TurnReason::passed;
    // OBJECT OF THE GAME: two or fewer enemy men, or three of the mover's men in the bar.
    if (count_[index(enemy)] <= 2)
        outcome_ = Outcome{mover, &two_men};
    else if ((men_[index(mover)][goal_row(mover)] & bar) == bar)
        outcome_ = Outcome{mover, &goal_bar};
    else if (!find_moves(enemy)) {
        // BASIC MOVES: whoever has no move sits out; if neither has one, the game is a draw.
        if (find_moves(mover)) {
            turn_ = mover;
            turn_reason_ = TurnReason::sat_out;
        } else {
            outcome_ = Outcome{std::nullopt, &no_moves};
        }
    }
}

std::uint64_t Quadrature::hash() const {
    return Hasher().add(key_).add(index(turn_) | dots_[0] << 1 | dots_[1] << 3).value();
}

std::optional<Score> Quadrature::score() const { return Score{count_[0], count_[1]}; }

void Quadrature::features(std::vector<Feature>& out) const {
    for (const Side side : {Side::first, Side::second}) {
        Feature squared{"squared", side, {}, {}};
        for_each_location(squared_[index(side)] & ~(men_[0] | men_[1]),
                          [&](int row, int column) { squared.cells.push_back(row * n + column); });
        if (!squared.cells.empty()) out.push_back(squared);
        out.push_back({"goal bar", side, {}, {}});
        for (unsigned rest = bar; rest; rest &= rest - 1)
            out.back().cells.push_back(goal_row(side) * n + std::countr_zero(rest));
        out.push_back({"marker", side, {}, std::to_string(dots_[index(side)])});
    }
}

Quadrature Quadrature::transformed(const Symmetry& symmetry) const {
    Quadrature g = *this;
    g.men_ = {};
    g.count_ = {};
    g.key_ = 0;
    for (int cell = 0; cell < n * n; ++cell)
        if (const Piece man = at(cell); man.height)
            g.put(symmetry.swaps ? other(man.side) : man.side, symmetry.map[cell]);
    if (symmetry.swaps) {
        g.turn_ = other(turn_);
        std::swap(g.dots_[0], g.dots_[1]);
        if (outcome_ && outcome_->winner) g.outcome_->winner = other(*outcome_->winner);
    }
    g.find_squared(Side::first);
    g.find_squared(Side::second);
    g.find_moves(g.turn_);
    return g;
}

void Quadrature::mark_legal_actions(bool* out) const {
    if (over()) return;
    for (int way = 0; way < ways; ++way)
        for_each_location(moves_[way], [&](int row, int column) {
            out[ways * (row * n + column - east_of[way]) + way] = true;
        });
}

int Quadrature::action_of(Move m) const { return ways * from(m) + way_of(m); }

Move Quadrature::move_of_action(int action) const {
    const int cell = action / ways, way = action % ways;
    const int east = way < 2 ? 2 * way - 1 : way - 3;
    const int row = cell / n + (way < 2 ? 0 : forward(turn_)), column = cell % n + east;
    // A step off the board is not a move: it becomes a step to where it starts, which is never legal.
    if (row < 0 || row >= n || column < 0 || column >= n) return step(cell, cell);
    return step(cell, row * n + column);
}

}  // namespace quincunx
