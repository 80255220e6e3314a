// What a search may know about a game beyond its rules: which moves look good, how games tend to go on.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>

#include "core/game.hpp"
#include "core/proof.hpp"
#include "core/rng.hpp"
#include "core/side.hpp"

namespace quincunx {

// The numbers that a search is tuned by, a set for each game. Found by matches: docs/strength.md.
struct Tuning {
    float exploration;   // weight of the prior against the mean of a move (PUCT)
    float amaf_bias;     // how soon a move's own mean replaces the AMAF mean; 0: very late
    float prior_visits;  // how many AMAF visits the first estimate of a move counts for
    int expand_after;    // visits of a move before its replies are stored
    bool amaf;           // do moves earn credit for games in which they were made later?
    int solver_nodes;    // of the exact solver, for every ten thousand playouts
};

// Which moves each side made in a playout, for AMAF.
class Marks {
  public:
    // Of moves with codes below this, for the games that use it.
    explicit Marks(int codes) : codes_(static_cast<std::size_t>(codes)) {
        if (codes_ > most) throw std::logic_error("too many moves to mark");
    }
    void add(Side side, Move m) {
        if (m.code < codes_) marks_[index(side)][m.code] = 1.0f;  // swap is nobody's later move
    }
    template <class Set>
    void add_all(Side side, const Set& cells) {
        cells.for_each([&](int cell) { marks_[index(side)][cell] = 1.0f; });
    }
    const float* of(Side side) const { return marks_[index(side)].data(); }
    void clear() {
        for (auto& side : marks_) std::fill_n(side.begin(), codes_, 0.0f);
    }

    static constexpr std::size_t most = 512;  // the largest board has 441 places

  private:
    std::size_t codes_;
    std::array<std::array<float, most>, 2> marks_{};
};

// The marks of several playouts added up, and the scores that went with them.
class Credits {
  public:
    explicit Credits(int codes) : codes_(static_cast<std::size_t>(codes)) {}
    void add(const Marks& marks, float first) {
        for (const Side side : {Side::first, Side::second}) {
            const float score = side == Side::first ? first : 1.0f - first;
            const float* mark = marks.of(side);
            for (std::size_t code = 0; code < codes_; ++code) {
                marks_[index(side)][code] += mark[code];
                scores_[index(side)][code] += mark[code] * score;
            }
        }
    }
    // The move was made in all of them.
    void add(Side side, Move m, std::int32_t playouts, float score) {
        if (m.code >= codes_) return;
        marks_[index(side)][m.code] = static_cast<float>(playouts);
        scores_[index(side)][m.code] = score;
    }
    const float* marks(Side side) const { return marks_[index(side)].data(); }
    const float* scores(Side side) const { return scores_[index(side)].data(); }
    void clear() {
        for (auto* sums : {&marks_, &scores_})
            for (auto& side : *sums) std::fill_n(side.begin(), codes_, 0.0f);
    }

  private:
    std::size_t codes_;
    std::array<std::array<float, Marks::most>, 2> marks_{}, scores_{};
};

// e to the power of x, to about a millionth, and the same on every machine, which the library's is not.
// Beyond 80 it is as at 80.
inline float exponential(float x) {
    const float power = std::clamp(x, -80.0f, 80.0f) * 1.44269504f;
    const float whole = std::floor(power);
    const float rest = (power - whole) * 0.693147181f;
    float sum = 1.0f, term = 1.0f;
    for (const float divisor : {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f}) {
        term *= rest / divisor;
        sum += term;
    }
    return std::ldexp(sum, static_cast<int>(whole));
}

// How a playout ended, or what its end was judged to be: the score of the first side, and how much of it
// is draws.
struct Result {
    float first;
    float draw = 0.0f;

    static constexpr Result of(const std::optional<Side>& winner) {
        if (!winner) return {0.5f, 1.0f};
        return {*winner == Side::first ? 1.0f : 0.0f};
    }
};

// First estimates of the moves of a position.
struct Estimates {
    std::span<const Move> moves;
    std::span<float> weight;  // 1 unless changed; relative to one another
    std::span<float> bonus;   // 0 unless changed; added to the value of the position
};

// What is proven about a position: who wins, or else which moves lose.
template <class Set>
struct Study {
    std::optional<Proof> decided;
    Set lost{};          // by their codes
    int plies_lost = 0;  // to the end after such a move, at most
};

// The move that led to a position, if there was one.
using Last = std::optional<Move>;

// Specialised beside the rules of each game. An object belongs to one thread. It has
//   static constexpr Tuning tuning;
//   explicit Knowledge(const G& any);                       // any position of that game and size
//   void estimate(const G&, Last, const Estimates&);        // when a position's moves are stored
//   Result playout(G&, Last, Past&, Rng&, Marks&);          // plays on from a position, to the end
// and where something can be proven by looking at a position for longer,
//   static constexpr int study_after;                       // visits of a position
//   Study study(const G&, const Tick&);                     // the tick may throw, and all is well
template <class G>
class Knowledge;

}  // namespace quincunx
