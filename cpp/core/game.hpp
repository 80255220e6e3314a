// The contract between a game and everything else: search, history, notation, bindings.
//
// The games are for two players, with perfect information and without chance; the concept says that
// and no more. What it leaves out on purpose, because it is written once for all games: history and
// undo (play/history.hpp), move texts and fen (play/notation.hpp), clicking, drawing, bindings.
//
// A game derives from GameDefaults, or from what boards/placement.hpp offers to games of placing pieces,
// and says only what differs. core/contract.hpp says in plain words what is missing.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/outcome.hpp"
#include "core/rng.hpp"
#include "core/side.hpp"

namespace quincunx {

class Geometry;

// A symmetry of a board: cell b goes to map[b]. `swaps` says that the sides are exchanged as well.
struct Symmetry {
    std::string_view name;
    std::vector<std::uint16_t> map;
    bool swaps = false;
};

// A move, small enough for millions of tree nodes. What the number means is the game's business:
// the cell for a placement, from and to for a step, `swap_move` for the pie rule.
struct Move {
    std::uint16_t code = 0;
    friend constexpr auto operator<=>(const Move&, const Move&) = default;
};

inline constexpr Move swap_move{0xFFFF};

// What stands on a cell. Flat pieces have height 1; height 0 means that the cell is empty.
struct Piece {
    Side side = Side::first;
    int height = 0;
    friend constexpr bool operator==(const Piece&, const Piece&) = default;
};

// The sizes on offer: from `least` to `most` by `step`.
struct Sizes {
    int least, most, step;
    constexpr bool offers(int size) const {
        return least <= size && size <= most && (size - least) % step == 0;
    }
};

enum class Shape : std::uint8_t { square, hexhex };

struct SideInfo {
    std::string_view name;    // "Red"
    char letter;              // in fen and in plain diagrams
    std::string_view colour;  // "red", "blue", "black" or "white": what the drawings' themes have
};

// All that is fixed about a game, for whoever shows it. None of this is written down anywhere else.
struct GameInfo {
    std::string_view id, name, author;
    int year;                 // 0 where the sheet gives none
    std::string_view credit;  // the words that stand wherever the game is shown
    SideInfo sides[2];
    std::string_view piece, pieces;  // "man", "men"
    Shape shape;
    Sizes sizes;
    int default_size;
    bool has_pie_rule;
    bool has_draws;            // can it end with no winner?
    std::string_view example;  // of a move's text
    std::span<const Ending* const> endings;

    constexpr std::string_view side_name(Side side) const { return sides[index(side)].name; }
};

// What a game is started with.
struct Options {
    int size;
    bool pie = true;  // only games with a pie rule look at it
};

// A position as read from fen, before the game has judged it. `pieces` are in reading order of the
// geometry's cells, `fields` what stands after the turn.
struct Setup {
    Options options;
    std::vector<Piece> pieces;
    Side turn;
    std::vector<std::string> fields;
};

struct Score {
    int first, second;
    friend constexpr bool operator==(const Score&, const Score&) = default;
};

// Something about a position that is worth showing: a cordon, a REZ, a winning chain. Cells as bits
// of the geometry. Drawings turn these into overlays without knowing the rules.
struct Feature {
    std::string_view kind;     // "cordon", "rez", …: each game's page lists its own
    std::optional<Side> side;  // whose it is
    std::vector<int> cells;
    std::string label;  // a count, a height; may be empty
};

// Why a move, or the beginning of one, may not be played. Cells as bits of the geometry.
struct Explanation {
    std::string text;          // one sentence, which names game and section
    std::string_view section;  // of the sheet; empty where the sheet has nothing to do with it
    std::vector<int>
        cells;  // that the reason is about: the pieces counted, the free cell to be taken
};

// One thing that a move does. What changes pieces:
//     place      a piece comes to cells[0]; its height goes from `from`, which is 0, to `to`
//     grow       the stack on cells[0] gets higher
//     shrink     … or lower
//     move       a piece goes from cells[0] to cells[1]
//     exchange   the piece on cells[0] is now the side's
//     remove     the piece on cells[0], which was the side's, goes
// What only tells about it:
//     join       the cells are now one chain
//     appear     a feature that was not there before: its kind is `feature`
//     vanish     … that is there no longer
struct Event {
    std::string_view kind;
    std::optional<Side> side;
    std::vector<int> cells;
    int from = 0, to = 0;  // heights; 0 and 0 where no piece changes
    std::vector<int>
        causes;  // the cells on account of which it happens; none for the mover's own doing
    std::string_view feature;
    std::string label;  // the feature's
};

// What happens at the same time. A move is a list of waves, one after the other.
using Wave = std::vector<Event>;

// How the turn came to the side to move. For showing only: a game in which the turn may stay keeps it
// from the last move, and neither hash nor fen know it.
enum class TurnReason : std::uint8_t {
    passed,       // the other side has moved, or nobody has
    moves_again,  // by the rules, the last move did not end the turn
    sat_out       // the other side has no move
};

constexpr std::string_view text_of(TurnReason reason) {
    switch (reason) {
        case TurnReason::passed: return "passed";
        case TurnReason::moves_again: return "moves again";
        case TurnReason::sat_out: return "sat out";
    }
    return {};
}

// What a geometric symmetry of the board does to the rules of a game.
enum class Fit : std::uint8_t {
    broken,  // the rules are not the same after it
    keeps,   // … are the same
    swaps,   // … are the same once the sides are exchanged as well
    both     // … are the same either way
};

// A position: a value, cheap to copy. Rules only: no clock, no names, no drawing.
template <class G>
concept Game =
    std::copyable<G> &&
    requires(G g, const G c, Move m, std::vector<Move>& moves, std::vector<Feature>& features,
             const Setup& setup, const Symmetry& symmetry, std::span<const int> cells, Rng& rng) {
        // What is fixed.
        { G::info } -> std::convertible_to<const GameInfo&>;
        {
            G::remembers
        } -> std::convertible_to<bool>;  // does an arrangement that returns end the game?
        { G::holds(int{}) } -> std::same_as<bool>;  // is this type wide enough for the size?
        { G::fit(symmetry) } -> std::same_as<Fit>;  // what it does to the rules

        // Starts.
        G(Options{});                                 // precondition: the size is offered
        { G::from(setup) } -> std::same_as<G>;        // throws InvalidPosition
        { c.fields() } -> std::same_as<std::string>;  // what fen needs beyond pieces and turn
        { c.options() } -> std::same_as<Options>;
        // No game on this board, from whatever position, has more plies; none if no such number is known
        // that fits into an int.
        { c.most_plies() } -> std::same_as<std::optional<int>>;
        { c.geometry() } -> std::same_as<const Geometry&>;

        // The position.
        { c.at(int{}) } -> std::same_as<Piece>;
        { c.turn() } -> std::same_as<Side>;  // once the game is over, the side that would be next
        { c.turn_reason() } -> std::same_as<TurnReason>;  // of what was set up: passed
        { c.exchangeable() } -> std::same_as<bool>;  // may the sides be exchanged in this position?
        { c.over() } -> std::same_as<bool>;          // the same as outcome().has_value(), but quick
        { c.outcome() } -> std::same_as<std::optional<Outcome>>;  // absolute: who won, and why
        { c.score() } -> std::same_as<std::optional<Score>>;
        { c.features(features) } -> std::same_as<void>;  // appends
        { c.hash() } -> std::same_as<std::uint64_t>;  // covers all that decides the future, but see
                                                      // `remembers` and search/past.hpp
        { c.transformed(symmetry) } -> std::same_as<G>;

        // Moves.
        {
            c.legal_moves(moves)
        } -> std::same_as<void>;                   // appends, in ascending order; none when over
        { c.legal_count() } -> std::same_as<int>;  // how many those are
        { c.is_legal(m) } -> std::same_as<bool>;   // must agree with legal_moves, for any m
        {
            c.random_move(rng)
        } -> std::same_as<std::optional<Move>>;         // all equally likely; none when over
        { c.may_swap() } -> std::same_as<bool>;         // is `swap_move` among them?
        { c.explain(m) } -> std::same_as<Explanation>;  // precondition: !over() && !is_legal(m)
        {
            c.explain_beginning(cells)
        } -> std::same_as<Explanation>;  // precondition: !over(), and no legal move begins so
        // What a legal move does to the pieces, if comparing before and after does not tell the order;
        // and what else there is to tell about it.
        { c.effects(m) } -> std::same_as<std::optional<std::vector<Wave>>>;
        { c.remarks(m) } -> std::same_as<Wave>;
        { g.play_unchecked(m) } -> std::same_as<void>;         // precondition: is_legal(m)
        { G::cells_of(m) } -> std::same_as<std::vector<int>>;  // that the mover touches, in order
        { G::move_of(cells) } -> std::same_as<std::optional<Move>>;
        { c.action_count() } -> std::same_as<int>;  // moves as dense numbers, for learners
        { c.action_of(m) } -> std::same_as<int>;
        { c.move_of_action(int{}) } -> std::same_as<Move>;
    } &&
    (!G::remembers || requires(const G c) {
        // A game that remembers says which arrangements are the same, and by which rule one that returns
        // ends the game.
        { c.same_arrangement(c) } -> std::same_as<bool>;
        { c.arrangement_hash() } -> std::same_as<std::uint64_t>;
        { G::repetition } -> std::convertible_to<const Ending&>;
    });

// What a game need not say for itself. Everything here is right for any game and may be slow: a game
// that knows better has a member of the same name.
template <class G>
class GameDefaults {
  public:
    static constexpr bool remembers = false;
    static constexpr bool holds(int size) { return G::info.sizes.offers(size); }

    // No symmetry but the identity. A game that has others defines both `fit` and `transformed`.
    static Fit fit(const Symmetry& symmetry) {
        return symmetry.name == "identity" ? Fit::keeps : Fit::broken;
    }
    G transformed(const Symmetry&) const { return self(); }

    std::string fields() const { return {}; }
    std::optional<int> most_plies() const { return std::nullopt; }
    TurnReason turn_reason() const { return TurnReason::passed; }
    bool exchangeable() const { return true; }
    bool over() const { return self().outcome().has_value(); }
    std::optional<Score> score() const { return std::nullopt; }
    void features(std::vector<Feature>&) const {}

    int legal_count() const { return static_cast<int>(list().size()); }
    bool is_legal(Move m) const {
        const auto moves = list();
        return std::find(moves.begin(), moves.end(), m) != moves.end();
    }
    std::optional<Move> random_move(Rng& rng) const {
        const auto moves = list();
        if (moves.empty()) return std::nullopt;
        return moves[static_cast<std::size_t>(rng.below(static_cast<int>(moves.size())))];
    }
    bool may_swap() const { return false; }

    Explanation explain_beginning(std::span<const int> cells) const {
        std::string text = "no legal move begins with";
        for (const int cell : cells) text += " " + self().geometry().name(cell);
        return {std::move(text), {}, {cells.begin(), cells.end()}};
    }
    std::optional<std::vector<Wave>> effects(Move) const { return std::nullopt; }
    Wave remarks(Move) const { return {}; }

  private:
    const G& self() const { return static_cast<const G&>(*this); }
    std::vector<Move> list() const {
        std::vector<Move> moves;
        self().legal_moves(moves);
        return moves;
    }
};

}  // namespace quincunx
