// Exact solving of one game's positions, for searches that know no game.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/game.hpp"
#include "core/memory.hpp"
#include "core/proof.hpp"
#include "core/stop_check.hpp"
#include "play/history.hpp"
#include "search/past.hpp"

namespace quincunx {

// A solver works in slices: solve() looks at no more than about `nodes` further positions and says what
// it has proven, or nothing if that was not enough; what it has learnt stays in its table, so that the
// next call goes on from there. check() may throw; the solver is in order afterwards. The same calls give
// the same results: no clock, no thread.
template <class S, class G>
concept Solver = requires(S solver, const S kept, const G& position, const Past<G>& past,
                          std::int64_t nodes, const StopCheck& check, std::size_t bytes) {
    S(bytes);  // the most memory that its tables may take
    // Precondition: the game is not over. The past ends with the position itself.
    { solver.solve(position, past, nodes, check) } -> std::same_as<std::optional<Proof>>;
    { kept.nodes() } -> std::same_as<std::int64_t>;  // looked at so far, in all calls together
    // Is it likely to be solved while a player waits? Only a guess.
    { S::within_reach(position) } -> std::same_as<bool>;
};

// Specialised in cpp/engines for a game that has a solver of its own; the others are solved by the
// searches that know no game (search/solver_of.hpp).
template <class G>
struct OwnSolver {
    using type = void;
};

// Any game's solver, behind one interface.
class alignas(interference_size) GameSolver {
  public:
    virtual ~GameSolver() = default;

    // What has been proven about the history's position after this many further nodes.
    virtual std::optional<Proof> solve(const History& history, std::int64_t nodes,
                                       const StopCheck& check) = 0;
    virtual std::int64_t nodes() const = 0;
};

template <Game G, class S>
    requires Solver<S, G>
class GameSolverOf final : public GameSolver {
  public:
    explicit GameSolverOf(std::size_t bytes) : solver_(bytes) {}

    std::optional<Proof> solve(const History& history, std::int64_t nodes,
                               const StopCheck& check) override {
        if (const auto outcome = history.outcome()) return Proof{outcome->winner, 0};
        return solver_.solve(as<G>(history.position()), Past<G>(history), nodes, check);
    }
    std::int64_t nodes() const override { return solver_.nodes(); }

  private:
    S solver_;
};

}  // namespace quincunx
