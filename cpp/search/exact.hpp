// Exact solving, one class for all games to the outside.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/apart.hpp"
#include "core/proof.hpp"
#include "core/tick.hpp"
#include "games/catalogue.hpp"

namespace quincunx {

class alignas(apart) ExactSolver {
  public:
    virtual ~ExactSolver() = default;

    // Works on the value of the line's position until it is proven, the time is over or somebody asks
    // to stop; goes on where it was when called again. Throws std::invalid_argument if the line is of
    // another game or board; what `tick` throws.
    virtual std::optional<Proof> work(const AnyLine& line, double seconds, const Tick& tick) = 0;
    // From any thread: the work that is going on returns soon.
    virtual void stop() = 0;
    virtual std::int64_t nodes() const = 0;  // from any thread
};

// A solver for the game and board of this line, with so much memory for its tables.
std::unique_ptr<ExactSolver> make_solver(const AnyLine& line, std::size_t bytes);

}  // namespace quincunx
