// Exact solving with a clock: works on a position until it is proven, the time has run out, or somebody
// asks it to stop.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "core/memory.hpp"
#include "core/proof.hpp"
#include "core/stop_check.hpp"
#include "play/history.hpp"
#include "search/checkpoint.hpp"
#include "search/solver.hpp"

namespace quincunx {

class alignas(interference_size) ExactSolver {
  public:
    // For the game and board of this history.
    ExactSolver(const History& any, std::unique_ptr<GameSolver> solver);

    // Works on the value of the history's position; goes on where it was when called again. Throws
    // std::invalid_argument if the history is of another game or board, and what `check` throws.
    std::optional<Proof> work(const History& history, double seconds, const StopCheck& check);
    // From any thread: the work that is going on returns soon.
    void stop() { stop_ = true; }
    std::int64_t nodes() const {
        return nodes_.load(std::memory_order_relaxed);
    }  // from any thread

    // While no work goes on.
    SolverState state() const { return solver_->state(); }
    std::string_view kind() const { return solver_->kind(); }
    void save(const Saver::Sink& sink) const;
    // What another solver of this game, board and memory has saved. Throws BadCheckpoint, and whatever
    // the source throws; then the solver is of no use. Precondition: nothing has been asked yet.
    void load(const Loader::Source& source, const History& any);

  private:
    const GameInfo& info_;
    const int size_;
    const std::unique_ptr<GameSolver> solver_;
    std::atomic<bool> stop_{false};
    std::atomic<std::int64_t> nodes_{0};
};

}  // namespace quincunx
