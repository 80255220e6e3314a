// Plain minimax: every line to its end, nothing left out, nothing remembered. What the clever searches
// must agree with on small boards.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/adjudicator.hpp"
#include "core/game.hpp"
#include "search/past.hpp"

namespace quincunx {

// 1, 0 or -1 for the side to move. Nothing if it takes more positions than `nodes`, which counts down.
template <Game G, class Adjudicator = RulesAdjudicator<G>>
std::optional<int> minimax(const G& position, Past<G>& past, std::int64_t& nodes) {
    if (--nodes < 0) return std::nullopt;
    std::vector<Move> moves;
    position.legal_moves(moves);
    int best = -1;
    for (const Move m : moves) {
        G next = position;
        next.play_unchecked(m);
        const bool repeats = past.enter(next);
        std::optional<int> value;
        if (next.over()) {
            const auto winner = Adjudicator::winner(next);
            value = !winner ? 0 : *winner == position.turn() ? 1 : -1;
        } else if (repeats) {
            value = 0;
        } else {
            value = minimax<G, Adjudicator>(next, past, nodes);
            if (value && next.turn() != position.turn()) value = -*value;
        }
        past.leave();
        if (!value) return std::nullopt;
        best = std::max(best, *value);
    }
    return best;
}

}  // namespace quincunx
