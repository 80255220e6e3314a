// The engine: a tree search and an exact solver for one game, in threads of their own, with limits and
// reports. One class for all games to the outside.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/apart.hpp"
#include "core/proof.hpp"
#include "games/catalogue.hpp"

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

struct RootLine {
    std::string move;
    double value;  // expected score of the side to move, 0 to 1
    std::int64_t visits;
    double prior;
    std::optional<Proof> proven;  // plies from the root on
    std::vector<std::string> pv;  // with the move itself
};

struct Report {
    std::vector<RootLine> lines;  // best first
    double value;
    std::array<double, 3> wdl;  // for the side to move
    std::optional<Proof> proven;
    std::int64_t playouts, nodes;
    double seconds;
    std::size_t bytes;
    bool running;
    StoppedBy stopped_by;
};

class alignas(apart) Searcher {
  public:
    virtual ~Searcher() = default;

    // Begins to search and returns at once. Throws std::invalid_argument if the line is of another
    // game or board or is over, std::logic_error if a search is running.
    virtual void start(const AnyLine& line, const Limits& limits) = 0;
    // Waits so long, or until the search ends; says whether it has.
    virtual bool wait(double seconds) = 0;
    // Returns when the search has ended, with what `because` says it ended by.
    virtual void stop() = 0;
    // What is known, while the search runs or afterwards: at most so many lines (0 for all), each at
    // most so long. Throws std::logic_error if nothing has been searched yet.
    virtual Report report(int lines, int length) const = 0;
    // Forgets all that was learnt. Throws std::logic_error if a search is running.
    virtual void clear() = 0;
};

// An engine for the game and board of this line.
std::unique_ptr<Searcher> make_searcher(const AnyLine& line, const EngineOptions& options);

}  // namespace quincunx
