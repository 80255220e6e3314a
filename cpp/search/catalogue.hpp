// Every game, and what can be done with any of them by name: start it, read a position, count, play at
// random. The list itself is cpp/games/catalogue.txt; the build writes a file for each of its lines.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/stop_check.hpp"
#include "core/tally.hpp"
#include "play/history.hpp"
#include "search/batch.hpp"
#include "search/perft.hpp"

namespace quincunx {

// What is known about a game by those who do not know its type.
struct GameRules {
    const GameInfo* info;
    PositionPtr (*start)(const Options&);  // precondition: the size is offered
    PositionPtr (*from)(const Setup&);
    std::vector<PerftPart> (*divide)(const History&, int depth, int threads, const StopCheck&);
    Tally (*playouts)(const History&, std::int64_t n, std::uint64_t seed, int threads,
                      const std::string& way, const StopCheck&);
    std::string_view fastest_way;
    std::unique_ptr<Batch> (*batch)(const History&, int count);
};

// In the order in which menus show them.
std::span<const GameRules> catalogue();
// Throws InvalidPosition, with the games that there are.
const GameRules& rules_of(std::string_view id);

// The start of a game, or the position that a fen describes. Both throw InvalidPosition.
History start(std::string_view game, const Options& options);
History from_fen(std::string_view game, std::string_view fen);

}  // namespace quincunx
