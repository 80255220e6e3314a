// Trivet, by the Quincunx contributors (2026): three of the four cells of a square, and you move again.
//
// Sections of the sheet: INTRODUCTION, MOVING AGAIN, OBJECT OF THE GAME. Rulings:
// docs/games/trivet.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "boards/placement.hpp"

namespace quincunx {

class Trivet : public Stones<Trivet, SquareGrid<1>> {
  public:
    // OBJECT OF THE GAME.
    static constexpr Ending most_trivets{"most trivets", "OBJECT OF THE GAME",
                                         "the board is full, and {loser} has fewer trivets"};
    static constexpr Ending equal_trivets{"equal trivets", "OBJECT OF THE GAME",
                                          "the board is full, and both have as many trivets"};
    static constexpr std::array endings{&most_trivets, &equal_trivets};
    static constexpr GameInfo info{
        .id = "trivet",
        .name = "Trivet",
        .author = "Quincunx contributors",
        .year = 2026,
        .credit = "Trivet by the Quincunx contributors, 2026",
        .sides = {{"Red", 'R', "red"}, {"Blue", 'B', "blue"}},
        .piece = "stone",
        .pieces = "stones",
        .shape = Shape::square,
        .sizes = {3, 8, 1},
        .default_size = 5,
        .has_pie_rule = false,
        .has_draws = false,
        .example = "c3",
        .endings = endings,
    };

    using Stones::Stones;
    // Ruling "any position": who moves again puts down several stones running, so counts tell nothing.
    void check_setup(const Setup& setup);

    TurnReason turn_reason() const { return turn_reason_; }
    std::optional<Outcome> outcome() const;
    std::optional<Score> score() const;  // trivets
    void features(std::vector<Feature>& out) const;

    // INTRODUCTION: any empty cell.
    Set legal_set() const { return empty(); }
    Explanation explain(Move m) const;
    void play_unchecked(Move m);

  private:
    Set trivets(Side side) const;

    TurnReason turn_reason_ = TurnReason::passed;
};

}  // namespace quincunx
