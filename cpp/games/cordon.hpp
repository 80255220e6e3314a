// Cordon, by Mark Steere (2023), marksteeregames.com.
//
// Sections of the sheet: INTRODUCTION, CORDONING, OBJECT OF THE GAME. Rulings: docs/games/cordon.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "boards/fill.hpp"
#include "boards/grid.hpp"
#include "boards/placement.hpp"
#include "core/bits.hpp"
#include "core/game.hpp"

namespace quincunx {

template <int W>
class Cordon : public Stones<Cordon<W>, HexGrid<W>> {
    using Base = Stones<Cordon<W>, HexGrid<W>>;
    using Base::grid_, Base::stones_, Base::turn_;

  public:
    // OBJECT OF THE GAME.
    static constexpr Ending early_victory{"early victory", "OBJECT OF THE GAME",
                                          "{loser} cannot catch up any more"};
    static constexpr Ending full_board{"full board", "OBJECT OF THE GAME", "the board is full"};
    static constexpr std::array endings{&early_victory, &full_board};
    static constexpr GameInfo info{
        .id = "cordon",
        .name = "Cordon",
        .author = "Mark Steere",
        .year = 2023,
        .credit = "Cordon by Mark Steere, 2023, marksteeregames.com",
        .sides = {{"Red", 'R', "red"}, {"Blue", 'B', "blue"}},
        .piece = "stone",
        .pieces = "stones",
        .shape = Shape::hexhex,
        .sizes = {2, 10, 1},
        .default_size = 5,
        .has_pie_rule = false,
        .has_draws = true,
        .example = "c3",
        .endings = endings,
    };

    using Base::Base, Base::empty, Base::geometry;

    // Every move fills a cell, and no stone ever goes.
    std::optional<int> most_plies() const { return geometry().cell_count(); }
    // INTRODUCTION: any empty cell.
    Bits<W> legal_set() const { return over_ ? Bits<W>{} : empty(); }
    Explanation explain(Move m) const;
    void play_unchecked(Move m) {
        Base::put(m);
        Base::pass_turn();
        settle();
    }
    void settle();

    bool over() const { return over_; }
    std::optional<Outcome> outcome() const;

    std::optional<Score> score() const;  // cells cordoned off now
    void features(std::vector<Feature>& out) const;
    Cordon transformed(const Symmetry& symmetry) const;

    // For playouts that fill the board at random (see boards/fill.hpp). Going on after an early victory
    // cannot change the winner.
    Fill<W> fill() const {
        const Bits<W> rest = empty();
        const int cells = rest.count();
        return {rest, {stones_[0], turn_ == Side::first ? cells - cells / 2 : cells / 2}, {}, 0};
    }
    std::optional<Side> filled_winner(const Bits<W>& first) const {
        return leader({first, grid_->all & ~first});
    }

  private:
    using BothSides = std::array<Bits<W>, 2>;

    // A group with a cordon. `gap` is the widest one between neighbouring perimeter stones of the
    // group, as places on the ring; a group without a gap of more than half the perimeter cordons off
    // the whole board.
    struct Group {
        Bits<W> stones;
        Bits<W> area;  // once find_areas() has been there
        int gap_from, gap_to;
        bool whole;
        bool counts;  // not void

        Group() {}  // sets nothing: room for many is made and little of it used
    };

    // The groups of both sides that have a cordon: side s has all[start[s]] … all[start[s + 1] - 1].
    // Each has two perimeter stones or more, and the largest board has 54.
    struct Groups {
        std::array<Group, 27> all;
        std::array<int, 3> start{};
    };

    Group group_at(int cell, const Bits<W>& stones) const;
    template <class F>
    bool any_group(const Bits<W>& stones, F&& f) const;
    std::optional<Side> collect(const BothSides& stones, Groups& groups, bool may_stop) const;
    Bits<W> area(const Group& group) const;
    Bits<W> off_paths(const Bits<W>& group) const;
    // Finds the area of each group, and which are void.
    void find_areas(Groups& groups) const;
    Score score(Groups& groups) const;
    std::optional<Side> leader(const BothSides& stones) const;

    bool over_ = false;
    std::optional<Side> winner_;
};

}  // namespace quincunx
