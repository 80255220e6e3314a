// What there is to say about moves, for every game and every binding alike: why one is not allowed, what it
// does, and how things are after it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "play/history.hpp"

namespace quincunx {

// Why a move, or the beginning of one, cannot be played: its cells joined by "-", or "swap". Nothing if it
// can, or if a legal move begins so. Throws InvalidMove.
std::optional<Explanation> explain(const History& history, std::string_view text);

// That the game is over, and by which rule. Precondition: it is.
Explanation explain_end(const History& history);

// What a move does, in order: to the pieces first, then the features that appear and vanish, and what else
// there is to tell. Precondition: it is legal.
std::vector<Wave> waves_of(const History& history, Move m);

// What a move has done to the pieces, for a game that does not say it: the mover's own doing first, then all
// else that is different afterwards, the nearest first.
std::vector<Wave> differences(const Position& before, const Position& after, Move m);

}  // namespace quincunx
