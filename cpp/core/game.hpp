// The contract between a game and everything else: search, history, notation, bindings.
//
// The games are for two players, with perfect information and without chance; the concept says that
// and no more. What it leaves out on purpose, because it is written once for all games: history and
// undo (play/line.hpp), move texts and fen (play/notation.hpp), clicking, drawing, bindings.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/outcome.hpp"
#include "core/side.hpp"

namespace quincunx {

class Geometry;
struct Symmetry;

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

struct GameInfo {
    std::string_view id, name, author;
    int year;  // 0 where the sheet gives none
    std::string_view side_names[2];
    char letters[2];  // of the sides, in fen and in plain diagrams
    Sizes sizes;
    int default_size;
    bool has_pie_rule;
    std::string_view example;  // of a move's text
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

// What a geometric symmetry of the board does to the rules of a game.
enum class Fit : std::uint8_t {
    broken,  // the rules are not the same after it
    keeps,   // … are the same
    swaps,   // … are the same once the sides are exchanged as well
    both     // … are the same either way
};

// A position: a value, cheap to copy. Rules only: no clock, no names, no drawing.
template <class G>
concept Game = std::copyable<G> && requires(G g, const G c, Move m, std::vector<Move>& moves,
                                            std::vector<Feature>& features, const Setup& setup,
                                            const Symmetry& symmetry, std::span<const int> cells) {
    { G::info } -> std::convertible_to<const GameInfo&>;
    { G::alternates } -> std::convertible_to<bool>;  // does each move pass the turn?
    {
        G::remembers
    } -> std::convertible_to<bool>;               // does an arrangement that returns end the game?
    { G::fit(symmetry) } -> std::same_as<Fit>;    // which symmetries of the board the rules have
    { c.exchangeable() } -> std::same_as<bool>;   // may the sides be exchanged in this position?
    G(Options{});                                 // the start; precondition: the size is offered
    { G::from(setup) } -> std::same_as<G>;        // throws InvalidPosition
    { c.fields() } -> std::same_as<std::string>;  // what fen needs beyond pieces and turn
    { c.options() } -> std::same_as<Options>;
    { c.geometry() } -> std::same_as<const Geometry&>;
    { c.at(int{}) } -> std::same_as<Piece>;
    { c.turn() } -> std::same_as<Side>;
    { c.over() } -> std::same_as<bool>;  // the same as outcome().has_value(), but quick
    { c.outcome() } -> std::same_as<std::optional<Outcome>>;  // absolute: who won, and why
    { c.legal_moves(moves) } -> std::same_as<void>;  // appends, in ascending order; none when over
    { c.legal_count() } -> std::same_as<int>;        // how many those are
    { c.is_legal(m) } -> std::same_as<bool>;         // must agree with legal_moves, for any m
    { c.why_illegal(m) } -> std::same_as<std::string>;  // precondition: !over() && !is_legal(m)
    { g.play_unchecked(m) } -> std::same_as<void>;      // precondition: is_legal(m)
    { c.hash() } -> std::same_as<std::uint64_t>;  // covers all that decides the future, but see
                                                  // `remembers` and search/past.hpp
    { c.score() } -> std::same_as<std::optional<Score>>;
    { c.features(features) } -> std::same_as<void>;
    { c.transformed(symmetry) } -> std::same_as<G>;
    { G::cells_of(m) } -> std::same_as<std::vector<int>>;  // that the mover touches, in order
    { G::move_of(cells) } -> std::same_as<std::optional<Move>>;
    { c.action_count() } -> std::same_as<int>;  // moves as dense numbers, for learners
    { c.action_of(m) } -> std::same_as<int>;
    { c.move_of_action(int{}) } -> std::same_as<Move>;
};

}  // namespace quincunx
