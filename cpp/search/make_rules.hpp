// One game's entry in the catalogue (search/catalogue.hpp), made from its types. Included by the files
// that the build writes, one for each game.
#pragma once

#include <memory>

#include "core/contract.hpp"
#include "play/position.hpp"
#include "search/catalogue.hpp"
#include "search/narrowest.hpp"

namespace quincunx {

// The types of one game, for boards of one word, two words and so on.
template <class First, class... More>
GameRules make_rules() {
    // Nothing else is looked at until the contract holds: see core/contract.hpp.
    if constexpr (contract_holds<First, More...>()) {
        return {
            .info = &First::info,
            .start =
                [](const Options& options) {
                    return narrowest<First, More...>(options.size, [&]<class G>() -> PositionPtr {
                        return std::make_shared<PositionOf<G>>(G(options));
                    });
                },
            .from =
                [](const Setup& setup) {
                    return narrowest<First, More...>(
                        setup.options.size, [&]<class G>() -> PositionPtr {
                            return std::make_shared<PositionOf<G>>(G::from(setup));
                        });
                },
        };
    } else {
        return {};
    }
}

}  // namespace quincunx
