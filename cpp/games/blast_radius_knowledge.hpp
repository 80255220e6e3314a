// What the search knows about Blast Radius.
#pragma once

#include "games/blast_radius.hpp"
#include "games/knowledge.hpp"

namespace quincunx {

template <int W>
class Knowledge<BlastRadius<W>> {
  public:
    static constexpr Tuning tuning{0.7f, 0.01f, 2.0f, 2, true, 0};

    explicit Knowledge(const BlastRadius<W>&) {}

    void estimate(const BlastRadius<W>&, const Estimates&) {}

    template <class Past>
    Result playout(BlastRadius<W>& position, Past&, Rng& rng, Marks& marks) {
        while (!position.over()) {
            const Bits<W> legal = position.legal_set();
            const Move m = BlastRadius<W>::move(legal.nth(rng.below(legal.count())));
            marks.add(position.turn(), m);
            position.play_unchecked(m);
        }
        return Result::of(other(position.turn()));
    }
};

}  // namespace quincunx
