// Cordon, by Mark Steere (2023), marksteeregames.com.
//
// Sections of the sheet: INTRODUCTION, CORDONING, OBJECT OF THE GAME. Rulings: docs/games/cordon.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "boards/grid.hpp"
#include "boards/placement.hpp"
#include "core/bits.hpp"
#include "core/game.hpp"
#include "games/fill.hpp"

namespace quincunx {

template <int W>
class Cordon : public Placement<Cordon<W>> {
    using Base = Placement<Cordon<W>>;

  public:
    static constexpr GameInfo info{"cordon",        "Cordon",   "Mark Steere", 2023,
                                   {"Red", "Blue"}, {'R', 'B'}, {2, 10, 1},    5,
                                   false,           "c3"};
    static constexpr bool alternates = true;
    static constexpr bool remembers = false;
    static constexpr bool holds(int size) { return HexGrid<W>::holds(size); }
    static Fit fit(const Symmetry&) { return Fit::both; }
    bool exchangeable() const { return true; }

    explicit Cordon(const Options& options);
    static Cordon from(const Setup& setup);
    std::string fields() const { return {}; }
    Options options() const { return {grid_->side}; }
    const Geometry& geometry() const { return grid_->geometry; }

    Side turn() const { return turn_; }
    Piece at(int cell) const { return piece_on(stones_, cell); }
    template <class F>
    void for_each_piece(F&& f) const {
        for (const Side side : {Side::first, Side::second})
            stones_[index(side)].for_each([&](int cell) { f(cell, Piece{side, 1}); });
    }

    // INTRODUCTION: any empty cell.
    Bits<W> legal_set() const { return over_ ? Bits<W>{} : empty(); }
    std::string why_illegal(Move m) const;
    void play_unchecked(Move m) {
        stones_[index(turn_)].set(m.code);
        turn_ = other(turn_);
        settle();
    }

    bool over() const { return over_; }
    std::optional<Outcome> outcome() const;

    std::uint64_t hash() const;
    std::optional<Score> score() const;  // cells cordoned off now
    void features(std::vector<Feature>& out) const;
    Cordon transformed(const Symmetry& symmetry) const;

    const HexGrid<W>& grid() const { return *grid_; }
    const Bits<W>& stones(Side side) const { return stones_[index(side)]; }

    // For playouts that fill the board at random (see games/fill.hpp). Filling on after an early
    // victory cannot change the winner.
    Fill<W> fill() const {
        const Bits<W> rest = empty();
        const int cells = rest.count();
        return {rest, {stones_[0], turn_ == Side::first ? cells - cells / 2 : cells / 2}, {}, 0};
    }
    std::optional<Side> filled_winner(const Bits<W>& first) const {
        return leader({first, grid_->all & ~first});
    }

  private:
    using Stones = std::array<Bits<W>, 2>;

    // A group with a cordon. `gap` is the widest one between neighbouring perimeter stones of the
    // group, as places on the ring; a group without a gap of more than half the perimeter cordons off
    // the whole board.
    struct Group {
        Bits<W> stones;
        Bits<W> area;  // once find_areas() has been there
        int gap_from, gap_to;
        bool whole;
        bool counts;  // not void

        Group() {}  // nothing: room for many is made and little of it used
    };

    // The groups with a cordon of both sides: side s has all[start[s]] … all[start[s + 1] - 1]. Each
    // has two perimeter stones or more, and the largest board has 54.
    struct Groups {
        std::array<Group, 27> all;
        std::array<int, 3> start{};
    };

    Bits<W> empty() const { return grid_->all & ~(stones_[0] | stones_[1]); }
    Group group_at(int cell, const Bits<W>& stones) const;
    template <class F>
    bool any_group(const Bits<W>& stones, F&& f) const;
    std::optional<Side> collect(const Stones& stones, Groups& groups, bool may_stop) const;
    Bits<W> area(const Group& group) const;
    Bits<W> off_paths(const Bits<W>& group) const;
    // Finds the area of each group, and which are void.
    void find_areas(Groups& groups) const;
    Score score(Groups& groups) const;
    std::optional<Side> leader(const Stones& stones) const;
    void settle();

    Stones stones_{};
    const HexGrid<W>* grid_;
    Side turn_ = Side::first;
    bool over_ = false;
    std::optional<Side> winner_;
};

// What a proof search knows: games/cordon_bounds.hpp.
template <class G>
class Insight;
template <int W>
class Insight<Cordon<W>>;

extern template class Cordon<1>;
extern template class Cordon<2>;
extern template class Cordon<4>;
extern template class Cordon<6>;

}  // namespace quincunx
