#include "engines/catalogue.hpp"

namespace quincunx {

std::unique_ptr<Engine> make_engine(const History& any, const EngineOptions& options) {
    return std::make_unique<Engine>(any, options, engines_of(any.info().id));
}

std::unique_ptr<ExactSolver> make_solver(const History& any, std::size_t bytes) {
    return std::make_unique<ExactSolver>(any, engines_of(any.info().id).solver(any, bytes));
}

}  // namespace quincunx
