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

template <class G>
struct Contract {
    using Cells = std::span<const int>;
    template <auto>
    struct Function;             // two of them are the same type if they are of the same function
    static const G& position();  // never defined: for asking only
    static G& changing();

    static_assert(std::copyable<G>, "A game is a position: a value that can be copied.");

    static_assert(
        requires {
            { G::info } -> std::convertible_to<const GameInfo&>;
        }, "Missing: static constexpr GameInfo info{…}: names, sides, sizes, endings.");
    static_assert(
        requires {
            { G::remembers } -> std::convertible_to<bool>;
        }, "Missing: static constexpr bool remembers. Derive from GameDefaults<G>.");
    static_assert(
        requires {
            { G::holds(int{}) } -> std::same_as<bool>;
        }, "Missing: static constexpr bool holds(int size). Derive from GameDefaults<G>.");
    static_assert(
        requires(const Symmetry& s) {
            { G::fit(s) } -> std::same_as<Fit>;
        }, "Missing: static Fit fit(const Symmetry&). Derive from GameDefaults<G>.");

    static_assert(std::constructible_from<G, Options>,
                  "Missing: explicit G(const Options&), the start of the game.");
    static_assert(
        requires(const Setup& s) {
            { G::from(s) } -> std::same_as<G>;
        }, "Missing: static G from(const Setup&), a position as a fen describes it.");
    static_assert(
        requires {
            { position().fields() } -> std::same_as<std::string>;
        }, "Missing: std::string fields() const. Derive from GameDefaults<G>.");
    static_assert(
        requires {
            { position().options() } -> std::same_as<Options>;
        }, "Missing: Options options() const, what the game was started with.");
    static_assert(
        requires {
            { position().geometry() } -> std::same_as<const Geometry&>;
        }, "Missing: const Geometry& geometry() const, the board.");

    static_assert(
        requires {
            { position().at(int{}) } -> std::same_as<Piece>;
        }, "Missing: Piece at(int cell) const, what stands on a cell.");
    static_assert(
        requires {
            { position().turn() } -> std::same_as<Side>;
        }, "Missing: Side turn() const. Once the game is over: who would be next.");
    static_assert(
        requires {
            { position().turn_reason() } -> std::same_as<TurnReason>;
        }, "Missing: TurnReason turn_reason() const. Derive from GameDefaults<G>.");
    static_assert(
        requires {
            { position().exchangeable() } -> std::same_as<bool>;
        }, "Missing: bool exchangeable() const. Derive from GameDefaults<G>.");
    static_assert(
        requires {
            { position().over() } -> std::same_as<bool>;
        }, "Missing: bool over() const. Derive from GameDefaults<G>.");
    static_assert(
        requires {
            { position().outcome() } -> std::same_as<std::optional<Outcome>>;
        }, "Missing: std::optional<Outcome> outcome() const: who won, and one of the endings.");
    static_assert(
        requires {
            { position().score() } -> std::same_as<std::optional<Score>>;
        }, "Missing: std::optional<Score> score() const. Derive from GameDefaults<G>.");
    static_assert(
        requires(std::vector<Feature>& f) {
            { position().features(f) } -> std::same_as<void>;
        }, "Missing: void features(std::vector<Feature>&) const. Derive from GameDefaults<G>.");
    static_assert(
        requires {
            { position().hash() } -> std::same_as<std::uint64_t>;
        }, "Missing: std::uint64_t hash() const, over all that decides the future.");
    static_assert(
        requires(const Symmetry& s) {
            { position().transformed(s) } -> std::same_as<G>;
        }, "Missing: G transformed(const Symmetry&) const. Derive from GameDefaults<G>.");

    static_assert(
        requires(std::vector<Move>& m) {
            { position().legal_moves(m) } -> std::same_as<void>;
        }, "Missing: void legal_moves(std::vector<Move>&) const, in ascending order.");
    static_assert(
        requires {
            { position().legal_count() } -> std::same_as<int>;
        }, "Missing: int legal_count() const. Derive from GameDefaults<G>.");
    static_assert(
        requires(Move m) {
            { position().is_legal(m) } -> std::same_as<bool>;
        }, "Missing: bool is_legal(Move) const. Derive from GameDefaults<G>.");
    static_assert(
        requires(Rng& r) {
            { position().random_move(r) } -> std::same_as<std::optional<Move>>;
        }, "Missing: std::optional<Move> random_move(Rng&) const. Derive from GameDefaults<G>.");
    static_assert(
        requires {
            { position().may_swap() } -> std::same_as<bool>;
        }, "Missing: bool may_swap() const. Derive from GameDefaults<G>.");
    static_assert(
        requires(Move m) {
            { position().why_illegal(m) } -> std::same_as<std::string>;
        }, "Missing: std::string why_illegal(Move) const, which names the section.");
    static_assert(
        requires(Move m) {
            { changing().play_unchecked(m) } -> std::same_as<void>;
        }, "Missing: void play_unchecked(Move).");
    static_assert(
        requires(Move m) {
            { G::cells_of(m) } -> std::same_as<std::vector<int>>;
        }, "Missing: static std::vector<int> cells_of(Move). See Placement.");
    static_assert(
        requires(Cells c) {
            { G::move_of(c) } -> std::same_as<std::optional<Move>>;
        }, "Missing: static std::optional<Move> move_of(std::span<const int>). See Placement.");
    static_assert(
        requires {
            { position().action_count() } -> std::same_as<int>;
        }, "Missing: int action_count() const. See Placement.");
    static_assert(
        requires(Move m) {
            { position().action_of(m) } -> std::same_as<int>;
        }, "Missing: int action_of(Move) const. See Placement.");
    static_assert(
        requires {
            { position().move_of_action(int{}) } -> std::same_as<Move>;
        }, "Missing: Move move_of_action(int) const. See Placement.");

    static constexpr bool remembers = requires { requires G::remembers; };
    static_assert(
        !remembers || requires {
            { position().same_arrangement(position()) } -> std::same_as<bool>;
            { position().arrangement_hash() } -> std::same_as<std::uint64_t>;
            { G::repetition } -> std::convertible_to<const Ending&>;
        }, "A game that remembers needs same_arrangement(), arrangement_hash() and repetition.");

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

    static constexpr bool holds = Game<G>;
};

}  // namespace quincunx
