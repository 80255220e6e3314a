// Positions as planes of small numbers, and legal moves as rows of flags: what learners look at.
//
// docs/guide/learning.md describes the planes; a change of what they say is a new version there.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "boards/geometry.hpp"
#include "core/bits.hpp"
#include "core/game.hpp"

namespace quincunx {

// Counts the changes of what planes, actions and rewards mean.
inline constexpr int planes_version = 0;

// The lowest eight bits as eight bytes of 0 or 1.
struct EightFlags {
    static constexpr int count = 8;
    static void write(std::uint64_t bits, std::uint8_t* out) {
        static_assert(std::endian::native == std::endian::little);
        constexpr std::uint64_t ones = 0x0101010101010101;
#if defined(__BMI2__)
        const std::uint64_t bytes = _pdep_u64(bits, ones);
#else
        // Seven copies side by side put bit i into byte i; the eighth would run into the first.
        const std::uint64_t low = (bits & 0x7F) * 0x0002040810204081;
        const std::uint64_t bytes = (low & ones) | (bits & 0x80) << 49;
#endif
        std::memcpy(out, &bytes, count);
    }
};

#if defined(__AVX2__)
// The same with more of them: from a word in each quarter of a vector, eight copies of each of four
// bytes, and of each copy another bit.
inline __m256i flags_of(const __m256i& words, std::uint64_t first_byte) {
    const __m256i byte =
        _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const __m256i chosen = _mm256_add_epi8(byte, _mm256_set1_epi8(static_cast<char>(first_byte)));
    const __m256i bit = _mm256_set1_epi64x(static_cast<std::int64_t>(0x8040201008040201));
    const __m256i alone = _mm256_and_si256(_mm256_shuffle_epi8(words, chosen), bit);
    return _mm256_min_epu8(alone, _mm256_set1_epi8(1));
}
template <int Count>
struct VectorFlags {
    static constexpr int count = Count;
    static void write(std::uint64_t bits, std::uint8_t* out) {
        const __m256i words = _mm256_set1_epi64x(static_cast<std::int64_t>(bits));
        for (int i = 0; i < Count; i += 32)
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i), flags_of(words, i / 8));
    }
};
using ManyFlags = VectorFlags<32>;
using AllFlags = VectorFlags<64>;
#else
using ManyFlags = EightFlags;
using AllFlags = EightFlags;
#endif

// Precondition: count >= Some::count.
template <class Some, int W>
[[gnu::always_inline]] inline void write_flags_by(const Bits<W>& set, int count,
                                                  std::uint8_t* out) {
    static_assert(64 % Some::count == 0);
    const int last = count - Some::count;
    for (int i = 0; i < last; i += Some::count) Some::write(set.words[i >> 6] >> (i & 63), out + i);
    // The last ones overlap with those before them: no single steps, and nothing beyond the end. They
    // may stand in two words.
    const int word = last >> 6, shift = last & 63;
    std::uint64_t bits = set.words[word] >> shift;
    if (shift && word + 1 < W) bits |= set.words[word + 1] << (64 - shift);
    Some::write(bits, out + last);
}

// The first `count` members of a set as bytes of 0 or 1.
template <int W>
void write_flags(const Bits<W>& set, int count, std::uint8_t* out) {
    if (count >= AllFlags::count)
        write_flags_by<AllFlags>(set, count, out);
    else if (count >= ManyFlags::count)
        write_flags_by<ManyFlags>(set, count, out);
    else if (count >= EightFlags::count)
        write_flags_by<EightFlags>(set, count, out);
    else
        for (int i = 0; i < count; ++i) out[i] = set.test(i);
}

// Takes some bits of a set and moves them together, keeping their order.
template <int W>
class Squeeze {
  public:
    explicit Squeeze(const Bits<W>& keep) : keep_(keep) {
        for (int i = 0; i < keep.count(); ++i) together_ &= keep.test(i);
    }

    Bits<W> operator()(const Bits<W>& set) const {
        if (together_) return set & keep_;
        Bits<W> result;
        for (int i = 0, n = 0; i < W; n += std::popcount(keep_.words[i++])) {
            const std::uint64_t bits = squeezed(set.words[i], keep_.words[i]);
            const int word = n >> 6, shift = n & 63;
            if (word == W) break;  // whatever follows keeps nothing
            result.words[word] |= bits << shift;
            if (shift && word + 1 < W) result.words[word + 1] |= bits >> (64 - shift);
        }
        return result;
    }

  private:
    static std::uint64_t squeezed(std::uint64_t bits, std::uint64_t keep) {
#if defined(__BMI2__)
        return _pext_u64(bits, keep);
#else
        if ((keep & (keep + 1)) == 0) return bits & keep;  // together already
        std::uint64_t result = 0;
        for (int n = 0; keep; keep &= keep - 1, ++n)
            result |= (bits >> std::countr_zero(keep) & 1) << n;
        return result;
#endif
    }

    Bits<W> keep_;
    bool together_ = true;  // are they from the start?
};

// A game of flat pieces that has them as a set for each side.
template <class G>
concept HasStones = requires(const G g) {
    { g.stones(Side::first).count() } -> std::same_as<int>;
};
// A game of stacks that has them as sets: a side's, and those of some height or more.
template <class G>
concept HasStacks = requires(const G g) {
    { g.stacks(Side::first).count() } -> std::same_as<int>;
    { g.from_height(2).count() } -> std::same_as<int>;
    { g.top() } -> std::same_as<int>;
};
// A game that says which numbers of each side count beside pieces and turn.
template <class G>
concept HasCounters = requires(const G g) {
    { std::string_view(G::counters[0]) };
    { g.counter(0, Side::first) } -> std::same_as<int>;
};
// A game whose moves are cells, and whose legal moves are a set.
template <class G>
concept HasLegalSet = requires(const G g) {
    { g.legal_set().count() } -> std::same_as<int>;
};
// A game that marks its legal actions without listing its moves.
template <class G>
concept MarksLegalActions = requires(const G g, bool* out) {
    { g.mark_legal_actions(out) } -> std::same_as<void>;
};

// Writes the planes of one kind of board. A plane is the square that the board stands in, row by row from
// the bottom: on hexhex boards, whose rows are shifted against each other, some places are no cells.
template <Game G>
class Planes {
  public:
    static constexpr int kinds = 4;  // own pieces, enemy pieces, cells, side
    static constexpr int counter_count = [] {
        if constexpr (HasCounters<G>) return static_cast<int>(G::counters.size());
        return 0;
    }();

    explicit Planes(const G& position)
        : side_(position.geometry().row_count()),
          cells_(position.geometry().cells()),
          places_(static_cast<std::size_t>(cells_.back()) + 1),
          board_(static_cast<std::size_t>(area())),
          squeeze_(position) {
        const Geometry& geometry = position.geometry();
        for (const int cell : cells_) {
            const int place = geometry.row_of(cell) * side_ + geometry.column_of(cell);
            places_[static_cast<std::size_t>(cell)] = place;
            board_[static_cast<std::size_t>(place)] = 1;
        }
    }

    static int count() { return kinds + 2 * counter_count; }
    int side() const { return side_; }  // rows and columns
    std::size_t size() const { return static_cast<std::size_t>(count() * area()); }
    static std::vector<std::string> names() {
        std::vector<std::string> all{"own pieces", "enemy pieces", "cells", "second side"};
        if constexpr (HasCounters<G>)
            for (const std::string_view name : G::counters)
                for (const char* whose : {"own ", "enemy "})
                    all.push_back(whose + std::string(name));
        return all;
    }

    // As one of the sides sees it.
    void write(const G& position, Side viewer, std::uint8_t* out) const {
        std::uint8_t* const own = out;
        std::uint8_t* const enemy = out + area();
        if constexpr (HasStones<G>) {
            write_flags(squeeze_.places(position.stones(viewer)), area(), own);
            write_flags(squeeze_.places(position.stones(other(viewer))), area(), enemy);
        } else if constexpr (HasStacks<G>) {
            write_stacks(position, viewer, own);
            write_stacks(position, other(viewer), enemy);
        } else {
            std::memset(out, 0, static_cast<std::size_t>(2 * area()));
            for_each_piece(position, [&](int place, const Piece& piece) {
                (piece.side == viewer ? own : enemy)[place] =
                    static_cast<std::uint8_t>(piece.height);
            });
        }
        std::memcpy(out + 2 * area(), board_.data(), board_.size());
        fill(out, 3, viewer == Side::second);
        if constexpr (HasCounters<G>)
            for (int i = 0; i < counter_count; ++i) {
                fill(out, kinds + 2 * i, position.counter(i, viewer));
                fill(out, kinds + 2 * i + 1, position.counter(i, other(viewer)));
            }
    }

    // Is the action legal? A game that is over has none.
    void write_legal(const G& position, bool over, bool* out) const {
        const int actions = position.action_count();
        if (over) {
            std::fill_n(out, actions, false);
            return;
        }
        if constexpr (HasLegalSet<G>) {
            const int cells = static_cast<int>(cells_.size());
            write_flags(squeeze_.cells(position.legal_set()), cells,
                        reinterpret_cast<std::uint8_t*>(out));
            if constexpr (G::info.has_pie_rule) out[cells] = position.may_swap();
        } else {
            std::fill_n(out, actions, false);
            if constexpr (MarksLegalActions<G>) {
                position.mark_legal_actions(out);
            } else {
                thread_local std::vector<Move> moves;
                moves.clear();
                position.legal_moves(moves);
                for (const Move m : moves) out[position.action_of(m)] = true;
            }
        }
    }

  private:
    int area() const { return side_ * side_; }
    // The heights of a side's stacks.
    void write_stacks(const G& position, Side side, std::uint8_t* out) const {
        const auto& stacks = position.stacks(side);
        write_flags(squeeze_.places(stacks), area(), out);
        for (int h = 2; h <= position.top(); ++h)
            (stacks & position.from_height(h)).for_each([&](int cell) { ++out[place_of(cell)]; });
    }
    template <class F>
    void for_each_piece(const G& position, F&& f) const {
        if constexpr (requires { position.for_each_piece([](int, Piece) {}); }) {
            position.for_each_piece(
                [&](int cell, const Piece& piece) { f(place_of(cell), piece); });
        } else {
            for (const int cell : cells_)
                if (const Piece piece = position.at(cell); piece.height) f(place_of(cell), piece);
        }
    }
    int place_of(int cell) const { return places_[static_cast<std::size_t>(cell)]; }
    void fill(std::uint8_t* out, int plane, int value) const {
        std::memset(out + plane * area(), value, static_cast<std::size_t>(area()));
    }

    // From the bits of a game that works with bitboards to cells in reading order, and to places of a plane.
    template <class P>
    struct SqueezeOf {
        explicit SqueezeOf(const P&) {}
    };
    template <class P>
        requires(HasLegalSet<P>)
    struct SqueezeOf<P> {
        using Set = decltype(std::declval<const P&>().legal_set());
        using SetSqueeze = Squeeze<static_cast<int>(Set{}.words.size())>;

        explicit SqueezeOf(const P& position)
            : lead(position.geometry().lead()),
              to_cells(every_cell(position.geometry())),
              to_places(every_place(position.geometry())) {}

        Set cells(const Set& set) const { return to_cells(set); }
        // (A set is shifted by at least one bit.)
        Set places(const Set& set) const { return to_places(lead ? set << lead : set); }

        static Set every_cell(const Geometry& geometry) {
            Set all;
            for (const int cell : geometry.cells()) all.set(cell);
            return all;
        }
        static Set every_place(const Geometry& geometry) {
            Set all;
            const int last = geometry.cells().back() + geometry.lead();
            for (int bit = 0; bit <= last; ++bit)
                if (bit % geometry.stride() < geometry.row_count()) all.set(bit);
            return all;
        }

        int lead;
        SetSqueeze to_cells, to_places;
    };

    int side_;
    std::vector<int> cells_;   // in reading order
    std::vector<int> places_;  // by cell
    std::vector<std::uint8_t> board_;
    SqueezeOf<G> squeeze_;
};

}  // namespace quincunx
