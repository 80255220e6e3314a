// A game being played: every position from the start to now, with the moves between them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "play/position.hpp"

namespace quincunx {

// A value. Positions hang on one another like beads and are shared between copies, so a copy costs one
// pointer, and undo is exact whatever the game. What a position alone cannot know, that the arrangement
// stood before, is known here.
class History {
  public:
    explicit History(PositionPtr start);

    History(const History&) = default;
    History(History&&) noexcept = default;
    History& operator=(History other) noexcept {
        std::swap(last_, other.last_);
        return *this;
    }
    // Long ones are let go bead by bead, not by recursion.
    ~History();

    const GameInfo& info() const { return position().info(); }
    const Position& position() const { return *last_->position; }
    PositionPtr shared_position() const { return last_->position; }
    int ply() const { return last_->ply; }
    Move last_move() const { return last_->move; }  // precondition: ply() > 0

    Side turn() const { return position().turn(); }
    const std::optional<Outcome>& outcome() const { return last_->outcome; }
    bool over() const { return outcome().has_value(); }

    std::vector<Move> legal_moves() const;
    int legal_count() const { return over() ? 0 : position().legal_count(); }
    bool is_legal(Move m) const { return !over() && position().is_legal(m); }
    // Why a move cannot be played, in the game's own terms. Precondition: it is not legal.
    Explanation explain(Move m) const;
    // The legal move that a text stands for. Throws InvalidMove, IllegalMove, GameOver.
    Move parse(std::string_view text) const;

    void play_unchecked(Move m);            // precondition: is_legal(m)
    void undo() { last_ = last_->before; }  // precondition: ply() > 0

    std::vector<Move> moves() const;
    // Every position from the start to now.
    std::vector<const Position*> positions() const;
    // The k-th symmetry that keeps each side itself. Throws std::out_of_range.
    const Symmetry& symmetry(int k) const;
    // The whole game as seen under a symmetry.
    History transformed(const Symmetry& symmetry) const;

  private:
    struct Bead {
        PositionPtr position;
        Move move;  // that led here
        int ply;
        std::optional<Outcome> outcome;  // a draw as well if the arrangement stood before
        std::shared_ptr<Bead> before;
    };

    std::optional<Outcome> outcome_of(const Position& next) const;
    bool stood_before(const Position& position) const;

    std::shared_ptr<Bead> last_;
};

// What a move becomes under a symmetry.
Move mapped(const Position& position, Move m, const Symmetry& symmetry);

}  // namespace quincunx
