// The engine and the solver of every game, by the game of a history.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "play/history.hpp"
#include "search/engine.hpp"
#include "search/exact.hpp"
#include "search/game_search.hpp"

namespace quincunx {

// The build writes this from cpp/games/catalogue.txt. Precondition: there is such a game.
const GameEngines& engines_of(std::string_view id);

// For the game and board of this history.
std::unique_ptr<Engine> make_engine(const History& any, const EngineOptions& options);
// … with this much memory for its tables.
std::unique_ptr<ExactSolver> make_solver(const History& any, std::size_t bytes);

}  // namespace quincunx
