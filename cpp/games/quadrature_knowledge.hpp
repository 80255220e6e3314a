// What the search knows about Quadrature.
#pragma once

#include "games/knowledge.hpp"
#include "games/quadrature.hpp"

namespace quincunx {

template <>
class Knowledge<Quadrature> {
  public:
    static constexpr Tuning tuning{0.7f, 0.0f, 2.0f, 2, false, 0};

    explicit Knowledge(const Quadrature&) {}

    void estimate(const Quadrature&, const Estimates&) {}

    template <class Past>
    Result playout(Quadrature& position, Past& past, Rng& rng, Marks&) {
        int entered = 0;
        bool repeats = false;
        while (!position.over() && !repeats) {
            position.play_unchecked(position.random_move(rng));
            repeats = past.enter(position);
            ++entered;
        }
        while (entered-- > 0) past.leave();
        return Result::of(position.over() ? position.outcome()->winner : std::nullopt);
    }
};

}  // namespace quincunx
