// Solvers that know one game, for searches that know none.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/game.hpp"
#include "core/proof.hpp"
#include "core/tick.hpp"
#include "play/line.hpp"

namespace quincunx {

// A solver works in slices: solve() looks at no more than about `nodes` further positions and says what
// it has proven, or nothing if that was not enough; what it has learnt stays in its table, so that the
// next call goes on from there. It calls check() at least once a millisecond, which may throw; the
// solver is in order afterwards. The same calls give the same results: no clock, no thread.
template <class S, class G>
concept Solver = requires(S solver, const S kept, const Line<G>& line, std::int64_t nodes,
                          const Tick& check, std::size_t bytes) {
    S(bytes);  // the most memory that its tables may take
    { solver.solve(line, nodes, check) } -> std::same_as<std::optional<Proof>>;
    { kept.nodes() } -> std::same_as<std::int64_t>;  // looked at so far, in all calls together
    // Is it likely to be solved while a player waits? Only a guess.
    { S::within_reach(line.position()) } -> std::same_as<bool>;
};

// Specialised beside the rules of a game that has a solver of its own; the others are solved by the
// proof search of search/proof_search.hpp.
template <class G>
struct OwnSolver {
    using type = void;
};

}  // namespace quincunx
