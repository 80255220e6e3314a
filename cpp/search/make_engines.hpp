// The parts of one game's engine, made from its types. Included by the files that the build writes, one
// for each game, after what cpp/engines has about it.
#pragma once

#include <memory>

#include "core/contract.hpp"
#include "search/game_search.hpp"
#include "search/narrowest.hpp"
#include "search/solver_of.hpp"

namespace quincunx {

template <class First, class... More>
GameEngines make_engines() {
    // Nothing is looked at until the contract holds. What is missing, search/make_rules.hpp tells.
    if constexpr ((fits<First> && ... && fits<More>)) {
        return {
            .search =
                [](const History& any, std::size_t bytes, bool plain) {
                    return narrowest<First, More...>(
                        any, [&]<class G>() -> std::unique_ptr<GameSearch> {
                            if (plain)
                                return std::make_unique<GameSearchOf<G, PlainKnowledge<G>>>(any,
                                                                                            bytes);
                            return std::make_unique<GameSearchOf<G, TreeKnowledge<G>>>(any, bytes);
                        });
                },
            .solver =
                [](const History& any, std::size_t bytes) {
                    return narrowest<First, More...>(
                        any, [&]<class G>() -> std::unique_ptr<GameSolver> {
                            return std::make_unique<GameSolverOf<G, SolverOf<G>>>(bytes);
                        });
                },
            .within_reach =
                [](const History& history) {
                    return narrowest<First, More...>(history, [&]<class G>() {
                        return SolverOf<G>::within_reach(as<G>(history.position()));
                    });
                },
        };
    } else {
        return {};
    }
}

}  // namespace quincunx
