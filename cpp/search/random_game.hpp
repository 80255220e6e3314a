// One uniformly random game from a position to its end, and its result.
#pragma once

#include <array>
#include <optional>

#include "boards/fill.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"
#include "core/side.hpp"
#include "search/past.hpp"

namespace quincunx {

// How a game ended, or what its end was judged to be: the score of the first side, and how much of it is
// draws.
struct Result {
    float first;
    float draw = 0.0f;

    static constexpr Result of(const std::optional<Side>& winner) {
        if (!winner) return {0.5f, 1.0f};
        return {*winner == Side::first ? 1.0f : 0.0f};
    }
};

// The quick way where the game has one. Leaves the past as it was.
template <Game G>
Result random_game(G& position, Past<G>& past, Rng& rng) {
    if constexpr (FillGame<G>) {
        if (position.over()) return Result::of(position.outcome()->winner);
        std::array<decltype(position.fill().empty), 1> board;
        deal_many(position.fill(), board, rng);
        return Result::of(position.filled_winner(board[0]));
    } else {
        int entered = 0;
        std::optional<Side> winner;
        for (;;) {
            const auto move = position.random_move(rng);
            if (!move) {
                winner = position.outcome()->winner;
                break;
            }
            position.play_unchecked(*move);
            ++entered;
            if (past.enter(position) && !position.over()) break;
        }
        while (entered-- > 0) past.leave();
        return Result::of(winner);
    }
}

}  // namespace quincunx
