// One game's entry in search/many.hpp, made from its types. Included by the files that the build writes, one
// for each game.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "core/contract.hpp"
#include "search/batch.hpp"
#include "search/many.hpp"
#include "search/narrowest.hpp"
#include "search/net_search_of.hpp"
#include "search/perft.hpp"
#include "search/playouts.hpp"

namespace quincunx {

namespace detail {

template <Game G>
Way way_called(const std::string& name) {
    for (const Way way : {Way::moves, Way::fill, Way::lanes})
        if (name == name_of(way) && has_way<G>(way)) return way;
    if (name == "fastest") return fastest_way<G>();
    throw std::invalid_argument(std::string(G::info.name) + " has no playouts called \"" + name +
                                "\"");
}

}  // namespace detail

template <class First, class... More>
ManyGames make_many() {
    // Nothing is looked at until the contract holds. What is missing, search/make_rules.hpp tells.
    if constexpr ((fits<First> && ... && fits<More>)) {
        return {
            .divide =
                [](const History& history, int depth, int threads, const StopCheck& check) {
                    return narrowest<First, More...>(history, [&]<class G>() {
                        return divide<G>(history, depth, threads, check);
                    });
                },
            .playouts =
                [](const History& history, std::int64_t n, std::uint64_t seed, int threads,
                   const std::string& way, const StopCheck& check) {
                    return narrowest<First, More...>(history, [&]<class G>() {
                        return playouts<G>(history, n, seed, threads, detail::way_called<G>(way),
                                           check);
                    });
                },
            .fastest_way = name_of(fastest_way<First>()),
            .batch =
                [](const History& history, int count) {
                    return narrowest<First, More...>(
                        history, [&]<class G>() -> std::unique_ptr<Batch> {
                            return std::make_unique<BatchOf<G>>(history, count);
                        });
                },
            .net_search =
                [](const History& history, const NetSearchOptions& options) {
                    return narrowest<First, More...>(
                        history, [&]<class G>() -> std::unique_ptr<NetSearch> {
                            return std::make_unique<NetSearchOf<G>>(history, options);
                        });
                },
        };
    } else {
        return {};
    }
}

}  // namespace quincunx
