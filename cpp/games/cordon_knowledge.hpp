// What the search knows about Cordon.
#pragma once

#include <array>

#include "games/cordon.hpp"
#include "games/fill.hpp"
#include "games/knowledge.hpp"

namespace quincunx {

template <int W>
class Knowledge<Cordon<W>> {
  public:
    static constexpr Tuning tuning{0.7f, 0.01f, 2.0f, 2, true, 0};

    explicit Knowledge(const Cordon<W>&) {}

    void estimate(const Cordon<W>&, const Estimates&) {}

    template <class Past>
    Result playout(Cordon<W>& position, Past&, Rng& rng, Marks& marks) {
        std::array<Bits<W>, 1> first;
        const auto fill = position.fill();
        deal_many(fill, first, rng);
        marks.add_all(Side::first, first[0] & fill.empty);
        marks.add_all(Side::second, fill.empty & ~first[0]);
        return Result::of(position.filled_winner(first[0]));
    }
};

}  // namespace quincunx
