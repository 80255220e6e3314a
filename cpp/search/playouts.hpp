// Uniform random games: every legal move equally likely, to the end.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "core/rng.hpp"
#include "core/tally.hpp"
#include "games/fill.hpp"
#include "games/lanes.hpp"
#include "play/line.hpp"
#include "search/past.hpp"
#include "search/workers.hpp"

namespace quincunx {

// How to play: move by move; by filling the board, one at a time; by filling many boards at once.
enum class Way { moves, fill, lanes };

template <Game G>
constexpr Way fastest_way() {
    if constexpr (LaneGame<G>) return Way::lanes;
    if constexpr (FillGame<G>) return Way::fill;
    return Way::moves;
}

// A uniformly random legal move, or none when the game is over.
template <Game G>
std::optional<Move> random_move(const G& g, Rng& rng) {
    if constexpr (requires { g.random_move(rng); }) {
        if (g.over()) return std::nullopt;
        return g.random_move(rng);
    } else {
        const auto legal = g.legal_set();
        const int count = legal.count();
        if (count == 0) return std::nullopt;
        if constexpr (G::info.has_pie_rule) {
            const int k = rng.below(count + (g.may_swap() ? 1 : 0));
            return k == count ? swap_move : G::move(legal.nth(k));
        } else {
            return G::move(legal.nth(rng.below(count)));
        }
    }
}

// Several games side by side: while one waits for its last step, the processor is busy with another.
template <Game G>
Tally play_moves(const Line<G>& line, std::int64_t games, Rng& shared) {
    // Of 1, 2, 4 and 8 the best for Hadron (67 ns a game against 141 one by one); elsewhere no matter.
    constexpr std::int64_t side_by_side = 8;
    struct Game {
        G position;
        Past<G> past;
        std::int64_t plies = 0;
    };
    Rng rng = shared;
    Tally tally;
    const Game start{line.position(), Past<G>(line)};
    std::int64_t started = std::min(games, side_by_side);
    std::vector<Game> room(static_cast<std::size_t>(started), start);
    for (Game *const first = room.data(), *end = first + started; end != first;) {
        for (Game* game = first; game < end; ++game) {
            if (const auto move = random_move(game->position, rng)) {
                game->position.play_unchecked(*move);
                ++game->plies;
                const bool repeats = game->past.enter(game->position);
                if (!repeats || game->position.over()) continue;
                tally.add(std::nullopt);
            } else {
                tally.add(game->position.outcome()->winner);
            }
            tally.plies += game->plies;
            if (started < games) {
                *game = start;
                ++started;
            } else {
                *game = *--end;
            }
        }
    }
    shared = rng;
    return tally;
}

template <Game G>
Tally play_some(const Line<G>& line, std::int64_t games, Way way, Rng& rng) {
    if constexpr (LaneGame<G>)
        if (way == Way::lanes) {
            Tally tally;
            tally.first = fill_lanes(line.position(), games, rng);
            tally.second = games - tally.first;
            return tally;
        }
    if constexpr (FillGame<G>)
        if (way != Way::moves) {
            Tally tally;
            const auto fill = line.position().fill();
            std::array<decltype(fill.empty), 64> boards;
            for (std::int64_t i = 0; i < games; ++i) {
                if (i % 64 == 0) deal_many(fill, boards, rng);
                tally.add(line.position().filled_winner(boards[i % 64]));
            }
            return tally;
        }
    if constexpr (requires(const G g) { g.play_many(games, rng); })
        return line.position().play_many(games, rng);
    else
        return play_moves(line, games, rng);
}

// n games from here. The result depends on n, seed and way, not on the number of threads.
template <Game G>
Tally playouts(const Line<G>& line, std::int64_t n, std::uint64_t seed, int threads, Way way,
               const Tick& tick) {
    Tally total;
    if (const auto outcome = line.outcome()) {
        total.add(outcome->winner);
        return {n * total.first, n * total.second, n * total.draws, 0};
    }
    constexpr std::int64_t chunk = 1024;
    std::mutex lock;
    share_work((n + chunk - 1) / chunk, threads, tick, [&](std::int64_t i, const Tick&) {
        Rng rng(seed, static_cast<std::uint64_t>(i));
        const Tally part = play_some(line, std::min(chunk, n - i * chunk), way, rng);
        const std::scoped_lock guard(lock);
        total += part;
    });
    return total;
}

}  // namespace quincunx
