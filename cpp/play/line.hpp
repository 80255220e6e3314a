// A game being played: every position from the start to now, with the moves between them.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/game.hpp"

namespace quincunx {

// A value. Positions hang on one another like beads and are shared between copies, so that a copy is
// a pointer, and undo is exact whatever the game. What a position alone cannot know, that the
// arrangement stood before, is known here.
template <Game G>
class Line {
  public:
    explicit Line(const G& start) : last_(std::make_shared<Node>(Node{start, {}, 0, false, {}})) {}

    Line(const Line&) = default;
    Line& operator=(const Line&) = default;
    Line(Line&&) noexcept = default;
    Line& operator=(Line&&) noexcept = default;

    // Long lines are let go bead by bead, not by recursion.
    ~Line() { release(std::move(last_)); }

    const G& position() const { return last_->position; }
    int ply() const { return last_->ply; }
    Move last_move() const { return last_->move; }  // precondition: ply() > 0

    Side turn() const { return position().turn(); }
    std::optional<Outcome> outcome() const {
        if (last_->repeats) return Outcome{std::nullopt, Termination::repetition};
        return position().outcome();
    }
    bool over() const { return last_->repeats || position().over(); }

    void legal_moves(std::vector<Move>& out) const {
        if (!over()) position().legal_moves(out);
    }
    bool is_legal(Move m) const { return !over() && position().is_legal(m); }

    // Precondition: is_legal(m).
    void play_unchecked(Move m) {
        auto next = std::make_shared<Node>(Node{position(), m, ply() + 1, false, last_});
        next->position.play_unchecked(m);
        const auto decided = next->position.outcome();
        next->repeats = !(decided && decided->winner) && stood_before(next->position);
        last_ = std::move(next);
    }
    void undo() { last_ = last_->before; }  // precondition: ply() > 0

    std::vector<Move> moves() const {
        std::vector<Move> list;
        for (const Node* node = last_.get(); node->before; node = node->before.get())
            list.push_back(node->move);
        std::reverse(list.begin(), list.end());
        return list;
    }

    // Every position from the start to now.
    std::vector<const G*> positions() const {
        std::vector<const G*> list;
        for (const Node* node = last_.get(); node; node = node->before.get())
            list.push_back(&node->position);
        std::reverse(list.begin(), list.end());
        return list;
    }

    // The whole game as seen under a symmetry; `mapped` maps its moves.
    template <class F>
    Line transformed(const Symmetry& symmetry, F&& mapped) const {
        const auto past = positions();
        const auto played = moves();
        Line line(past[0]->transformed(symmetry));
        for (std::size_t i = 0; i < played.size(); ++i) line.play_unchecked(mapped(played[i]));
        return line;
    }

  private:
    struct Node {
        G position;
        Move move;  // that led here
        int ply;
        bool repeats;  // the arrangement stood before, and nobody has won: a draw
        std::shared_ptr<Node> before;
    };

    bool stood_before(const G& position) const {
        if constexpr (G::remembers)
            for (const Node* node = last_.get(); node; node = node->before.get())
                if (node->position.same_arrangement(position)) return true;
        return false;
    }

    static void release(std::shared_ptr<Node> node) {
        while (node && node.use_count() == 1) node = std::move(node->before);
    }

    std::shared_ptr<Node> last_;
};

}  // namespace quincunx
