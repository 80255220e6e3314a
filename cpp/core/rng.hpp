// Random numbers for playouts: fast, seeded, the same on every machine. Not for secrets.
#pragma once

#include <cstdint>

namespace quincunx {

__extension__ using Wide = unsigned __int128;

// The generator known as wyrand (the idea is from https://github.com/wangyi-fudan/wyhash, in the public
// domain): a counter, and one wide multiplication to scramble it. Draws do not wait for one another,
// which is what games played side by side want.
class Rng {
  public:
    explicit Rng(std::uint64_t seed) : state_(seed) { next(); }

    // A stream of its own for the i-th piece of work, so that results do not depend on who does it.
    Rng(std::uint64_t seed, std::uint64_t i)
        : Rng(Rng(seed ^ (i * 0xd6e8feb86659fd93u)).next() + i) {}

    std::uint64_t next() {
        state_ += 0xa0761d6478bd642fu;
        const Wide product = Wide{state_} * (state_ ^ 0xe7037ed1a0b428dbu);
        return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
    }

    // Uniform in 0 … n-1; the bias of n / 2^64 is below anything that could be measured.
    int below(int n) {
        return static_cast<int>((Wide{next()} * static_cast<std::uint64_t>(n)) >> 64);
    }

  private:
    std::uint64_t state_;
};

}  // namespace quincunx
