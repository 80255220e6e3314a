#include "games/quadrature.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "core/bits.hpp"
#include "core/errors.hpp"
#include "core/hash.hpp"
#include "games/setup.hpp"

namespace quincunx {

namespace {

// OBJECT OF THE GAME: the bar in the furthest row, e to g.
constexpr unsigned bar = 0b111u << 4;

// Calls f(row, columns) with the men of `theirs` that a man on (r, c) completes a rectangle with, the
// other two corners being `own`. The own men include the one on (r, c).
template <class Rows, class F>
void for_squared_by(const Rows& own, const Rows& theirs, int r, int c, F&& f) {
    const unsigned column = 1u << c;
    const unsigned mates = own[r] & ~column;
    for (int i = 0; i < static_cast<int>(own.size()); ++i) {
        if (i == r) continue;
        if (own[i] & column) {
            // Two own corners in column c: the third in one of the rows, the enemy in the other.
            if (const unsigned hit = theirs[r] & own[i]) f(r, hit);
            if (const unsigned hit = theirs[i] & mates) f(i, hit);
        } else if (theirs[i] & column) {
            if (mates & own[i]) f(i, column);
        }
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
    men_[0][2] = men_[1][8] = 0b111111111u << 1;
    find_squared(Side::first);
    find_squared(Side::second);
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
    for (int cell = 0; cell < n * n; ++cell)
        if (setup.pieces[cell].height)
            g.men_[index(setup.pieces[cell].side)][cell / n] |= 1u << cell % n;
    for (int s = 0; s < 2; ++s) {
        const std::string& dots = setup.fields[s];
        if (dots != "0" && dots != "1" && dots != "2")
            throw InvalidPosition("a marker shows 0, 1 or 2 dots, not \"" + dots + "\" (MARKER)");
        g.dots_[s] = static_cast<std::uint8_t>(dots[0] - '0');
        g.find_squared(static_cast<Side>(s));
    }
    const std::string mover(info.side_names[index(setup.turn)]);
    g.end_turn(other(setup.turn));
    if (!g.outcome_) {
        // A finished position names the winner's opponent as the one to move.
        Quadrature backwards = g;
        backwards.end_turn(setup.turn);
        if (backwards.outcome_)
            throw InvalidPosition(mover + " has won and cannot be to move (OBJECT OF THE GAME)");
        if (g.turn_ != setup.turn)
            throw InvalidPosition(mover +
                                  " has no move and sits out, so the other is to move (BASIC MOVES)");
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

int Quadrature::men(Side side) const {
    int count = 0;
    for (const unsigned row : men_[index(side)]) count += std::popcount(row);
    return count;
}

// SQUARING: a location is squared where it would be the fourth corner to three men of the side. For
// two rows that share a column, each man of one row without a fellow in the other squares its place.
void Quadrature::find_squared(Side side) {
    const Rows& rows = men_[index(side)];
    Rows& squared = squared_[index(side)];
    squared = {};
    std::array<int, n> used;
    int count = 0;
    for (int r = 0; r < n; ++r)
        if (rows[r]) used[count++] = r;
    for (int i = 0; i < count; ++i)
        for (int j = i + 1; j < count; ++j) {
            const unsigned a = rows[used[i]], b = rows[used[j]];
            if (!(a & b)) continue;
            squared[used[i]] |= static_cast<std::uint16_t>(b & ~a);
            squared[used[j]] |= static_cast<std::uint16_t>(a & ~b);
        }
}

// BASIC MOVES: one step forward, diagonally forward or sideways, onto an empty location; SQUARING: and
// not onto one that the enemy squares.
std::uint64_t Quadrature::row_targets(Side side, int row) const {
    const std::uint64_t own = men_[index(side)][row];
    if (!own) return 0;
    const unsigned beside = open(side, row);
    const int next = row + forward(side);
    const unsigned ahead = 0 <= next && next < n ? open(side, next) : 0;
    return ((own >> 1) & beside) | ((own << 1) & beside) << n | ((own >> 1) & ahead) << 2 * n |
           (own & ahead) << 3 * n | ((own << 1) & ahead) << 4 * n;
}

std::uint64_t Quadrature::row_moves(Side side, int row) const {
    std::uint64_t targets = row_targets(side, row);
    if (dots_[index(side)] < 2) return targets;
    // MARKER: two plain sideways moves in a row, no third; one that squares is always allowed.
    constexpr std::uint64_t sideways = (std::uint64_t{1} << 2 * n) - 1;
    for (std::uint64_t rest = targets & sideways; rest; rest &= rest - 1) {
        const Move m = row_move(side, row, std::countr_zero(rest));
        if (!squares(side, from(m), to(m))) targets &= ~(rest & -rest);
    }
    return targets;
}

// The move that one bit of row_targets stands for.
Move Quadrature::row_move(Side side, int row, int bit) {
    static constexpr std::array<int, 5> east{-1, 1, -1, 0, 1};
    const int way = bit / n;
    const int target = (way < 2 ? row : row + forward(side)) * n + bit % n;
    return step(row * n + bit % n - east[way], target);
}

bool Quadrature::has_move(Side side) const {
    for (int row = 0; row < n; ++row)
        if (row_moves(side, row)) return true;
    return false;
}

void Quadrature::legal_moves(std::vector<Move>& out) const {
    if (over()) return;
    const auto first = out.size();
    for (int row = 0; row < n; ++row)
        for (std::uint64_t rest = row_moves(turn_, row); rest; rest &= rest - 1)
            out.push_back(row_move(turn_, row, std::countr_zero(rest)));
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
}

int Quadrature::legal_count() const {
    int count = 0;
    for (int row = 0; row < n && !over(); ++row) count += std::popcount(row_moves(turn_, row));
    return count;
}

bool Quadrature::is_legal(Move m) const {
    if (over() || from(m) >= n * n || to(m) >= n * n) return false;
    const int row = from(m) / n;
    for (std::uint64_t rest = row_moves(turn_, row); rest; rest &= rest - 1)
        if (row_move(turn_, row, std::countr_zero(rest)) == m) return true;
    return false;
}

Move Quadrature::random_move(Rng& rng) const {
    std::array<std::uint64_t, n> moves;
    int count = 0;
    for (int row = 0; row < n; ++row) {
        moves[row] = row_moves(turn_, row);
        count += std::popcount(moves[row]);
    }
    int k = rng.below(count);
    int row = 0;
    for (int here; k >= (here = std::popcount(moves[row])); ++row) k -= here;
    return row_move(turn_, row, nth_bit(moves[row], k));
}

// Would a man of the side that goes from one location to another square anything?
bool Quadrature::squares(Side side, int from, int to) const {
    Rows own = men_[index(side)];
    own[from / n] &= static_cast<std::uint16_t>(~(1u << from % n));
    own[to / n] |= static_cast<std::uint16_t>(1u << to % n);
    bool any = false;
    for_squared_by(own, men_[index(other(side))], to / n, to % n,
                   [&](int, unsigned) { any = true; });
    return any;
}

std::string Quadrature::why_illegal(Move m) const {
    const Geometry& g = geometry();
    const std::string from_name = g.name(from(m)), to_name = g.name(to(m));
    const std::string text = from_name + "-" + to_name;
    const char* colour[2] = {"white", "black"};
    const int me = index(turn_);
    const std::string basic = " (Quadrature, BASIC MOVES)";
    if (const Piece man = at(from(m)); man.height == 0 || man.side != turn_)
        return from_name + " holds no " + colour[me] + " man" + basic;
    const int rows = (to(m) / n - from(m) / n) * forward(turn_);
    const int columns = std::abs(to(m) % n - from(m) % n);
    if (columns > 1 || rows < 0 || rows > 1 || rows + columns == 0)
        return text + " is not one step forward, diagonally forward or sideways" + basic;
    if (at(to(m)).height) return to_name + " is occupied" + basic;
    const Rows& theirs = men_[1 - me];
    const int r = to(m) / n, c = to(m) % n;
    for (int i = 0; i < n; ++i)
        if (const unsigned shared = theirs[i] & theirs[r]; i != r && theirs[i] >> c & 1 && shared) {
            const int k = std::countr_zero(shared);
            return text + " forms a rectangle with the " + colour[1 - me] + " men on " +
                   g.name(r * n + k) + ", " + g.name(i * n + c) + " and " + g.name(i * n + k) +
                   " (Quadrature, SQUARING)";
        }
    return text + " goes sideways without squaring a man, but " +
           std::string(info.side_names[me]) + "'s marker shows two dots (Quadrature, MARKER)";
}

void Quadrature::play_unchecked(Move m) {
    const Side mover = turn_;
    Rows& own = men_[index(mover)];
    Rows& theirs = men_[index(other(mover))];
    own[from(m) / n] &= static_cast<std::uint16_t>(~(1u << from(m) % n));
    own[to(m) / n] |= static_cast<std::uint16_t>(1u << to(m) % n);
    // SQUARING: what the moved man squares is exchanged; each man added squares in the same way. The
    // men that are to look around are kept in a list; each location enters it once at most.
    std::array<std::uint8_t, 19> added;
    int count = 0;
    added[count++] = static_cast<std::uint8_t>(to(m));
    for (int i = 0; i < count; ++i) {
        Rows hits{};
        for_squared_by(own, theirs, added[i] / n, added[i] % n, [&](int row, unsigned columns) {
            hits[row] |= static_cast<std::uint16_t>(columns);
        });
        for (int row = 0; row < n; ++row) {
            own[row] |= hits[row];
            theirs[row] &= static_cast<std::uint16_t>(~hits[row]);
            for (unsigned rest = hits[row]; rest; rest &= rest - 1)
                added[count++] = static_cast<std::uint8_t>(row * n + std::countr_zero(rest));
        }
    }
    const bool exchanged = count > 1;
    // MARKER: one dot more for a plain sideways move, off the board for any other.
    std::uint8_t& dots = dots_[index(mover)];
    const bool sideways = from(m) / n == to(m) / n;
    dots = sideways && !exchanged ? static_cast<std::uint8_t>(dots + 1) : std::uint8_t{0};
    find_squared(mover);
    if (exchanged) find_squared(other(mover));
    end_turn(mover);
}

// Decides whether the game ended with the mover's turn, and who moves next.
void Quadrature::end_turn(Side mover) {
    const Side enemy = other(mover);
    outcome_.reset();
    turn_ = enemy;
    // OBJECT OF THE GAME: two or fewer enemy men, or three own men in the bar.
    if (men(enemy) <= 2)
        outcome_ = Outcome{mover, Termination::two_men};
    else if ((men_[index(mover)][goal_row(mover)] & bar) == bar)
        outcome_ = Outcome{mover, Termination::goal_bar};
    else if (!has_move(enemy)) {
        // BASIC MOVES: who has no move sits out; if neither has one, the game is a draw.
        if (has_move(mover))
            turn_ = mover;
        else
            outcome_ = Outcome{std::nullopt, Termination::no_moves};
    }
}

std::uint64_t Quadrature::arrangement_hash() const {
    Hasher hasher;
    for (const Rows& rows : men_) {
        // Eleven rows of eleven bits, packed five to a word.
        for (int r = 0; r < n; r += 5) {
            std::uint64_t word = 0;
            for (int i = r; i < std::min(r + 5, n); ++i) word = word << n | rows[i];
            hasher.add(word);
        }
    }
    return hasher.value();
}

std::uint64_t Quadrature::hash() const {
    return Hasher().add(arrangement_hash()).add(index(turn_) | dots_[0] << 1 | dots_[1] << 3).value();
}

std::optional<Score> Quadrature::score() const {
    return Score{men(Side::first), men(Side::second)};
}

void Quadrature::features(std::vector<Feature>& out) const {
    for (const Side side : {Side::first, Side::second}) {
        Feature squared{"squared", side, {}, {}};
        for (int r = 0; r < n; ++r)
            for (unsigned rest = squared_[index(side)][r] & ~(men_[0][r] | men_[1][r]); rest;
                 rest &= rest - 1)
                squared.cells.push_back(r * n + std::countr_zero(rest));
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
    for (int cell = 0; cell < n * n; ++cell)
        if (const Piece man = at(cell); man.height) {
            const int to = symmetry.map[cell];
            const Side side = symmetry.swaps ? other(man.side) : man.side;
            g.men_[index(side)][to / n] |= static_cast<std::uint16_t>(1u << to % n);
        }
    if (symmetry.swaps) {
        g.turn_ = other(turn_);
        std::swap(g.dots_[0], g.dots_[1]);
        if (outcome_ && outcome_->winner) g.outcome_->winner = other(*outcome_->winner);
    }
    g.find_squared(Side::first);
    g.find_squared(Side::second);
    return g;
}

int Quadrature::action_of(Move m) const {
    const int east = to(m) % n - from(m) % n;
    const bool sideways = from(m) / n == to(m) / n;
    return 5 * from(m) + (sideways ? (east > 0 ? 1 : 0) : 3 + east);
}

Move Quadrature::move_of_action(int action) const {
    const int cell = action / 5, way = action % 5;
    const int east = way < 2 ? 2 * way - 1 : way - 3;
    const int row = cell / n + (way < 2 ? 0 : forward(turn_)), column = cell % n + east;
    // Off the board is no move: a step to where it starts, which is never legal.
    if (row < 0 || row >= n || column < 0 || column >= n) return step(cell, cell);
    return step(cell, row * n + column);
}

}  // namespace quincunx
