#include "engines/cordon/proof_knowledge.hpp"

#include <array>

#include "boards/fill.hpp"
#include "core/rng.hpp"

namespace quincunx {

template <int W>
void ProofKnowledge<Cordon<W>>::weigh(const Cordon<W>& position, std::span<const Move> moves,
                                      std::span<const Cordon<W>>, std::span<ProofNumbers> guesses) {
    // With 128 the proofs are a little smaller, but take longer.
    constexpr int fills = 64;
    const Side mover = position.turn();
    const auto fill = position.fill();
    std::array<Bits<W>, fills> boards;
    Rng rng(position.hash());
    deal_many(fill, boards, rng);
    std::array<int, Bits<W>::capacity> owned{}, won{};
    int wins = 0;
    for (const Bits<W>& first : boards) {
        const int win = position.filled_winner(first) == mover;
        wins += win;
        const Bits<W> own = fill.empty & (mover == Side::first ? first : ~first);
        own.for_each([&](int cell) {
            ++owned[cell];
            won[cell] += win;
        });
    }
    // The share of wins among the boards on which the cell is the mover's, and four that stand for all
    // boards. Work grows with the square of what is missing; the scale is large so that the order of
    // moves follows the guesses until much work has been done (the best of 16 to 8192).
    constexpr float scale = 1024.0f;
    const float all = static_cast<float>(wins) / fills;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const int cell = moves[i].code;
        const float share =
            (static_cast<float>(won[cell]) + 4 * all) / (static_cast<float>(owned[cell]) + 4);
        guesses[i].proof += static_cast<std::uint32_t>(scale * (1 - share) * (1 - share));
        guesses[i].disproof += static_cast<std::uint32_t>(scale * share * share);
    }
}

template class ProofKnowledge<Cordon<1>>;
template class ProofKnowledge<Cordon<2>>;
template class ProofKnowledge<Cordon<4>>;
template class ProofKnowledge<Cordon<6>>;

}  // namespace quincunx
