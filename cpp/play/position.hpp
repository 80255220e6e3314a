// A position of any game, behind one interface: for all code that is written once and need not be fast
// to the last nanosecond. Searches work on the games' own types.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "boards/geometry.hpp"
#include "core/game.hpp"
#include "play/symmetry.hpp"

namespace quincunx {

class Position;
using PositionPtr = std::shared_ptr<const Position>;

// What the members mean is said in core/game.hpp.
class Position {
  public:
    virtual ~Position() = default;

    virtual const GameInfo& info() const = 0;
    virtual const Ending* repetition() const = 0;  // nullptr unless the game remembers
    virtual Options options() const = 0;
    virtual std::optional<int> most_plies() const = 0;
    virtual const Geometry& geometry() const = 0;
    virtual const Symmetries& symmetries() const = 0;

    virtual Piece at(int cell) const = 0;
    virtual Side turn() const = 0;
    virtual TurnReason turn_reason() const = 0;
    virtual std::optional<Outcome> outcome() const = 0;
    virtual std::optional<Score> score() const = 0;
    virtual std::vector<Feature> features() const = 0;
    virtual std::string fields() const = 0;
    virtual std::uint64_t hash() const = 0;
    virtual std::uint64_t canonical_hash() const = 0;
    // Precondition: the other one is of the same type. Always false unless the game remembers.
    virtual bool same_arrangement(const Position& other) const = 0;
    virtual PositionPtr transformed(const Symmetry& symmetry) const = 0;

    virtual std::vector<Move> legal_moves() const = 0;
    virtual int legal_count() const = 0;
    virtual bool is_legal(Move m) const = 0;
    virtual Explanation explain(Move m) const = 0;
    virtual Explanation explain_beginning(std::span<const int> cells) const = 0;
    virtual std::optional<std::vector<Wave>> effects(Move m) const = 0;
    virtual Wave remarks(Move m) const = 0;
    virtual PositionPtr after(Move m) const = 0;  // precondition: is_legal(m)
    virtual std::vector<int> cells_of(Move m) const = 0;
    virtual std::optional<Move> move_of(std::span<const int> cells) const = 0;
    virtual int action_count() const = 0;
    virtual int action_of(Move m) const = 0;
    virtual Move move_of_action(int action) const = 0;
};

template <Game G>
class PositionOf final : public Position {
  public:
    explicit PositionOf(G g) : game(std::move(g)) {}

    const GameInfo& info() const override { return G::info; }
    const Ending* repetition() const override {
        if constexpr (G::remembers)
            return &G::repetition;
        else
            return nullptr;
    }
    Options options() const override { return game.options(); }
    std::optional<int> most_plies() const override { return game.most_plies(); }
    const Geometry& geometry() const override { return game.geometry(); }
    const Symmetries& symmetries() const override { return symmetries_of<G>(game.geometry()); }

    Piece at(int cell) const override { return game.at(cell); }
    Side turn() const override { return game.turn(); }
    TurnReason turn_reason() const override { return game.turn_reason(); }
    std::optional<Outcome> outcome() const override { return game.outcome(); }
    std::optional<Score> score() const override { return game.score(); }
    std::vector<Feature> features() const override {
        std::vector<Feature> list;
        game.features(list);
        return list;
    }
    std::string fields() const override { return game.fields(); }
    std::uint64_t hash() const override { return game.hash(); }
    std::uint64_t canonical_hash() const override { return quincunx::canonical_hash(game); }
    bool same_arrangement([[maybe_unused]] const Position& other) const override {
        if constexpr (G::remembers)
            return game.same_arrangement(static_cast<const PositionOf&>(other).game);
        else
            return false;
    }
    PositionPtr transformed(const Symmetry& symmetry) const override {
        return std::make_shared<PositionOf>(game.transformed(symmetry));
    }

    std::vector<Move> legal_moves() const override {
        std::vector<Move> moves;
        game.legal_moves(moves);
        return moves;
    }
    int legal_count() const override { return game.legal_count(); }
    bool is_legal(Move m) const override { return game.is_legal(m); }
    Explanation explain(Move m) const override { return game.explain(m); }
    Explanation explain_beginning(std::span<const int> cells) const override {
        return game.explain_beginning(cells);
    }
    std::optional<std::vector<Wave>> effects(Move m) const override { return game.effects(m); }
    Wave remarks(Move m) const override { return game.remarks(m); }
    PositionPtr after(Move m) const override {
        auto next = std::make_shared<PositionOf>(game);
        next->game.play_unchecked(m);
        return next;
    }
    std::vector<int> cells_of(Move m) const override { return G::cells_of(m); }
    std::optional<Move> move_of(std::span<const int> cells) const override {
        return G::move_of(cells);
    }
    int action_count() const override { return game.action_count(); }
    int action_of(Move m) const override { return game.action_of(m); }
    Move move_of_action(int action) const override { return game.move_of_action(action); }

    G game;
};

// The game's own type back. Precondition: the position is of that type.
template <Game G>
const G& as(const Position& position) {
    return static_cast<const PositionOf<G>&>(position).game;
}

}  // namespace quincunx
