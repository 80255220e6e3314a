// What the proof search knows about Blast Radius.
#pragma once

#include <cstdint>
#include <span>

#include "games/blast_radius.hpp"
#include "search/proof_knowledge.hpp"

namespace quincunx {

template <int W>
class ProofKnowledge<BlastRadius<W>> {
  public:
    // OBJECT OF THE GAME: somebody is the first to be left without a checker.
    static constexpr bool decisive = true;

    // The fewer moves the opponent has, the less there is to refute.
    void weigh(const BlastRadius<W>&, std::span<const Move>, std::span<const BlastRadius<W>> after,
               std::span<ProofNumbers> guesses) {
        for (std::size_t i = 0; i < after.size(); ++i)
            guesses[i] = {scale * static_cast<std::uint32_t>(after[i].legal_count()), scale};
    }

    // The positions from random games that were solved within a million nodes: all on side 4 and below;
    // on larger boards those with few cells left to place on, the larger the board the fewer; and the
    // last stacks on any board.
    static bool within_reach(const BlastRadius<W>& position) {
        const int side = position.options().size, moves = position.legal_count();
        if (side <= 4) return true;
        if (side <= 7) return moves <= (side == 5 ? 21 : side == 6 ? 12 : 7);
        int stacks = 0;
        position.for_each_piece([&](int, Piece) { ++stacks; });
        return moves <= 7 && stacks <= 6;
    }

  private:
    // Large enough that the number of moves elsewhere counts little; the best of 1, 4, 16 and 64.
    static constexpr std::uint32_t scale = 4;
};

}  // namespace quincunx
