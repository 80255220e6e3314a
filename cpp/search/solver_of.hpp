// Which solver a game is solved by.
#pragma once

#include <type_traits>

#include "core/game.hpp"
#include "search/proof_search.hpp"
#include "search/solver.hpp"
#include "search/win_search.hpp"

namespace quincunx {

namespace detail {

template <class G>
constexpr auto solver_of() {
    if constexpr (!std::is_void_v<typename OwnSolver<G>::type>)
        return std::type_identity<typename OwnSolver<G>::type>{};
    else if constexpr (G::remembers)
        return std::type_identity<WinSearch<G>>{};
    else
        return std::type_identity<ProofSearch<G>>{};
}

}  // namespace detail

// The game's own; else the searches that know no game.
template <Game G>
using SolverOf = typename decltype(detail::solver_of<G>())::type;

}  // namespace quincunx
