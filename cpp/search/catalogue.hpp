// Every game, and how any of them begins, by name: from the start, or from a position that is read. The list
// itself is cpp/games/catalogue.txt; the build writes files for each of its lines.
#pragma once

#include <span>
#include <string_view>

#include "core/game.hpp"
#include "play/history.hpp"

namespace quincunx {

// What is known about a game by those who do not know its type.
struct GameRules {
    const GameInfo* info;
    PositionPtr (*start)(const Options&);  // precondition: the size is offered
    PositionPtr (*from)(const Setup&);
};

// In the order in which menus show them.
std::span<const GameRules> catalogue();
// Throws InvalidPosition, with the games that there are.
const GameRules& rules_of(std::string_view id);

// The start of a game, or the position that a fen describes. Both throw InvalidPosition.
History start(std::string_view game, const Options& options);
History from_fen(std::string_view game, std::string_view fen);

}  // namespace quincunx
