// What the search knows about Quadrature: who stands better, and which moves to look at first.
#pragma once

#include "games/quadrature.hpp"
#include "search/tree_knowledge.hpp"

namespace quincunx {

template <>
class TreeKnowledge<Quadrature> {
  public:
    // By matches of 80 games at 15 ms a move: docs/strength.md.
    static constexpr Tuning tuning{0.5f, 0.0f, 1.0f, 6, false, 3000};

    explicit TreeKnowledge(const Quadrature&) {}

    void set_priors(const Quadrature& position, Last, const MovePriors& priors);

    // Nothing is played: random moves walk past every exchange, and what stands on the board tells more.
    // Repetition is left to the tree, which knows it exactly.
    Result playout(const Quadrature& position, Last, Past<Quadrature>&, Rng&, AmafMarks&) {
        return judge(position);
    }

  private:
    static Result judge(const Quadrature& position);
};

}  // namespace quincunx
