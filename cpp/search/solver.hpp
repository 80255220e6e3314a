// Exact solving of one game's positions, for searches that know no game.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "core/game.hpp"
#include "core/memory.hpp"
#include "core/proof.hpp"
#include "core/stop_check.hpp"
#include "play/history.hpp"
#include "search/checkpoint.hpp"
#include "search/past.hpp"
#include "search/proof_numbers.hpp"

namespace quincunx {

// How far a solver is, as far as that can be said.
struct SolverState {
    std::size_t used = 0, room = 0;  // entries of the table of positions
    // Of what was asked last, for its player to move, where the solver goes by proof numbers.
    std::optional<ProofNumbers> root;
    int depth = 0;  // plies that it looks ahead now, where it goes by depth
};

// A solver works in slices: solve() looks at no more than about `nodes` further positions and says what
// it has proven, or nothing if that was not enough; what it has learnt stays in its table, so that the
// next call goes on from there. check() may throw; the solver is in order afterwards. The same calls give
// the same results: no clock, no thread.
//
// What a solver has learnt can be saved and loaded into a new one of the same game, board and memory, which
// then goes on as the other one would have.
template <class S, class G>
concept Solver =
    requires(S solver, const S kept, const G& position, const Past<G>& past, std::int64_t nodes,
             const StopCheck& check, std::size_t bytes, Saver& saver, Loader& loader) {
        S(bytes);  // the most memory that its tables may take
        // Precondition: the game is not over. The past ends with the position itself.
        { solver.solve(position, past, nodes, check) } -> std::same_as<std::optional<Proof>>;
        { kept.nodes() } -> std::same_as<std::int64_t>;  // looked at so far, in all calls together
        { kept.state() } -> std::same_as<SolverState>;
        // What it is and does, with a number that grows when what it saves changes its meaning.
        { S::kind } -> std::convertible_to<std::string_view>;
        { kept.save(saver) } -> std::same_as<void>;
        // Precondition: nothing has been asked yet. The position is any one of this board. If it throws, the
        // solver is of no use.
        { solver.load(loader, position) } -> std::same_as<void>;
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
    virtual SolverState state() const = 0;
    virtual std::string_view kind() const = 0;
    virtual void save(Saver& saver) const = 0;
    virtual void load(Loader& loader, const History& any) = 0;
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
    SolverState state() const override { return solver_.state(); }
    std::string_view kind() const override { return S::kind; }
    void save(Saver& saver) const override { solver_.save(saver); }
    void load(Loader& loader, const History& any) override {
        solver_.load(loader, as<G>(any.position()));
    }

  private:
    S solver_;
};

}  // namespace quincunx
