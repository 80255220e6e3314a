#include "search/exact.hpp"

#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>

namespace quincunx {

ExactSolver::ExactSolver(const History& any, std::unique_ptr<GameSolver> solver)
    : info_(any.info()), size_(any.position().options().size), solver_(std::move(solver)) {}

std::optional<Proof> ExactSolver::work(const History& history, double seconds,
                                       const StopCheck& check) {
    using Clock = std::chrono::steady_clock;
    struct Enough {};
    constexpr std::int64_t slice = 1'000'000;
    if (&history.info() != &info_ || history.position().options().size != size_)
        throw std::invalid_argument("the solver is for " + std::string(info_.name) + " of size " +
                                    std::to_string(size_));
    stop_ = false;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    const StopCheck check_all = [&] {
        nodes_.store(solver_->nodes(), std::memory_order_relaxed);
        if (stop_.load(std::memory_order_relaxed) || Clock::now() >= end) throw Enough{};
        if (check) check();
    };
    try {
        for (;;) {
            const auto proof = solver_->solve(history, slice, check_all);
            nodes_.store(solver_->nodes(), std::memory_order_relaxed);
            if (proof) return proof;
            check_all();
        }
    } catch (const Enough&) {
        return std::nullopt;
    }
}

void ExactSolver::save(const Saver::Sink& sink) const {
    Saver saver(sink);
    solver_->save(saver);
    saver.finish();
}

void ExactSolver::load(const Loader::Source& source, const History& any) {
    Loader loader(source);
    solver_->load(loader, any);
    loader.finish();
    nodes_.store(solver_->nodes(), std::memory_order_relaxed);
}

}  // namespace quincunx
