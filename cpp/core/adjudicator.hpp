// Who has won a finished game, as searches ask.
#pragma once

#include <optional>

#include "core/game.hpp"

namespace quincunx {

// What the rules say. Tests put made-up results in their place, to see that searches agree whatever the
// results are.
template <Game G>
struct RulesAdjudicator {
    static std::optional<Side> winner(const G& finished) { return finished.outcome()->winner; }
};

}  // namespace quincunx
