// Uniform random games: every legal move equally likely, to the end.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>

#include "core/game.hpp"
#include "core/rng.hpp"
#include "games/fill.hpp"
#include "games/lanes.hpp"
#include "play/line.hpp"
#include "search/past.hpp"
#include "search/workers.hpp"

namespace quincunx {

struct Tally {
    std::int64_t first = 0, second = 0, draws = 0;
    std::int64_t plies = 0;  // of all games together; stays 0 where games are filled, not played

    void add(std::optional<Side> winner) {
        if (!winner)
            ++draws;
        else if (*winner == Side::first)
            ++first;
        else
            ++second;
    }
    Tally& operator+=(const Tally& t) {
        first += t.first;
        second += t.second;
        draws += t.draws;
        plies += t.plies;
        return *this;
    }
};

// How to play: move by move; by filling the board, one at a time; by filling many boards at once.
enum class Way { moves, fill, lanes };

template <Game G>
constexpr Way fastest_way() {
    if constexpr (LaneGame<G>) return Way::lanes;
    if constexpr (FillGame<G>) return Way::fill;
    return Way::moves;
}

// Precondition: !g.over().
template <Game G>
Move random_move(const G& g, Rng& rng) {
    if constexpr (requires { g.random_move(rng); }) {
        return g.random_move(rng);
    } else {
        const auto legal = g.legal_set();
        const int count = legal.count();
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
Tally play_moves(const Line<G>& line, std::int64_t games, Rng& rng) {
    constexpr int side_by_side = 8;  // 4 and 16 were slower (benchmarks, all games)
    struct Game {
        G position;
        Past<G> past;
        int plies = 0;
    };
    Tally tally;
    const Game start{line.position(), Past<G>(line)};
    std::vector<Game> live;
    std::int64_t started = 0;
    for (; started < games && started < side_by_side; ++started) live.push_back(start);
    while (!live.empty()) {
        for (std::size_t i = 0; i < live.size(); ++i) {
            Game& game = live[i];
            if (!game.position.over()) {
                game.position.play_unchecked(random_move(game.position, rng));
                ++game.plies;
                const bool repeats = game.past.enter(game.position);
                if (!repeats || game.position.over()) continue;
                tally.add(std::nullopt);
            } else {
                tally.add(game.position.outcome()->winner);
            }
            tally.plies += game.plies;
            if (started < games) {
                game = start;
                ++started;
            } else {
                std::swap(game, live.back());
                live.pop_back();
            }
        }
    }
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
            for (std::int64_t i = 0; i < games; ++i)
                tally.add(fill_and_judge(line.position(), rng));
            return tally;
        }
    return play_moves(line, games, rng);
}

// n games from here. The result depends on n, seed and way, not on the number of threads.
template <Game G>
Tally playouts(const Line<G>& line, std::int64_t n, std::uint64_t seed, int threads, Way way,
               const Tick& tick) {
    Tally total;
    if (const auto outcome = line.outcome()) {
        for (std::int64_t i = 0; i < n; ++i) total.add(outcome->winner);
        return total;
    }
    constexpr std::int64_t chunk = 1024;
    std::mutex lock;
    share_work((n + chunk - 1) / chunk, threads, tick, [&](std::int64_t i) {
        Rng rng(seed, static_cast<std::uint64_t>(i));
        const Tally part = play_some(line, std::min(chunk, n - i * chunk), way, rng);
        const std::scoped_lock guard(lock);
        total += part;
    });
    return total;
}

}  // namespace quincunx
