// What the search knows about Hadron.
#pragma once

#include "games/hadron.hpp"
#include "games/knowledge.hpp"

namespace quincunx {

template <int W>
class Knowledge<Hadron<W>> {
  public:
    static constexpr Tuning tuning{0.7f, 0.01f, 2.0f, 2, true, 5000};

    explicit Knowledge(const Hadron<W>&) {}

    void estimate(const Hadron<W>&, Last, const Estimates&) {}

    template <class Past>
    Result playout(Hadron<W>& position, Last, Past&, Rng& rng, Marks& marks) {
        for (;;) {
            const Bits<W> legal = position.legal_set();
            const int count = legal.count();
            if (count == 0) break;
            const Move m = Hadron<W>::move(legal.nth(rng.below(count)));
            marks.add(position.turn(), m);
            position.play_unchecked(m);
        }
        return Result::of(other(position.turn()));
    }
};

}  // namespace quincunx
