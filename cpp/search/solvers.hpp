// Which solver a game is solved by.
#pragma once

#include <type_traits>

#include "core/game.hpp"
#include "games/solving.hpp"

namespace quincunx {

namespace detail {

template <class G>
struct SolverFor {
    using type = typename OwnSolver<G>::type;
};

}  // namespace detail

// The game's own, or the proof search that knows no game.
template <Game G>
using SolverOf = typename detail::SolverFor<G>::type;

}  // namespace quincunx
