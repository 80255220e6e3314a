// Uniform random games: every legal move equally likely, to the end.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "boards/fill.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"
#include "core/tally.hpp"
#include "play/history.hpp"
#include "search/lanes.hpp"
#include "search/past.hpp"
#include "search/workers.hpp"

namespace quincunx {

// How to play: move by move; by filling the board, one at a time; by filling many boards at once.
enum class Way { moves, fill, lanes };

constexpr std::string_view name_of(Way way) {
    switch (way) {
        case Way::moves: return "moves";
        case Way::fill: return "fill";
        case Way::lanes: return "lanes";
    }
    return {};
}

template <Game G>
constexpr Way fastest_way() {
    if constexpr (LaneGame<G>) return Way::lanes;
    if constexpr (FillGame<G>) return Way::fill;
    return Way::moves;
}

template <Game G>
constexpr bool has_way(Way way) {
    return way == Way::moves || (way == Way::fill && FillGame<G>) ||
           (way == Way::lanes && LaneGame<G>);
}

// Several games side by side: while one waits for its last step, the processor is busy with another.
template <Game G>
Tally play_moves(const History& history, std::int64_t games, Rng& shared) {
    // The best of 1, 2, 4 and 8 for Hadron (67 ns a game, 141 one by one); elsewhere it does not matter.
    constexpr std::int64_t side_by_side = 8;
    struct Game {
        G position;
        Past<G> past;
        std::int64_t plies = 0;
    };
    Rng rng = shared;
    Tally tally;
    const Game start{as<G>(history.position()), Past<G>(history)};
    std::int64_t started = std::min(games, side_by_side);
    std::vector<Game> room(static_cast<std::size_t>(started), start);
    for (Game *const first = room.data(), *end = first + started; end != first;) {
        for (Game* game = first; game < end; ++game) {
            if (const auto move = game->position.random_move(rng)) {
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
Tally play_some(const History& history, std::int64_t games, [[maybe_unused]] Way way, Rng& rng) {
    [[maybe_unused]] const G& position = as<G>(history.position());
    if constexpr (LaneGame<G>)
        if (way == Way::lanes) {
            Tally tally;
            tally.first = fill_lanes(position, games, rng);
            tally.second = games - tally.first;
            return tally;
        }
    if constexpr (FillGame<G>)
        if (way != Way::moves) {
            Tally tally;
            const auto fill = position.fill();
            std::array<decltype(fill.empty), 64> boards;
            for (std::int64_t i = 0; i < games; ++i) {
                if (i % 64 == 0) deal_many(fill, boards, rng);
                tally.add(position.filled_winner(boards[i % 64]));
            }
            return tally;
        }
    if constexpr (requires(const G g) { g.play_many(games, rng); })
        return position.play_many(games, rng);
    else
        return play_moves<G>(history, games, rng);
}

// n games from here. The result depends on n, seed and way, not on the number of threads.
template <Game G>
Tally playouts(const History& history, std::int64_t n, std::uint64_t seed, int threads, Way way,
               const StopCheck& check) {
    Tally total;
    if (const auto outcome = history.outcome()) {
        total.add(outcome->winner);
        return {n * total.first, n * total.second, n * total.draws, 0};
    }
    constexpr std::int64_t chunk = 1024;
    Mutex lock;
    share_work((n + chunk - 1) / chunk, threads, check, [&](std::int64_t i, const StopCheck&) {
        Rng rng(seed, static_cast<std::uint64_t>(i));
        const Tally part = play_some<G>(history, std::min(chunk, n - i * chunk), way, rng);
        const Guard guard(lock);
        total += part;
    });
    return total;
}

}  // namespace quincunx
