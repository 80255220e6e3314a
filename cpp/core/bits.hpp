// A set of cells: W machine words, bit i for cell i. Everything that floods, counts or picks cells
// works on these; the loops over W unroll, so that one word costs what one word should. With vectors
// for words (Lanes below) it is a set of cells on each of several boards.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#if defined(__BMI2__) || defined(__AVX__)
#include <immintrin.h>
#endif

namespace quincunx {

// Position of the k-th set bit (k from 0). Precondition: k < popcount(word).
inline int nth_bit(std::uint64_t word, int k) {
#if defined(__BMI2__)
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << k, word));
#else
    // Halve the window six times, each time stepping over the lower half if the bit is not there.
    int base = 0;
    for (int width = 32; width > 0; width /= 2) {
        const std::uint64_t low = word & ((std::uint64_t{1} << width) - 1);
        const int below = std::popcount(low);
        const bool up = k >= below;
        k -= up ? below : 0;
        base += up ? width : 0;
        word = up ? word >> width : low;
    }
    return base;
#endif
}

// Four words side by side; where the processor has narrower vectors the compiler takes several.
using Lanes [[gnu::vector_size(32)]] = std::uint64_t;
inline constexpr int lane_count = 4;

inline bool any(const Lanes& lanes) {
#if defined(__AVX__)
    return !_mm256_testz_si256((__m256i)lanes, (__m256i)lanes);
#else
    return (lanes[0] | lanes[1] | lanes[2] | lanes[3]) != 0;
#endif
}

template <int W, class Word = std::uint64_t>
struct Bits {
    static_assert(W >= 1);
    static constexpr int capacity = 64 * W;

    std::array<Word, W> words{};

    static constexpr Bits of(int i) {
        Bits b;
        b.set(i);
        return b;
    }

    constexpr bool test(int i) const { return (words[i >> 6] >> (i & 63)) & 1; }
    constexpr void set(int i) { words[i >> 6] |= std::uint64_t{1} << (i & 63); }
    constexpr void flip(int i) { words[i >> 6] ^= std::uint64_t{1} << (i & 63); }
    constexpr void reset(int i) { words[i >> 6] &= ~(std::uint64_t{1} << (i & 63)); }

    constexpr bool any() const {
        std::uint64_t all = 0;
        for (int i = 0; i < W; ++i) all |= words[i];
        return all != 0;
    }
    constexpr bool none() const { return !any(); }

    constexpr int count() const {
        int n = 0;
        for (int i = 0; i < W; ++i) n += std::popcount(words[i]);
        return n;
    }

    // Precondition: any().
    constexpr int lowest() const {
        for (int i = 0; i < W - 1; ++i)
            if (words[i]) return 64 * i + std::countr_zero(words[i]);
        return 64 * (W - 1) + std::countr_zero(words[W - 1]);
    }

    // The k-th cell of the set, from 0. Precondition: k < count().
    int nth(int k) const {
        if constexpr (W == 2) {
            // Without a branch: which word it is in is a coin toss.
            const int low = std::popcount(words[0]);
            const std::int64_t high = -static_cast<std::int64_t>(k >= low);  // all ones if so
            const std::uint64_t word = (words[0] & ~high) | (words[1] & high);
            return (64 & static_cast<int>(high)) +
                   nth_bit(word, k - (low & static_cast<int>(high)));
        }
        for (int i = 0; i < W - 1; ++i) {
            const int n = std::popcount(words[i]);
            if (k < n) return 64 * i + nth_bit(words[i], k);
            k -= n;
        }
        return 64 * (W - 1) + nth_bit(words[W - 1], k);
    }

    template <class F>
    constexpr void for_each(F&& f) const {
        for (int i = 0; i < W; ++i)
            for (std::uint64_t rest = words[i]; rest; rest &= rest - 1)
                f(64 * i + std::countr_zero(rest));
    }

    // Is every cell of this set in the other one?
    constexpr bool within(const Bits& b) const { return (*this & ~b).none(); }

    constexpr Bits& operator&=(const Bits& b) {
        for (int i = 0; i < W; ++i) words[i] &= b.words[i];
        return *this;
    }
    constexpr Bits& operator|=(const Bits& b) {
        for (int i = 0; i < W; ++i) words[i] |= b.words[i];
        return *this;
    }
    constexpr Bits& operator^=(const Bits& b) {
        for (int i = 0; i < W; ++i) words[i] ^= b.words[i];
        return *this;
    }
    friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
    friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
    friend constexpr Bits operator^(Bits a, const Bits& b) { return a ^= b; }
    friend constexpr Bits operator~(Bits a) {
        for (int i = 0; i < W; ++i) a.words[i] = ~a.words[i];
        return a;
    }

    // Every cell moved s places up or down; what leaves the words is lost. Precondition: 0 < s < 64.
    friend constexpr Bits operator<<(const Bits& a, int s) {
        Bits r;
        for (int i = W - 1; i > 0; --i)
            r.words[i] = (a.words[i] << s) | (a.words[i - 1] >> (64 - s));
        r.words[0] = a.words[0] << s;
        return r;
    }
    friend constexpr Bits operator>>(const Bits& a, int s) {
        Bits r;
        for (int i = 0; i < W - 1; ++i)
            r.words[i] = (a.words[i] >> s) | (a.words[i + 1] << (64 - s));
        r.words[W - 1] = a.words[W - 1] >> s;
        return r;
    }

    // As one long number.
    friend constexpr Bits operator+(const Bits& a, const Bits& b) {
        Bits r;
        std::uint64_t carry = 0;
        for (int i = 0; i < W; ++i) {
            const std::uint64_t sum = a.words[i] + b.words[i];
            r.words[i] = sum + carry;
            // No branch: at most one of the two overflows, and which one cannot be foreseen.
            carry = std::uint64_t{sum < a.words[i]} + std::uint64_t{r.words[i] < sum};
        }
        return r;
    }

    friend constexpr bool operator==(const Bits&, const Bits&) = default;
};

}  // namespace quincunx
