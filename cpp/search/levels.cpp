#include "search/levels.hpp"

#include <algorithm>
#include <vector>

#include "core/numbers.hpp"

namespace quincunx {

namespace {

// So many visits make a move's own value count as much as the usual one here.
constexpr double trust = 2.0;

// Playouts grow by about two and a half from level to level, and the choice becomes narrower. Whoever
// changes them plays each level against the one before it, in all games, with `quincunx match`;
// docs/strength.md has the matches. Level 1 hardly looks at all: in Quadrature, where the engine knows most
// before it looks, any more would be level 2.
constexpr Level table[] = {
    {"has just learned the rules", 5, 0.35, 0.300},
    {"beginner", 30, 0.20, 0.100},
    {"plays now and then", 80, 0.16, 0.080},
    {"casual player", 200, 0.12, 0.060},
    {"keen player", 500, 0.10, 0.050},
    {"club player", 1'200, 0.08, 0.040},
    {"strong club player", 3'000, 0.06, 0.030},
    {"expert", 8'000, 0.04, 0.020},
    {"master", 22'000, 0.02, 0.010},
    {"hard to beat", 60'000, 0.01, 0.005},
};

// Values, drawn towards their mean: a lucky move that was tried once is not yet a find.
std::vector<double> worths_of(std::span<const Known> moves) {
    double visits = 0, sum = 0;
    for (const Known& move : moves) {
        visits += static_cast<double>(move.visits);
        sum += move.value * static_cast<double>(move.visits);
    }
    const double mean = visits > 0 ? sum / visits : 0.5;
    std::vector<double> worths;
    for (const Known& move : moves) {
        const auto own = static_cast<double>(move.visits);
        worths.push_back(move.proven ? move.value
                                     : (move.value * own + mean * trust) / (own + trust));
    }
    return worths;
}

// How likely each move is to be chosen. It counts by its visits, which say how often the search came back to
// it. Whatever is of less worth than the first counts for less; what seems to be of more, for no more. A
// draw that is proven needs no visits to be believed.
std::vector<double> weights_of(std::span<const Known> moves, double margin, double temperature) {
    const auto worths = worths_of(moves);
    std::int64_t most = 0;
    double goal = worths[0];
    for (std::size_t i = 0; i < moves.size(); ++i) {
        most = std::max(most, moves[i].visits);
        if (moves[i].proven) goal = std::max(goal, worths[i]);
    }
    std::vector<double> weights;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const double gap = std::max(0.0, goal - worths[i]);
        const auto visits = std::max<std::int64_t>(moves[i].proven ? most : moves[i].visits, 1);
        const double share = double{exponential(static_cast<float>(-gap / temperature))};
        weights.push_back(gap <= margin ? static_cast<double>(visits) * share : 0.0);
    }
    return weights;
}

}  // namespace

std::span<const Level> levels() { return table; }

std::size_t Chooser::choose(std::span<const Known> moves, double margin, double temperature) {
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::size_t win = none, last = 0;
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Known& move = moves[i];
        if (move.proven == 1.0 && (win == none || move.plies < moves[win].plies)) win = i;
        if (move.proven != 0.0) open.push_back(i);
        if (move.plies > moves[last].plies) last = i;
    }
    if (win != none) return win;
    if (open.empty()) return last;
    if (temperature <= 0) return open[0];
    std::vector<std::size_t> seen;
    std::vector<Known> known;
    for (const std::size_t i : open)
        if (moves[i].visits > 0) {
            seen.push_back(i);
            known.push_back(moves[i]);
        }
    if (seen.empty()) return open[0];
    const auto weights = weights_of(known, margin, temperature);
    double total = 0;
    for (const double weight : weights) total += weight;
    double drawn = static_cast<double>(rng_.next() >> 11) * 0x1p-53 * total;
    for (std::size_t i = 0; i + 1 < seen.size(); ++i) {
        if (drawn < weights[i]) return seen[i];
        drawn -= weights[i];
    }
    // What rounding leaves over is the last one's that has a chance at all.
    std::size_t i = seen.size() - 1;
    while (weights[i] == 0 && i > 0) --i;
    return seen[i];
}

}  // namespace quincunx
