// Proof numbers: how far a position is from being solved.
#pragma once

#include <cstdint>

namespace quincunx {

// How much work it seems to take at least to prove that a player gets what is asked, and to prove that
// it cannot be had. 0 for what has been proven, and `never` for its opposite.
struct ProofNumbers {
    // Two numbers and eight bits more fit in a word, which makes Hadron's entries small.
    static constexpr int bits = 28;
    static constexpr std::uint32_t never = (1u << bits) - 1;

    std::uint32_t proof = 1, disproof = 1;

    static constexpr ProofNumbers proven() { return {0, never}; }
    static constexpr ProofNumbers refuted() { return {never, 0}; }

    constexpr bool open() const { return proof && disproof; }
    // Whatever the limits are, what has been proven or refuted reaches them.
    constexpr bool reach(const ProofNumbers& limits) const {
        return proof >= limits.proof || disproof >= limits.disproof;
    }
    // What is asked is one player's gain and the other's loss.
    constexpr ProofNumbers for_opponent() const { return {disproof, proof}; }
};

}  // namespace quincunx
