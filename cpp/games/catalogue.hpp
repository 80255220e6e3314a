// Every game, in the order menus show them. Adding one here is the whole registration.
#pragma once

#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/errors.hpp"
#include "core/game.hpp"
#include "games/blast_radius.hpp"
#include "games/cordon.hpp"
#include "games/hadron.hpp"
#include "games/quadrature.hpp"
#include "games/square_grid_hex.hpp"
#include "play/line.hpp"
#include "play/notation.hpp"

namespace quincunx {

// A game for boards of several widths in words: for each size the first type that holds it is taken.
template <class... Gs>
using Widths = std::tuple<Gs...>;

using AllGames =
    std::tuple<Widths<Hadron<1>, Hadron<2>>,  //
               Widths<Quadrature>,            //
               Widths<SquareGridHex<1>, SquareGridHex<2>, SquareGridHex<3>, SquareGridHex<4>,
                      SquareGridHex<6>>,                            //
               Widths<Cordon<1>, Cordon<2>, Cordon<4>, Cordon<6>>,  //
               Widths<BlastRadius<1>, BlastRadius<2>, BlastRadius<4>, BlastRadius<6>>>;

namespace detail {

template <class... Tuples>
using Joined = decltype(std::tuple_cat(std::declval<Tuples>()...));

template <class Tuple>
struct Variant;
template <class... Gs>
struct Variant<std::tuple<Gs...>> {
    static_assert((Game<Gs> && ...));
    using type = std::variant<Line<Gs>...>;
};

template <class Tuple>
struct FlatOf;
template <class... Families>
struct FlatOf<std::tuple<Families...>> {
    using type = Joined<Families...>;
};

template <class G>
constexpr bool holds(int size) {
    if constexpr (requires { G::holds(size); })
        return G::holds(size);
    else
        return G::info.sizes.offers(size);
}

}  // namespace detail

// A game of any kind being played. Generic code visits it.
using AnyLine = typename detail::Variant<typename detail::FlatOf<AllGames>::type>::type;

// Calls f with std::type_identity<Widths<…>> for each game.
template <class F>
void for_each_family(F&& f) {
    [&]<class... Families>(std::type_identity<std::tuple<Families...>>) {
        (f(std::type_identity<Families>{}), ...);
    }(std::type_identity<AllGames>{});
}

template <class Family>
using FirstOf = std::tuple_element_t<0, Family>;

// The start of a game, or the position that a fen tells. Both throw InvalidPosition.
AnyLine start(std::string_view game, const Options& options);
AnyLine from_fen(std::string_view game, std::string_view fen);

}  // namespace quincunx
