// What the proof search knows about Cordon.
#pragma once

#include <span>

#include "games/cordon.hpp"
#include "search/proof_knowledge.hpp"

namespace quincunx {

template <int W>
class ProofKnowledge<Cordon<W>> {
  public:
    // OBJECT OF THE GAME: the rules themselves say so, or an early victory would not be certain.
    static constexpr bool monotone = true;

    // By random fills: how often a cell's owner wins.
    void weigh(const Cordon<W>& position, std::span<const Move> moves,
               std::span<const Cordon<W>> after, std::span<ProofNumbers> guesses);

    // Of random positions with 21 empty cells on side 4 half are solved within 0.05 s and nine in ten
    // within 1 s; each further pair of cells takes about three times as long.
    static bool within_reach(const Cordon<W>& position) { return position.legal_count() <= 21; }
};

extern template class ProofKnowledge<Cordon<1>>;
extern template class ProofKnowledge<Cordon<2>>;
extern template class ProofKnowledge<Cordon<4>>;
extern template class ProofKnowledge<Cordon<6>>;

}  // namespace quincunx
