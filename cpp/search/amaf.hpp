// AMAF, "all moves as first": moves earn credit for games in which they were made at some later time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "core/game.hpp"
#include "core/side.hpp"

namespace quincunx {

// Which moves each side made in a playout, for AMAF.
class AmafMarks {
  public:
    // For moves with codes below this; 0 for games that do not use AMAF.
    explicit AmafMarks(int codes) : codes_(static_cast<std::size_t>(codes)) {
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
class AmafCredits {
  public:
    explicit AmafCredits(int codes) : codes_(static_cast<std::size_t>(codes)) {}
    void add(const AmafMarks& marks, float first) {
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
    std::array<std::array<float, AmafMarks::most>, 2> marks_{}, scores_{};
};

}  // namespace quincunx
