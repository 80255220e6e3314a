// Quadrature, by Mark Steere (1992), marksteeregames.com.
//
// Sections of the sheet: INTRODUCTION, OBJECT OF THE GAME, BASIC MOVES, SQUARING, MARKER. Rulings:
// docs/games/quadrature.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "boards/geometry.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"

namespace quincunx {

// Men are kept as eleven rows of eleven bits: rectangles are questions about two rows at a time.
class Quadrature {
  public:
    static constexpr GameInfo info{"quadrature",       "Quadrature", "Mark Steere", 1992,
                                   {"White", "Black"}, {'W', 'B'},   {11, 11, 1},   11,
                                   false};
    static constexpr int n = 11;
    static constexpr bool alternates = false;  // BASIC MOVES: a player without a move sits out
    static constexpr bool remembers = true;    // BASIC MOVES: an arrangement that returns is a draw
    static Fit fit(const Symmetry& symmetry);
    bool exchangeable() const { return true; }

    explicit Quadrature(const Options& options);
    static Quadrature from(const Setup& setup);
    std::string fields() const;
    Options options() const { return {n}; }
    const Geometry& geometry() const { return Geometry::square(n); }

    Side turn() const { return turn_; }
    Piece at(int cell) const;

    bool over() const { return outcome_.has_value(); }
    std::optional<Outcome> outcome() const { return outcome_; }
    void legal_moves(std::vector<Move>& out) const;
    int legal_count() const;
    bool is_legal(Move m) const;
    std::string why_illegal(Move m) const;
    void play_unchecked(Move m);
    Move random_move(Rng& rng) const;  // precondition: !over()

    // Covers men, turn and markers. Not the past: an arrangement that stood before is a draw, and
    // only whoever knows the game so far can tell (play/line.hpp, search/past.hpp).
    std::uint64_t hash() const;
    // Covers the men alone: what repetition is about, whoever is to move and whatever the markers show.
    std::uint64_t arrangement_hash() const;
    bool same_arrangement(const Quadrature& g) const { return men_ == g.men_; }

    std::optional<Score> score() const;  // men on the board
    void features(std::vector<Feature>& out) const;
    Quadrature transformed(const Symmetry& symmetry) const;

    static std::vector<int> cells_of(Move m) { return {from(m), to(m)}; }
    static std::optional<Move> move_of(std::span<const int> cells) {
        if (cells.size() != 2) return std::nullopt;
        return step(cells[0], cells[1]);
    }
    // Five ways to go from each location: West, East, forward to the West, ahead, to the East.
    int action_count() const { return 5 * n * n; }
    int action_of(Move m) const;
    Move move_of_action(int action) const;

  private:
    using Rows = std::array<std::uint16_t, n>;
    static constexpr unsigned full_row = (1u << n) - 1;

    static constexpr Move step(int from, int to) {
        return {static_cast<std::uint16_t>(from << 7 | to)};
    }
    static constexpr int from(Move m) { return m.code >> 7; }
    static constexpr int to(Move m) { return m.code & 127; }
    // Rows go up for White and down for Black.
    static constexpr int forward(Side side) { return side == Side::first ? 1 : -1; }
    static constexpr int goal_row(Side side) { return side == Side::first ? n - 1 : 0; }

    // The targets of one row's men that are open: eleven bits for each of the five ways to go.
    std::uint64_t row_targets(Side side, int row) const;
    // The same, less the sideways moves that the marker forbids.
    std::uint64_t row_moves(Side side, int row) const;
    static Move row_move(Side side, int row, int bit);
    bool has_move(Side side) const;
    bool squares(Side side, int from, int to) const;
    unsigned open(Side side, int row) const {
        return full_row & ~(men_[0][row] | men_[1][row] | squared_[index(other(side))][row]);
    }
    void find_squared(Side side);
    void end_turn(Side mover);
    int men(Side side) const;

    std::array<Rows, 2> men_{};
    std::array<Rows, 2> squared_{};  // locations that a man of the other side must not move to
    std::array<std::uint8_t, 2> dots_{};
    Side turn_ = Side::first;
    std::optional<Outcome> outcome_;
};

}  // namespace quincunx
