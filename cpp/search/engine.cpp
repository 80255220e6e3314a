#include "search/engine.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "play/notation.hpp"

namespace quincunx {

namespace {

// Simulations between two looks at the clock.
constexpr int few = 4;
// A lost game is still searched up to this many playouts, for the defence that is hardest to break.
constexpr std::int64_t last_stand = 2000;

}  // namespace

Engine::Engine(const History& any, const EngineOptions& options, const GameEngines& engines)
    : options_(options),
      engines_(engines),
      info_(any.info()),
      size_(any.position().options().size),
      // A plain search has no solver, and so all of the memory.
      search_(engines.search(any, options.plain ? options.bytes : options.bytes - options.bytes / 4,
                             options.plain)) {
    // The last share of the solver may still be due when the playouts are used up.
    check_ = [this] {
        if (stopped() && stop_ != StoppedBy::playouts) throw Stopped{};
        if (Clock::now() >= deadline_) {
            stop_because(StoppedBy::time);
            throw Stopped{};
        }
    };
    search_->hire(options_.threads, options_.seed);
}

void Engine::start(const History& history, const Limits& limits) {
    if (&history.info() != &info_ || history.position().options().size != size_)
        throw std::invalid_argument("the engine is for " + std::string(info_.name) + " of size " +
                                    std::to_string(size_));
    if (history.over()) throw std::invalid_argument("the game is over: nothing to search");
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
    search_->set_root(history);
    if (solves()) {
        // A solver that would not get anywhere only takes time from the tree.
        solving_ = engines_.within_reach(history) ? Solving::root : Solving::done;
        if (!solver_) solver_ = engines_.solver(history, solver_bytes());
        nodes_before_ = solver_->nodes();
        solver_nodes_ = 0;
    }
    searched_ = true;
    if constexpr (has_threads) {
        start_threads();
    } else {
        running_ = 1;
        failure_ = nullptr;
    }
}

// All of them, or none.
void Engine::start_threads() {
    {
        const Guard guard(lock_);
        running_ = options_.threads;
        failure_ = nullptr;
    }
    try {
        for (int worker = 0; worker < options_.threads; ++worker)
            threads_.emplace_back([this, worker] { run(worker); });
    } catch (...) {
        stop_because(StoppedBy::request);
        const auto started = static_cast<int>(threads_.size());
        threads_.clear();  // joins
        const Guard guard(lock_);
        running_ -= options_.threads - started;  // those started have counted themselves off
        end_ = Clock::now();
        throw;
    }
}

bool Engine::wait(double seconds) {
    work_until(seconds < 1e9 ? Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                  std::chrono::duration<double>(seconds))
                             : Clock::time_point::max());
    WaitingGuard guard(lock_);
    const bool ended = ended_.wait_for(guard, std::chrono::duration<double>(seconds),
                                       [&] { return running_ == 0; });
    if (ended && failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    return ended;
}

void Engine::stop() {
    stop_because(StoppedBy::request);
    {
        // The solver may still be at its last share.
        const Guard guard(lock_);
        StoppedBy playouts = StoppedBy::playouts;
        if (running_ > 0) stop_.compare_exchange_strong(playouts, StoppedBy::request);
    }
    for (auto& thread : threads_)
        if (thread.joinable()) thread.join();
    work_until(Clock::time_point::max());
}

// Without threads, whoever waits does the work.
void Engine::work_until(Clock::time_point pause) {
    if constexpr (!has_threads) {
        pause_ = pause;
        if (running_ > 0) run(0);
    }
}

void Engine::clear() {
    require_idle();
    search_->tree().clear();
    solver_.reset();
    search_->hire(options_.threads, options_.seed);
    searched_ = false;
}

Report Engine::report(int lines, int length) const {
    if (!searched_) throw std::logic_error("nothing has been searched yet");
    const SearchTree& tree = search_->tree();
    Report report;
    Block& block = tree.root_block();
    const auto order = SearchTree::ranking(block);
    const Side mover = tree.history().turn();
    for (const std::uint32_t i : order) {
        if (lines > 0 && static_cast<int>(report.lines.size()) == lines) break;
        report.lines.push_back(candidate(block, i, mover, length));
    }
    const MoveProof proof = tree.root_proof();
    if (proof.known()) report.proven = Proof{proof.winner(mover), proof.plies()};
    double draws = 0;
    std::int64_t playouts = 0;
    for (int number = 0; number < options_.threads; ++number) {
        playouts += search_->worker(number).playouts.load(std::memory_order_relaxed);
        draws += search_->worker(number).draws.load(std::memory_order_relaxed);
    }
    double draw = playouts ? draws / static_cast<double>(playouts) : 0.0;
    if (report.proven) {
        draw = report.proven->winner ? 0.0 : 1.0;
        report.value = double{proof.value()};
    } else {
        // The best move's own mean: that of the root holds all the bad ones as well.
        report.value = candidate(block, order[0], mover, 0).value;
        draw = std::min(draw, 2 * std::min(report.value, 1 - report.value));
    }
    report.wdl = {report.value - draw / 2, draw, 1 - report.value - draw / 2};
    report.playouts = playouts;
    report.nodes = tree.blocks() + solver_nodes_.load(std::memory_order_relaxed);
    report.bytes = tree.used_bytes();
    const Guard guard(lock_);
    report.running = running_ > 0;
    report.seconds =
        std::chrono::duration<double>((report.running ? Clock::now() : end_) - began_).count();
    report.stopped_by = report.running ? StoppedBy::nothing_yet : stop_.load();
    return report;
}

Candidate Engine::candidate(Block& block, std::uint32_t i, Side mover, int length) const {
    const SearchTree& tree = search_->tree();
    const Position& position = tree.history().position();
    const MoveProof proof = block.proof_of(i);
    const double visits = block.visits_of(i);
    // A move that was never tried is worth what the search would start from.
    const double value = proof.known() ? double{proof.value()}
                         : visits > 0  ? block.value_of(i)
                                       : double{peek(block.amaf_value()[i])};
    Candidate candidate{
        .move = move_text(position, block.move()[i]),
        .value = value,
        .visits = static_cast<std::int64_t>(visits),
        .prior = std::max(0.0, double{peek(block.prior()[i])}),
        .proven = {},
        .pv = {},
    };
    if (proof.known()) candidate.proven = Proof{proof.winner(mover), proof.plies() + 1};
    Block* next = &block;
    for (std::uint32_t at = i; static_cast<int>(candidate.pv.size()) < length;) {
        candidate.pv.push_back(move_text(position, next->move()[at]));
        next = tree.replies(*next, at);
        if (!next || next->count == 0) break;
        at = SearchTree::ranking(*next)[0];
        if (peek(next->visits()[at]) == 0 && !next->proof_of(at).known()) break;
    }
    return candidate;
}

void Engine::require_idle() const {
    const Guard guard(lock_);
    if (running_ > 0) throw std::logic_error("a search is running: stop it first");
}

void Engine::stop_because(StoppedBy reason) {
    StoppedBy none = StoppedBy::nothing_yet;
    stop_.compare_exchange_strong(none, reason);
}

void Engine::run(int worker) {
    std::exception_ptr failure;
    try {
        if (!search(worker)) return;
    } catch (...) {
        failure = std::current_exception();
        stop_because(StoppedBy::request);
        search_->abandon(worker);
    }
    const Guard guard(lock_);
    if (failure) failure_ = failure;
    end_ = Clock::now();
    if (--running_ == 0) ended_.notify_all();
}

bool Engine::search(int worker) {
    while (!stopped()) {
        const auto now = Clock::now();
        look_at_limits(now);
        if (stopped()) break;
        if (now >= pause_) return false;
        // Taken several at a time: a number that all threads count up is a bottleneck.
        const std::int64_t first = playouts_.fetch_add(few, std::memory_order_relaxed);
        const std::int64_t left = limits_.playouts ? *limits_.playouts - first : few;
        search_->simulate(worker, std::min<std::int64_t>(few, left), check_);
        if (left <= few && limits_.playouts) stop_because(StoppedBy::playouts);
        if (worker == 0 && !stopped()) solve_a_little();
    }
    search_->settle(worker);
    // Others may have used up the playouts while the solver was at work.
    if (worker == 0 && stop_ == StoppedBy::playouts) solve_a_little();
    return true;
}

void Engine::look_at_limits(Clock::time_point now) {
    if (now >= deadline_) stop_because(StoppedBy::time);
    const SearchTree& tree = search_->tree();
    const MoveProof proof = tree.root_proof();
    if (!proof.known()) return;
    const bool has_a_move =
        tree.root_block().best_proof().known() || proof.kind() != MoveProof::Kind::win;
    if (!has_a_move) return;
    if (proof.kind() != MoveProof::Kind::loss || tree.root_block().best_proof().known() ||
        playouts_.load(std::memory_order_relaxed) >= last_stand)
        stop_because(StoppedBy::proof);
}

// The solver's share of the time, counted in nodes and not on the clock, so that a search with a seed can
// be repeated.
void Engine::solve_a_little() {
    if (!solves() || solving_ == Solving::done) return;
    const int share = search_->tuning().solver_nodes;
    const std::int64_t due = playouts_.load(std::memory_order_relaxed) * share / 10'000 -
                             solver_nodes_.load(std::memory_order_relaxed);
    if (due < 1 + share / 100) return;
    SearchTree& tree = search_->tree();
    try {
        if (solving_ == Solving::root) {
            if (const auto proof = solver_->solve(tree.history(), due, check_)) {
                tree.learn(std::nullopt, *proof);
                const bool won = proof->winner == tree.history().turn();
                solving_ = won ? Solving::moves : Solving::done;
                candidates_ = SearchTree::ranking(tree.root_block());
            }
        } else {
            solve_moves(due);
        }
    } catch (const Stopped&) {
    }
    solver_nodes_.store(solver_->nodes() - nodes_before_, std::memory_order_relaxed);
}

// The position is won: by which move? The best-looking ones first; the table knows most of it.
void Engine::solve_moves(std::int64_t due) {
    SearchTree& tree = search_->tree();
    while (!candidates_.empty()) {
        const std::uint32_t i = candidates_.front();
        History next = tree.history();
        next.play_unchecked(tree.root_block().move()[i]);
        const std::int64_t before = solver_->nodes();
        const auto proof = solver_->solve(next, due, check_);
        if (!proof) return;
        tree.learn(i, *proof);
        if (proof->winner == tree.history().turn()) {
            solving_ = Solving::done;
            return;
        }
        candidates_.erase(candidates_.begin());
        due -= solver_->nodes() - before;
        if (due <= 0) return;
    }
    solving_ = Solving::done;
}

}  // namespace quincunx
