// The contract of a game (core/game.hpp) with a plain sentence for each thing that is missing.
//
// A concept that is not satisfied makes a compiler print every template on the way. Here each
// requirement is asked for by itself, and nothing is built on a game that lacks one
// (search/make_rules.hpp), so that the sentences are all there is to read.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include "core/game.hpp"

namespace quincunx {

// Placement (boards/placement.hpp) makes the moves from a set of cells, which the game has to say.
template <class G>
concept says_its_cells = !requires { requires G::moves_are_cells; } || requires(const G c) {
    { c.legal_set().count() } -> std::same_as<int>;
};

// The whole contract without a word: for files that need not repeat what another file's compilation says.
template <class G>
concept fits = Game<G> && says_its_cells<G>;

// Each requirement has a name of its own, so that the compiler shows the sentence and not the requirement.
template <class G>
struct Contract {
    using Cells = std::span<const int>;
    template <auto>
    struct Function;             // two of them are the same type if they are of the same function
    static const G& position();  // never defined: for asking only
    static G& changing();

    static constexpr bool can_be_copied = std::copyable<G>;
    static_assert(can_be_copied, "A game is a position: a value that can be copied.");

    static constexpr bool has_info = requires {
        { G::info } -> std::convertible_to<const GameInfo&>;
    };
    static_assert(has_info,
                  "Missing: static constexpr GameInfo info{…}: names, sides, sizes, endings.");
    static constexpr bool has_remembers = requires {
        { G::remembers } -> std::convertible_to<bool>;
    };
    static_assert(has_remembers,
                  "Missing: static constexpr bool remembers. Derive from GameDefaults<G>.");
    static constexpr bool has_holds = requires {
        { G::holds(int{}) } -> std::same_as<bool>;
    };
    static_assert(has_holds,
                  "Missing: static constexpr bool holds(int size). Derive from GameDefaults<G>.");
    static constexpr bool has_fit = requires(const Symmetry& s) {
        { G::fit(s) } -> std::same_as<Fit>;
    };
    static_assert(has_fit,
                  "Missing: static Fit fit(const Symmetry&). Derive from GameDefaults<G>.");

    static constexpr bool has_start = std::constructible_from<G, Options>;
    static_assert(has_start, "Missing: explicit G(const Options&), the start of the game.");
    static constexpr bool has_from = requires(const Setup& s) {
        { G::from(s) } -> std::same_as<G>;
    };
    static_assert(has_from,
                  "Missing: static G from(const Setup&), a position as a fen describes it.");
    static constexpr bool has_fields = requires {
        { position().fields() } -> std::same_as<std::string>;
    };
    static_assert(has_fields, "Missing: std::string fields() const. Derive from GameDefaults<G>.");
    static constexpr bool has_options = requires {
        { position().options() } -> std::same_as<Options>;
    };
    static_assert(has_options, "Missing: Options options() const, what the game was started with.");
    static constexpr bool has_most_plies = requires {
        { position().most_plies() } -> std::same_as<std::optional<int>>;
    };
    static_assert(has_most_plies,
                  "Missing: std::optional<int> most_plies() const. Derive from GameDefaults<G>.");
    static constexpr bool has_geometry = requires {
        { position().geometry() } -> std::same_as<const Geometry&>;
    };
    static_assert(has_geometry, "Missing: const Geometry& geometry() const, the board.");

    static constexpr bool has_at = requires {
        { position().at(int{}) } -> std::same_as<Piece>;
    };
    static_assert(has_at, "Missing: Piece at(int cell) const, what stands on a cell.");
    static constexpr bool has_turn = requires {
        { position().turn() } -> std::same_as<Side>;
    };
    static_assert(has_turn,
                  "Missing: Side turn() const. Once the game is over: who would be next.");
    static constexpr bool has_turn_reason = requires {
        { position().turn_reason() } -> std::same_as<TurnReason>;
    };
    static_assert(has_turn_reason,
                  "Missing: TurnReason turn_reason() const. Derive from GameDefaults<G>.");
    static constexpr bool has_exchangeable = requires {
        { position().exchangeable() } -> std::same_as<bool>;
    };
    static_assert(has_exchangeable,
                  "Missing: bool exchangeable() const. Derive from GameDefaults<G>.");
    static constexpr bool has_over = requires {
        { position().over() } -> std::same_as<bool>;
    };
    static_assert(has_over, "Missing: bool over() const. Derive from GameDefaults<G>.");
    static constexpr bool has_outcome = requires {
        { position().outcome() } -> std::same_as<std::optional<Outcome>>;
    };
    static_assert(
        has_outcome,
        "Missing: std::optional<Outcome> outcome() const: who won, and one of the endings.");
    static constexpr bool has_score = requires {
        { position().score() } -> std::same_as<std::optional<Score>>;
    };
    static_assert(has_score,
                  "Missing: std::optional<Score> score() const. Derive from GameDefaults<G>.");
    static constexpr bool has_features = requires(std::vector<Feature>& f) {
        { position().features(f) } -> std::same_as<void>;
    };
    static_assert(
        has_features,
        "Missing: void features(std::vector<Feature>&) const. Derive from GameDefaults<G>.");
    static constexpr bool has_hash = requires {
        { position().hash() } -> std::same_as<std::uint64_t>;
    };
    static_assert(has_hash,
                  "Missing: std::uint64_t hash() const, over all that decides the future.");
    static constexpr bool has_transformed = requires(const Symmetry& s) {
        { position().transformed(s) } -> std::same_as<G>;
    };
    static_assert(has_transformed,
                  "Missing: G transformed(const Symmetry&) const. Derive from GameDefaults<G>.");

    static constexpr bool has_legal_moves = requires(std::vector<Move>& m) {
        { position().legal_moves(m) } -> std::same_as<void>;
    };
    static_assert(has_legal_moves,
                  "Missing: void legal_moves(std::vector<Move>&) const, in ascending order.");
    static constexpr bool has_legal_count = requires {
        { position().legal_count() } -> std::same_as<int>;
    };
    static_assert(has_legal_count,
                  "Missing: int legal_count() const. Derive from GameDefaults<G>.");
    static constexpr bool has_is_legal = requires(Move m) {
        { position().is_legal(m) } -> std::same_as<bool>;
    };
    static_assert(has_is_legal, "Missing: bool is_legal(Move) const. Derive from GameDefaults<G>.");
    static constexpr bool has_random_move = requires(Rng& r) {
        { position().random_move(r) } -> std::same_as<std::optional<Move>>;
    };
    static_assert(
        has_random_move,
        "Missing: std::optional<Move> random_move(Rng&) const. Derive from GameDefaults<G>.");
    static constexpr bool has_may_swap = requires {
        { position().may_swap() } -> std::same_as<bool>;
    };
    static_assert(has_may_swap, "Missing: bool may_swap() const. Derive from GameDefaults<G>.");
    static constexpr bool has_explain = requires(Move m) {
        { position().explain(m) } -> std::same_as<Explanation>;
    };
    static_assert(has_explain,
                  "Missing: Explanation explain(Move) const: why not, the section, the cells.");
    static constexpr bool has_explain_beginning = requires(Cells c) {
        { position().explain_beginning(c) } -> std::same_as<Explanation>;
    };
    static_assert(has_explain_beginning,
                  "Missing: Explanation explain_beginning(std::span<const int>) const. Derive from "
                  "GameDefaults<G>.");
    static constexpr bool has_effects = requires(Move m) {
        { position().effects(m) } -> std::same_as<std::optional<std::vector<Wave>>>;
    };
    static_assert(has_effects,
                  "Missing: std::optional<std::vector<Wave>> effects(Move) const. Derive from "
                  "GameDefaults<G>.");
    static constexpr bool has_remarks = requires(Move m) {
        { position().remarks(m) } -> std::same_as<Wave>;
    };
    static_assert(has_remarks, "Missing: Wave remarks(Move) const. Derive from GameDefaults<G>.");
    static constexpr bool has_play_unchecked = requires(Move m) {
        { changing().play_unchecked(m) } -> std::same_as<void>;
    };
    static_assert(has_play_unchecked, "Missing: void play_unchecked(Move).");
    static constexpr bool has_cells_of = requires(Move m) {
        { G::cells_of(m) } -> std::same_as<std::vector<int>>;
    };
    static_assert(has_cells_of, "Missing: static std::vector<int> cells_of(Move). See Placement.");
    static constexpr bool has_move_of = requires(Cells c) {
        { G::move_of(c) } -> std::same_as<std::optional<Move>>;
    };
    static_assert(
        has_move_of,
        "Missing: static std::optional<Move> move_of(std::span<const int>). See Placement.");
    static constexpr bool has_action_count = requires {
        { position().action_count() } -> std::same_as<int>;
    };
    static_assert(has_action_count, "Missing: int action_count() const. See Placement.");
    static constexpr bool has_action_of = requires(Move m) {
        { position().action_of(m) } -> std::same_as<int>;
    };
    static_assert(has_action_of, "Missing: int action_of(Move) const. See Placement.");
    static constexpr bool has_move_of_action = requires {
        { position().move_of_action(int{}) } -> std::same_as<Move>;
    };
    static_assert(has_move_of_action, "Missing: Move move_of_action(int) const. See Placement.");

    static constexpr bool remembers = requires { requires G::remembers; };
    static constexpr bool has_arrangements = requires {
        { position().same_arrangement(position()) } -> std::same_as<bool>;
        { position().arrangement_hash() } -> std::same_as<std::uint64_t>;
        { G::repetition } -> std::convertible_to<const Ending&>;
    };
    static_assert(
        !remembers || has_arrangements,
        "A game that remembers needs same_arrangement(), arrangement_hash() and repetition.");

    static constexpr bool has_legal_set = says_its_cells<G>;
    static_assert(has_legal_set,
                  "Missing: Bits<W> legal_set() const, from which Placement makes the moves.");

    // An inherited member is a member of the base, and its type says so.
    static constexpr bool own_fit = requires(const Symmetry& s) { G::fit(s); } && !requires {
        requires std::same_as<Function<&G::fit>, Function<&GameDefaults<G>::fit>>;
    };
    static constexpr bool own_transformed = !requires {
        requires std::same_as<decltype(&G::transformed),
                              G (GameDefaults<G>::*)(const Symmetry&) const>;
    };
    static_assert(!own_fit || own_transformed,
                  "A game with symmetries of its own (fit) needs transformed() as well.");

    static constexpr bool holds = fits<G>;
};

// Of a game's types for boards of several widths the others have nothing to add to what the first one lacks.
template <class First, class... More>
constexpr bool contract_holds() {
    if constexpr (Contract<First>::holds)
        return (Contract<More>::holds && ... && true);
    else
        return false;
}

}  // namespace quincunx
