#include "search/exact.hpp"

#include <chrono>
#include <stdexcept>
#include <string>
#include <variant>

#include "search/solvers.hpp"

namespace quincunx {

namespace {

using Clock = std::chrono::steady_clock;

template <Game G>
class ExactSolverOf : public ExactSolver {
  public:
    ExactSolverOf(const Line<G>& line, std::size_t bytes)
        : size_(line.position().options().size), solver_(bytes) {}

    std::optional<Proof> work(const AnyLine& any, double seconds, const Tick& tick) override {
        const auto* line = std::get_if<Line<G>>(&any);
        if (!line || line->position().options().size != size_)
            throw std::invalid_argument("the solver is for " + std::string(G::info.name) +
                                        " of size " + std::to_string(size_));
        if (const auto outcome = line->outcome()) return Proof{outcome->winner, 0};
        stop_ = false;
        const auto end = Clock::now() + std::chrono::duration<double>(seconds);
        const Tick check = [&] {
            nodes_.store(solver_.nodes(), std::memory_order_relaxed);
            if (stop_.load(std::memory_order_relaxed) || Clock::now() >= end) throw Enough{};
            if (tick) tick();
        };
        try {
            for (;;) {
                const auto proof = solver_.solve(*line, slice, check);
                check();
                if (proof) return proof;
            }
        } catch (const Enough&) {
            return std::nullopt;
        }
    }
    void stop() override { stop_ = true; }
    std::int64_t nodes() const override { return nodes_.load(std::memory_order_relaxed); }

  private:
    struct Enough {};
    static constexpr std::int64_t slice = 1'000'000;

    int size_;
    SolverOf<G> solver_;
    std::atomic<bool> stop_{false};
    std::atomic<std::int64_t> nodes_{0};
};

}  // namespace

std::unique_ptr<ExactSolver> make_solver(const AnyLine& any, std::size_t bytes) {
    return std::visit(
        [&]<class G>(const Line<G>& line) -> std::unique_ptr<ExactSolver> {
            return std::make_unique<ExactSolverOf<G>>(line, bytes);
        },
        any);
}

}  // namespace quincunx
