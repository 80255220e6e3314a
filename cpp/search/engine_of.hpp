// The engine for one game: threads, limits, the solver's share, reports.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/apart.hpp"
#include "play/notation.hpp"
#include "search/engine.hpp"
#include "search/mcts.hpp"
#include "search/solvers.hpp"

namespace quincunx {

template <Game G, class K>
class EngineOf : public Searcher {
    using Clock = std::chrono::steady_clock;
    static constexpr bool solves = K::tuning.solver_nodes > 0;

  public:
    EngineOf(const Line<G>& line, const EngineOptions& options)
        : options_(options), start_(line.position()), tree_(options.bytes - solver_bytes()) {
        seed_workers();
    }
    ~EngineOf() override { stop(); }

    void start(const AnyLine& any, const Limits& limits) override {
        const auto* line = std::get_if<Line<G>>(&any);
        if (!line || line->position().options().size != start_.options().size)
            throw std::invalid_argument("the engine is for " + std::string(G::info.name) +
                                        " of size " + std::to_string(start_.options().size));
        if (line->over()) throw std::invalid_argument("the game is over: nothing to search");
        require_idle();
        threads_.clear();
        limits_ = limits;
        began_ = Clock::now();
        deadline_ = Clock::time_point::max();
        // A hundredth is kept back for whoever has to wake up and ask for the report.
        if (limits.seconds && *limits.seconds < 1e9)
            deadline_ =
                began_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(
                             *limits.seconds - std::min(*limits.seconds / 100, 0.002)));
        stop_ = StoppedBy::nothing_yet;
        playouts_ = 0;
        for (auto& worker : workers_) {
            worker->past.emplace(*line);
            worker->alone = workers_.size() == 1;
            worker->playouts = 0;
            worker->draws = 0.0;
        }
        tree_.set_root(*line, *workers_[0]);
        if constexpr (solves) {
            // A solver that would not get anywhere only takes time from the tree.
            solving_ = SolverOf<G>::within_reach(line->position()) ? Solving::root : Solving::done;
            if (!solver_) solver_.emplace(solver_bytes());
            nodes_before_ = solver_->nodes();
            solver_nodes_ = 0;
        }
        running_ = static_cast<int>(workers_.size());
        searched_ = true;
        for (std::size_t t = 0; t < workers_.size(); ++t)
            threads_.emplace_back([this, t] { run(t); });
    }

    bool wait(double seconds) override {
        std::unique_lock guard(lock_);
        const bool ended = ended_.wait_for(guard, std::chrono::duration<double>(seconds),
                                           [&] { return running_ == 0; });
        if (ended && failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
        return ended;
    }

    void stop() override {
        stop_because(StoppedBy::request);
        {
            // The solver may be at its last share still.
            const std::scoped_lock guard(lock_);
            StoppedBy playouts = StoppedBy::playouts;
            if (running_ > 0) stop_.compare_exchange_strong(playouts, StoppedBy::request);
        }
        for (auto& thread : threads_)
            if (thread.joinable()) thread.join();
    }

    void clear() override {
        require_idle();
        tree_.clear();
        if constexpr (solves) solver_.reset();
        seed_workers();
        searched_ = false;
    }

    Report report(int lines, int length) const override {
        if (!searched_) throw std::logic_error("nothing has been searched yet");
        Report report;
        Block& block = tree_.root_block();
        const auto order = Tree::ranking(block);
        const Side mover = tree_.line().turn();
        for (const std::uint32_t i : order) {
            if (lines > 0 && static_cast<int>(report.lines.size()) == lines) break;
            report.lines.push_back(line_of(block, i, mover, length));
        }
        if (const MoveProof proof = tree_.root_proof(); proof.known())
            report.proven = Proof{proof.winner(mover), proof.plies()};
        double draws = 0;
        std::int64_t playouts = 0;
        for (const auto& worker : workers_) {
            playouts += worker->playouts.load(std::memory_order_relaxed);
            draws += worker->draws.load(std::memory_order_relaxed);
        }
        double draw = playouts ? draws / static_cast<double>(playouts) : 0.0;
        if (report.proven) {
            draw = report.proven->winner ? 0.0 : 1.0;
            report.value = tree_.root_proof().value();
        } else {
            // The best move's own mean: that of the root holds all the bad ones as well.
            report.value = line_of(block, order[0], mover, 0).value;
            draw = std::min(draw, 2 * std::min(report.value, 1 - report.value));
        }
        report.wdl = {report.value - draw / 2, draw, 1 - report.value - draw / 2};
        report.playouts = playouts;
        report.nodes = tree_.blocks();
        if constexpr (solves) report.nodes += solver_nodes_.load(std::memory_order_relaxed);
        report.bytes = tree_.used_bytes();
        const std::scoped_lock guard(lock_);
        report.running = running_ > 0;
        report.seconds =
            std::chrono::duration<double>((report.running ? Clock::now() : end_) - began_).count();
        report.stopped_by = report.running ? StoppedBy::nothing_yet : stop_.load();
        return report;
    }

  private:
    using Tree = Mcts<G, K>;
    using Worker = typename Tree::Worker;
    // Simulations between two looks at the clock.
    static constexpr int few = 4;
    // A lost game is searched this far on, for the defence that is hardest to break.
    static constexpr std::int64_t last_stand = 2000;
    enum class Solving { root, moves, done };

    std::size_t solver_bytes() const { return solves ? options_.bytes / 4 : 0; }

    void seed_workers() {
        workers_.clear();
        for (int t = 0; t < options_.threads; ++t)
            workers_.push_back(
                std::make_unique<Worker>(start_, options_.seed, static_cast<std::uint64_t>(t)));
    }
    void require_idle() const {
        const std::scoped_lock guard(lock_);
        if (running_ > 0) throw std::logic_error("a search is running: stop it first");
    }
    void stop_because(StoppedBy reason) {
        StoppedBy none = StoppedBy::nothing_yet;
        stop_.compare_exchange_strong(none, reason);
    }
    bool stopped() const { return stop_.load(std::memory_order_relaxed) != StoppedBy::nothing_yet; }

    void run(std::size_t t) {
        std::exception_ptr failure;
        try {
            search(t);
        } catch (...) {
            failure = std::current_exception();
            stop_because(StoppedBy::request);
        }
        const std::scoped_lock guard(lock_);
        if (failure) failure_ = failure;
        end_ = Clock::now();
        if (--running_ == 0) ended_.notify_all();
    }

    void search(std::size_t t) {
        Worker& worker = *workers_[t];
        while (!stopped()) {
            look_at_limits();
            if (stopped()) break;
            // Taken several at a time: a number that all threads count up is a narrow place.
            const std::int64_t first = playouts_.fetch_add(few, std::memory_order_relaxed);
            const std::int64_t left = limits_.playouts ? *limits_.playouts - first : few;
            for (std::int64_t i = 0; i < std::min<std::int64_t>(few, left); ++i)
                tree_.simulate(worker, check_);
            if (left <= few && limits_.playouts) stop_because(StoppedBy::playouts);
            if constexpr (solves)
                if (t == 0 && !stopped()) solve_a_little();
        }
        tree_.settle(worker);
        // Others may have used up the playouts while the solver was at work.
        if constexpr (solves)
            if (t == 0 && stop_ == StoppedBy::playouts) solve_a_little();
    }

    void look_at_limits() {
        if (Clock::now() >= deadline_) stop_because(StoppedBy::time);
        const MoveProof proof = tree_.root_proof();
        if (!proof.known()) return;
        const bool has_a_move =
            tree_.root_block().best_proof().known() || proof.kind() != MoveProof::Kind::win;
        if (!has_a_move) return;
        if (proof.kind() != MoveProof::Kind::loss || tree_.root_block().best_proof().known() ||
            playouts_.load(std::memory_order_relaxed) >= last_stand)
            stop_because(StoppedBy::proof);
    }

    // The solver's share of the time, counted in nodes and not on the clock, so that a search with a
    // seed can be repeated.
    void solve_a_little() {
        if (solving_ == Solving::done) return;
        const std::int64_t due =
            playouts_.load(std::memory_order_relaxed) * K::tuning.solver_nodes / 10'000 -
            solver_nodes_.load(std::memory_order_relaxed);
        if (due < 1 + K::tuning.solver_nodes / 100) return;
        try {
            if (solving_ == Solving::root) {
                if (const auto proof = solver_->solve(tree_.line(), due, check_)) {
                    tree_.learn(std::nullopt, *proof);
                    const bool won = proof->winner == tree_.line().turn();
                    solving_ = won ? Solving::moves : Solving::done;
                    candidates_ = Tree::ranking(tree_.root_block());
                }
            } else {
                solve_moves(due);
            }
        } catch (const Stopped&) {
        }
        solver_nodes_.store(solver_->nodes() - nodes_before_, std::memory_order_relaxed);
    }

    // The position is won: by which move? The best-looking ones first; the table knows most of it.
    void solve_moves(std::int64_t due) {
        while (!candidates_.empty()) {
            const std::uint32_t i = candidates_.front();
            Line<G> next = tree_.line();
            next.play_unchecked(tree_.root_block().move()[i]);
            const std::int64_t before = solver_->nodes();
            const auto proof = solver_->solve(next, due, check_);
            if (!proof) return;
            tree_.learn(i, *proof);
            if (proof->winner == tree_.line().turn()) {
                solving_ = Solving::done;
                return;
            }
            candidates_.erase(candidates_.begin());
            due -= solver_->nodes() - before;
            if (due <= 0) return;
        }
        solving_ = Solving::done;
    }

    RootLine line_of(Block& block, std::uint32_t i, Side mover, int length) const {
        const G& position = tree_.line().position();
        RootLine line;
        line.move = move_text(position, block.move()[i]);
        line.visits = peek(block.visits()[i]);
        const MoveProof proof = block.proof_of(i);
        // A move that was never tried is worth what the search would start from.
        line.value = proof.known() ? proof.value()
                     : line.visits ? peek(block.value()[i])
                                   : peek(block.amaf_value()[i]);
        line.prior = std::max(0.0f, peek(block.prior()[i]));
        if (proof.known()) line.proven = Proof{proof.winner(mover), proof.plies() + 1};
        Block* next = &block;
        for (std::uint32_t at = i; static_cast<int>(line.pv.size()) < length;) {
            line.pv.push_back(move_text(position, next->move()[at]));
            next = tree_.replies(*next, at);
            if (!next || next->count == 0) break;
            at = Tree::ranking(*next)[0];
            if (!peek(next->visits()[at]) && !next->proof_of(at).known()) break;
        }
        return line;
    }

    EngineOptions options_;
    G start_;
    Tree tree_;
    std::vector<std::unique_ptr<Worker>> workers_;
    bool searched_ = false;

    Limits limits_;
    Clock::time_point began_, deadline_, end_;
    std::atomic<StoppedBy> stop_{StoppedBy::nothing_yet};
    // For work that takes longer than a few simulations. The last share of the solver may still be due
    // when the playouts are used up.
    const Tick check_ = [this] {
        if (stopped() && stop_ != StoppedBy::playouts) throw Stopped{};
        if (Clock::now() >= deadline_) {
            stop_because(StoppedBy::time);
            throw Stopped{};
        }
    };
    alignas(apart) std::atomic<std::int64_t> playouts_{0};

    alignas(apart) std::optional<std::conditional_t<solves, SolverOf<G>, std::monostate>> solver_;
    Solving solving_ = Solving::done;
    std::vector<std::uint32_t> candidates_;
    std::int64_t nodes_before_ = 0;
    std::atomic<std::int64_t> solver_nodes_{0};

    mutable std::mutex lock_;
    std::condition_variable ended_;
    int running_ = 0;
    std::vector<std::jthread> threads_;
    std::exception_ptr failure_;
};

}  // namespace quincunx
