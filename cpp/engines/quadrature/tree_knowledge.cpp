#include "engines/quadrature/tree_knowledge.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "core/numbers.hpp"

namespace quincunx {

namespace {

using Rows = Quadrature::Rows;
constexpr int n = Quadrature::n;
constexpr int ways = 5;  // West, East, forward to the West, ahead, to the East
constexpr std::array<int, ways> east{-1, 1, -1, 0, 1};
constexpr unsigned bar = 0b111u << 4;  // e to g, in the furthest row

// Log-odds that the side to move wins. Fitted by logistic regression on 111,000 positions without an
// exchange to be had, out of 7,000 games of the engine against itself: 250 simulations a move, two to
// fifteen random moves at first and one now and then; 3,000 games with weights set by hand, 4,000 with
// weights fitted to those. Where there are two, the first is for what the side to move has, the second
// for what the other side has. Mirrored columns share a number.
constexpr float to_move = -0.37f;
// A man, by row as its owner sees it and by column from the nearer edge.
constexpr float man[n][6] = {
    {0.50f, 0.51f, 0.53f, 0.54f, 0.54f, 0.54f},  {0.49f, 0.53f, 0.56f, 0.57f, 0.55f, 0.55f},
    {0.47f, 0.57f, 0.62f, 0.64f, 0.58f, 0.57f},  {0.38f, 0.61f, 0.78f, 0.73f, 0.74f, 0.66f},
    {0.13f, 0.34f, 0.52f, 0.54f, 0.51f, 0.47f},  {0.33f, 0.38f, 0.62f, 0.50f, 0.44f, 0.31f},
    {0.17f, 0.57f, 0.40f, 0.19f, 0.06f, 0.36f},  {0.60f, 0.31f, 0.19f, 0.12f, 0.05f, 0.38f},
    {-0.21f, 0.19f, 0.26f, 0.59f, 0.67f, 0.28f}, {-0.19f, -0.17f, 0.56f, 0.69f, 1.30f, 1.33f},
    {0.19f, 0.22f, 0.54f, 1.24f, 1.97f, 1.84f}};
// Exchanges ahead, beyond what the men themselves count for; and an amount for each man ahead and each
// step that the men of both sides have gone, since what is won early counts for more.
constexpr float ahead[] = {0.00f, 1.51f, 2.14f, 0.96f, 0.58f, 0.30f, -0.06f};
constexpr float ahead_late = -0.0057f;
// Steps to the bar of the three nearest men, together.
constexpr float race[2][16] = {{0.00f, 0.13f, 1.49f, 1.35f, 1.21f, 1.05f, 0.36f, 0.40f, 0.30f,
                                0.38f, 0.07f, 0.10f, -0.51f, 0.07f, -0.69f, -0.83f},
                               {0.00f, -1.58f, -1.27f, -0.93f, -0.79f, -0.61f, -0.07f, 0.01f,
                                -0.55f, -0.22f, 0.05f, -0.08f, 0.06f, -0.10f, 0.10f, 0.78f}};
// Each step to be made, and what is added to it if it goes sideways.
constexpr float step[2] = {0.077f, -0.070f};
constexpr float sideways[2] = {-0.055f, 0.068f};
// Steps that seem to exchange a man.
constexpr float threats[2][5] = {{-0.39f, -0.11f, -0.38f, 0.21f, 0.06f},
                                 {0.55f, -0.01f, -0.43f, -0.42f, -0.76f}};
// Enemy men on such locations, which a chain would go on from.
constexpr float chained[2] = {0.017f, -0.021f};
// The marker.
constexpr float dots[2][3] = {{0.00f, -0.14f, -0.42f}, {0.00f, 0.29f, 0.54f}};

int forward(Side side) { return side == Side::first ? 1 : -1; }
// How far up the board, as the side sees it.
int height(Side side, int row) { return side == Side::first ? row : n - 1 - row; }
int from_edge(int column) { return std::min(column, n - 1 - column); }

// Each row one step ahead of where it was.
Rows stepped(const Rows& rows, Side side) {
    constexpr Rows board{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    std::array<std::uint16_t, 18> padded{};
    std::memcpy(&padded[1], &rows, sizeof rows);
    Rows ahead;
    std::memcpy(&ahead, &padded[side == Side::first ? 0 : 2], sizeof ahead);
    return ahead & -board;
}

// Eleven rows are in the first three words.
std::array<std::uint64_t, 4> words_of(const Rows& rows) {
    return std::bit_cast<std::array<std::uint64_t, 4>>(rows);
}
int count(const Rows& rows) {
    const auto words = words_of(rows);
    return std::popcount(words[0]) + std::popcount(words[1]) + std::popcount(words[2]);
}
template <class F>
void for_each_location(const Rows& rows, F&& f) {
    const auto words = words_of(rows);
    for (int w = 0; w < 3; ++w)
        for (std::uint64_t rest = words[w]; rest; rest &= rest - 1) {
            const int bit = std::countr_zero(rest);
            f(4 * w + bit / 16, bit % 16);
        }
}

// Where a man of `own` would be the corner of a rectangle with two fellows and one of `theirs`. The man
// that goes there may itself be one of the fellows counted, so not every step there exchanges.
Rows squaring_points(const Rows& own, const Rows& theirs) {
    constexpr Rows lanes{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    Rows points{};
#pragma GCC unroll 11
    for (int r = 0; r < n; ++r) {
        const Rows mine = own[r] - Rows{}, enemy = theirs[r] - Rows{};
        const Rows fellows = (own & mine) != 0;  // the enemy is in the same column
        const Rows mixed = ((theirs & mine) | (own & enemy)) != 0;  // a fellow is
        const Rows elsewhere = lanes != static_cast<std::uint16_t>(r);
        points |= elsewhere & ((fellows & enemy) | (mixed & mine));
    }
    return points;
}

// What a side could do if it were its turn. Its marker is left out of account.
struct Reach {
    Reach(const Quadrature& position, Side side) {
        const Rows own = position.men(side), theirs = position.men(other(side));
        constexpr std::uint16_t row = (1u << n) - 1;
        constexpr Rows all{row, row, row, row, row, row, row, row, row, row, row};
        const Rows free = all & ~(own | theirs | position.squared(other(side)));
        const Rows front = stepped(own, side);
        targets = {(own >> 1) & free, (own << 1) & free, (front >> 1) & free, front & free,
                   (front << 1) & free};
        points = squaring_points(own, theirs);
    }

    std::array<Rows, ways> targets;  // by way to go, the locations it leads to
    Rows points;
};

// Steps from a location to the bar.
int way_to_bar(int up, int column) {
    const int aside = std::max({4 - column, column - 6, 0});
    return std::max(n - 1 - up, aside);
}

// The log-odds of the side to move, by what stands on the board.
float balance(const Quadrature& position, const Reach& mine, const Reach& theirs) {
    const Side me = position.turn();
    float sum = to_move;
    int lead = 0, gone = 0;
    for (const Side side : {me, other(me)}) {
        const int k = side == me ? 0 : 1;
        const Reach& reach = k ? theirs : mine;
        float placed = 0;
        std::array<int, 3> nearest{n, n, n};
        for_each_location(position.men(side), [&](int row, int column) {
            const int up = height(side, row);
            placed += man[up][from_edge(column)];
            lead += k ? -1 : 1;
            gone += up - 2;
            const int far = way_to_bar(up, column);
            if (far >= nearest[2]) return;
            nearest[2] = far;
            if (nearest[2] < nearest[1]) std::swap(nearest[1], nearest[2]);
            if (nearest[1] < nearest[0]) std::swap(nearest[0], nearest[1]);
        });
        sum += k ? -placed : placed;
        sum += race[k][std::min(nearest[0] + nearest[1] + nearest[2], 15)];
        int steps = 0, exchanging = 0;
        for (const Rows& targets : reach.targets) {
            steps += count(targets);
            exchanging += count(targets & reach.points);
        }
        sum += step[k] * static_cast<float>(steps);
        sum += sideways[k] * static_cast<float>(count(reach.targets[0]) + count(reach.targets[1]));
        sum += threats[k][std::min(exchanging, 4)];
        sum += chained[k] * static_cast<float>(count(position.men(other(side)) & reach.points));
        sum += dots[k][position.dots(side)];
    }
    // An exchange is one for one, so the lead is even.
    const float more = ahead[std::min(std::abs(lead) / 2, 6)];
    return sum + (lead < 0 ? -more : more) + ahead_late * static_cast<float>(lead * gone);
}

// As good as won.
constexpr float sure = 8.0f;
float won_by(const std::optional<Side>& winner, Side me) {
    return !winner ? 0.0f : *winner == me ? sure : -sure;
}
float chance(float odds) { return 1.0f / (1.0f + exponential(-odds)); }

// The log-odds of the side to move, after the exchanges that are to be had have been made: either side
// may go on exchanging or leave it.
float settled(const Quadrature& position, int depth, float alpha, float beta) {
    const Side me = position.turn();
    const Reach mine(position, me);
    float best = balance(position, mine, Reach(position, other(me)));
    if (depth == 0 || best >= beta) return best;
    Rows wanted = mine.points;
    const int goal = me == Side::first ? n - 1 : 0;
    const unsigned missing = bar & ~position.men(me)[goal];
    if (std::has_single_bit(missing)) wanted[goal] |= static_cast<std::uint16_t>(missing);
    for (int way = 0; way < ways; ++way)
        for_each_location(mine.targets[way] & wanted, [&](int row, int column) {
            if (best >= beta) return;
            const int start = (way < 2 ? row : row - forward(me)) * n + column - east[way];
            const Move m = *Quadrature::move_of(std::array{start, row * n + column});
            if (!position.is_legal(m)) return;  // the marker
            Quadrature next = position;
            next.play_unchecked(m);
            float value;
            if (const auto end = next.outcome())
                value = won_by(end->winner, me);
            else if (next.score() == position.score())
                return;  // the man was a corner itself
            else if (next.turn() == me)
                value = settled(next, depth - 1, std::max(alpha, best), beta);
            else
                value = -settled(next, depth - 1, -beta, -std::max(alpha, best));
            best = std::max(best, value);
        });
    return best;
}

}  // namespace

Result TreeKnowledge<Quadrature>::judge(const Quadrature& position) {
    if (position.over()) return Result::of(position.outcome()->winner);
    const float mine = chance(settled(position, 4, -2 * sure, 2 * sure));
    return {position.turn() == Side::first ? mine : 1.0f - mine};
}

// Each move by what the board looks like after it.
void TreeKnowledge<Quadrature>::set_priors(const Quadrature& position, Last,
                                           const MovePriors& priors) {
    const Side me = position.turn();
    float best = -sure;
    for (std::size_t i = 0; i < priors.moves.size(); ++i) {
        Quadrature next = position;
        next.play_unchecked(priors.moves[i]);
        float& odds = priors.weight[i];
        if (const auto end = next.outcome())
            odds = won_by(end->winner, me);
        else
            odds = (next.turn() == me ? 1.0f : -1.0f) *
                   balance(next, Reach(next, next.turn()), Reach(next, other(next.turn())));
        best = std::max(best, odds);
    }
    const float top = chance(best);
    for (std::size_t i = 0; i < priors.moves.size(); ++i) {
        const float odds = priors.weight[i];
        // Half: found by matches. The hundredth keeps what looks bad from being forgotten.
        priors.weight[i] = exponential(0.5f * (odds - best)) + 0.01f;
        priors.bonus[i] = chance(odds) - top;
    }
}

}  // namespace quincunx
