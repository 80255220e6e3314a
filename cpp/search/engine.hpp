// The engine: a tree search and an exact solver for one game, in threads of their own, with limits and
// reports.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory.hpp"
#include "core/proof.hpp"
#include "core/stop_check.hpp"
#include "core/threads.hpp"
#include "play/history.hpp"
#include "search/game_search.hpp"

namespace quincunx {

struct EngineOptions {
    int threads = 1;
    std::size_t bytes = std::size_t{256} << 20;  // for tree and tables together
    std::uint64_t seed = 0;
    bool plain = false;  // the baseline: UCT, uniformly random playouts, no solver
};

// When to stop by itself. Without any: when somebody says so, or when all is proven.
struct Limits {
    std::optional<double> seconds;
    std::optional<std::int64_t> playouts;
};

enum class StoppedBy { nothing_yet, time, playouts, request, proof };

constexpr std::string_view text_of(StoppedBy reason) {
    switch (reason) {
        case StoppedBy::time: return "time";
        case StoppedBy::playouts: return "playouts";
        case StoppedBy::request: return "stop";
        case StoppedBy::proof: return "proven";
        case StoppedBy::nothing_yet: break;
    }
    return {};
}

// What a search found out about one move of the root.
struct Candidate {
    std::string move;
    double value;  // expected score of the side to move, 0 to 1
    std::int64_t visits;
    double prior;
    std::optional<Proof> proven;  // plies from the root on
    std::vector<std::string> pv;  // the principal variation, with the move itself
};

struct Report {
    std::vector<Candidate> lines;  // best first
    double value;
    std::array<double, 3> wdl;  // for the side to move
    std::optional<Proof> proven;
    std::int64_t playouts, nodes;
    double seconds;
    std::size_t bytes;
    bool running;
    StoppedBy stopped_by;
};

class alignas(interference_size) Engine {
  public:
    // For the game and board of this history.
    Engine(const History& any, const EngineOptions& options, const GameEngines& engines);
    ~Engine() { stop(); }
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    // Begins to search and returns at once. Throws std::invalid_argument if the history is of another
    // game or board or is over, std::logic_error if a search is running, std::system_error if not all
    // threads can be started; nothing is running then.
    void start(const History& history, const Limits& limits);
    // Waits this long, or until the search ends; says whether it has. Throws what a thread has failed
    // with. In a build without threads nothing happens but here: the search goes on for this long, and
    // where it pauses makes no difference to what it finds.
    bool wait(double seconds);
    // Ends the search, if one is running, and returns when it has ended.
    void stop();
    // What is known, while the search runs or afterwards: at most this many lines (0 for all), each at
    // most this long. Throws std::logic_error if nothing has been searched yet.
    Report report(int lines, int length) const;
    // Forgets all that was learnt. Throws std::logic_error if a search is running.
    void clear();

  private:
    using Clock = std::chrono::steady_clock;
    enum class Solving { root, moves, done };

    bool solves() const { return search_->tuning().solver_nodes > 0; }
    std::size_t solver_bytes() const { return solves() ? options_.bytes / 4 : 0; }
    void require_idle() const;
    void stop_because(StoppedBy reason);
    bool stopped() const { return stop_.load(std::memory_order_relaxed) != StoppedBy::nothing_yet; }
    void start_threads();
    void work_until(Clock::time_point pause);
    void run(int worker);
    bool search(int worker);  // says whether it has ended, and not only come to a pause
    void look_at_limits(Clock::time_point now);
    void solve_a_little();
    void solve_moves(std::int64_t due);
    Candidate candidate(Block& block, std::uint32_t i, Side mover, int length) const;

    const EngineOptions options_;
    const GameEngines engines_;
    const GameInfo& info_;
    const int size_;
    const std::unique_ptr<GameSearch> search_;
    bool searched_ = false;

    Limits limits_;
    Clock::time_point began_, deadline_, end_;
    Clock::time_point pause_ = Clock::time_point::max();  // without threads: wait() returns then
    std::atomic<StoppedBy> stop_{StoppedBy::nothing_yet};
    StopCheck check_;  // for work that takes longer than a few simulations
    alignas(interference_size) std::atomic<std::int64_t> playouts_{0};

    alignas(interference_size) std::unique_ptr<GameSolver> solver_;
    Solving solving_ = Solving::done;
    std::vector<std::uint32_t> candidates_;
    std::int64_t nodes_before_ = 0;
    std::atomic<std::int64_t> solver_nodes_{0};

    mutable Mutex lock_;
    Signal ended_;
    int running_ = 0;
    std::exception_ptr failure_;
    std::vector<Thread> threads_;
};

}  // namespace quincunx
