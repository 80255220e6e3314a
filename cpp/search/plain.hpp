// The baseline: no knowledge of any game. UCT with uniformly random playouts.
#pragma once

#include <optional>

#include "core/game.hpp"
#include "core/rng.hpp"
#include "games/fill.hpp"
#include "games/knowledge.hpp"
#include "search/playouts.hpp"

namespace quincunx {

// A uniformly random game from here, the quick way where the game has one.
template <Game G, class Past>
Result random_playout(G& position, Past& past, Rng& rng) {
    if constexpr (FillGame<G>) {
        if (position.over()) return Result::of(position.outcome()->winner);
        std::array<decltype(position.fill().empty), 1> board;
        deal_many(position.fill(), board, rng);
        return Result::of(position.filled_winner(board[0]));
    } else {
        int entered = 0;
        std::optional<Side> winner;
        for (;;) {
            const auto move = random_move(position, rng);
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

template <Game G>
class Plain {
  public:
    static constexpr Tuning tuning{0.7f, 0.0f, 0.0f, 2, false, 0};
    static constexpr bool uct = true;

    explicit Plain(const G&) {}
    void estimate(const G&, Last, const Estimates&) {}
    template <class Past>
    Result playout(G& position, Last, Past& past, Rng& rng, Marks&) {
        return random_playout(position, past, rng);
    }
};

}  // namespace quincunx
