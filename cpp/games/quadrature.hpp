// Quadrature, by Mark Steere (1992), marksteeregames.com.
//
// Sections of the sheet: INTRODUCTION, OBJECT OF THE GAME, BASIC MOVES, SQUARING, MARKER. Rulings:
// docs/games/quadrature.md.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "boards/geometry.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"

namespace quincunx {

// Men are kept as eleven rows of eleven bits, side by side in one vector: rectangles are questions about
// two rows, and a row is compared with all the others at once.
class Quadrature : public GameDefaults<Quadrature> {
  public:
    // OBJECT OF THE GAME, BASIC MOVES.
    static constexpr Ending two_men{"two men", "OBJECT OF THE GAME",
                                    "{loser} has two men or fewer left"};
    static constexpr Ending goal_bar{"goal bar", "OBJECT OF THE GAME",
                                     "three men stand in the goal bar"};
    static constexpr Ending repetition{"repetition", "BASIC MOVES",
                                       "this arrangement has stood before"};
    static constexpr Ending no_moves{"no moves", "BASIC MOVES", "neither side has a move"};
    static constexpr std::array endings{&two_men, &goal_bar, &repetition, &no_moves};
    static constexpr GameInfo info{
        .id = "quadrature",
        .name = "Quadrature",
        .author = "Mark Steere",
        .year = 1992,
        .credit = "Quadrature by Mark Steere, 1992, marksteeregames.com",
        .sides = {{"White", 'W', "white"}, {"Black", 'B', "black"}},
        .piece = "man",
        .pieces = "men",
        .shape = Shape::square,
        .sizes = {11, 11, 1},
        .default_size = 11,
        .has_pie_rule = false,
        .has_draws = true,
        .example = "c3-d4",
        .endings = endings,
    };
    static constexpr int n = 11;
    static constexpr bool remembers = true;  // BASIC MOVES: an arrangement that returns is a draw
    static Fit fit(const Symmetry& symmetry);

    explicit Quadrature(const Options& options);
    static Quadrature from(const Setup& setup);
    std::string fields() const;
    Options options() const { return {n}; }
    const Geometry& geometry() const {
        static const Geometry& board = Geometry::of(Shape::square, n);
        return board;
    }

    Side turn() const { return turn_; }
    TurnReason turn_reason() const { return turn_reason_; }
    Piece at(int cell) const;
    template <class F>
    void for_each_piece(F&& f) const {
        for (const Side side : {Side::first, Side::second})
            for (int row = 0; row < n; ++row)
                for (unsigned rest = men_[index(side)][row]; rest; rest &= rest - 1)
                    f(row * n + std::countr_zero(rest), Piece{side, 1});
    }

    bool over() const { return outcome_.has_value(); }
    std::optional<Outcome> outcome() const { return outcome_; }
    void legal_moves(std::vector<Move>& out) const;
    int legal_count() const;
    bool is_legal(Move m) const;
    Explanation explain(Move m) const;
    Explanation explain_beginning(std::span<const int> cells) const;
    // SQUARING: the step, then the exchanges, those that follow from others after them.
    std::optional<std::vector<Wave>> effects(Move m) const;
    void play_unchecked(Move m);
    std::optional<Move> random_move(Rng& rng) const;

    // Covers men, turn and markers. Not the past: an arrangement that stood before is a draw, and
    // only whoever knows the game so far can tell (play/history.hpp, search/past.hpp).
    std::uint64_t hash() const;
    // The markers, or what they are with the sides exchanged: all that counts beside men and turn.
    std::uint64_t beside_pieces(bool exchanged) const {
        return dots_[exchanged ? 1 : 0] + 3u * dots_[exchanged ? 0 : 1];
    }
    // Covers the men alone: what repetition is about, whoever is to move and whatever the markers show.
    std::uint64_t arrangement_hash() const { return key_; }
    bool same_arrangement(const Quadrature& g) const;

    std::optional<Score> score() const;  // men on the board

    // For those who judge positions: eleven rows of eleven bits. Sixteen lanes, of which eleven are
    // used; where the processor has narrower vectors the compiler takes two of them.
    using Rows [[gnu::vector_size(32)]] = std::uint16_t;
    const Rows& men(Side side) const { return men_[index(side)]; }
    // Locations that a man of the other side must not move to.
    const Rows& squared(Side side) const { return squared_[index(side)]; }
    int dots(Side side) const { return dots_[index(side)]; }
    // For learners (search/planes.hpp): MARKER, what counts beside men and turn.
    static constexpr std::array<std::string_view, 1> counters{"marker dots"};
    int counter(int, Side side) const { return dots(side); }
    void mark_legal_actions(bool* out) const;  // sets those that are legal
    static constexpr int from(Move m) { return m.code >> 7; }
    static constexpr int to(Move m) { return m.code & 127; }

    void features(std::vector<Feature>& out) const;
    Quadrature transformed(const Symmetry& symmetry) const;

    static std::vector<int> cells_of(Move m) { return {from(m), to(m)}; }
    static std::optional<Move> move_of(std::span<const int> cells) {
        if (cells.size() != 2) return std::nullopt;
        return step(cells[0], cells[1]);
    }
    // Five ways to go from each location: West, East, forward to the West, ahead, to the East.
    int action_count() const { return ways * n * n; }
    int action_of(Move m) const;
    Move move_of_action(int action) const;

  private:
    static constexpr int ways = 5;  // West, East, forward to the West, ahead, to the East
    static constexpr std::array<int, ways> east_of{-1, 1, -1, 0, 1};  // columns that each goes on

    static constexpr Move step(int from, int to) {
        return {static_cast<std::uint16_t>(from << 7 | to)};
    }
    // Rows go up for White and down for Black.
    static constexpr int forward(Side side) { return side == Side::first ? 1 : -1; }
    static constexpr int goal_row(Side side) { return side == Side::first ? n - 1 : 0; }
    static int way_of(Move m);
    static Move move_at(Side side, int way, int row, int target_column);

    template <class F>
    void for_each_move(F&& f) const;
    // Finds the moves of a side, and says whether there are any.
    bool find_moves(Side side);
    static Rows location(int cell);
    static std::array<int, 3> rectangle(const Rows& men, int cell, const Rows& of);
    static Rows squared_by(const Rows& own, const Rows& theirs, int cell, std::uint16_t mates);
    void find_squared(Side side);
    void put(Side side, int cell);
    void end_turn(Side mover);

    std::array<Rows, 2> men_{};
    std::array<Rows, 2> squared_{};
    // The moves of the side to move, by way to go: lanes are the rows they start from, bits the
    // columns they lead to.
    std::array<Rows, ways> moves_{};
    std::uint64_t key_ = 0;  // of the men alone: the keys of all men, joined by XOR (Zobrist)
    std::array<std::uint8_t, 2> count_{};
    std::array<std::uint8_t, 2> dots_{};
    Side turn_ = Side::first;
    TurnReason turn_reason_ = TurnReason::passed;
    std::optional<Outcome> outcome_;
};

}  // namespace quincunx
