// Hashing positions: words in, one well-mixed word out.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/rng.hpp"

namespace quincunx {

// Positions are hashed from their bitboards when somebody asks, instead of being carried along move
// by move as Zobrist keys are: a handful of multiplications, and playouts pay nothing. Like a Zobrist
// key the value is the same on every machine and in every process.
class Hasher {
  public:
    Hasher& add(std::uint64_t word) {
        const Wide product = Wide{state_ ^ word} * 0x9e3779b97f4a7c15u;
        state_ = (static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product)) +
                 0x2545f4914f6cdd1du;
        return *this;
    }
    template <int W>
    Hasher& add(const Bits<W>& bits) {
        for (const std::uint64_t word : bits.words) add(word);
        return *this;
    }
    std::uint64_t value() const {
        std::uint64_t x = state_;
        x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
        x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
        return x ^ (x >> 32);
    }

  private:
    std::uint64_t state_ = 0x853c49e6748fea9bu;
};

}  // namespace quincunx
