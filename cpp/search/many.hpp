// What is done with many games of a kind at a time: counting, playing at random, moving on together. Apart
// from the catalogue, since who only plays a game needs none of it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/stop_check.hpp"
#include "core/tally.hpp"
#include "play/history.hpp"
#include "search/batch.hpp"
#include "search/net_search.hpp"
#include "search/perft.hpp"

namespace quincunx {

struct ManyGames {
    std::vector<PerftPart> (*divide)(const History&, int depth, int threads, const StopCheck&);
    Tally (*playouts)(const History&, std::int64_t n, std::uint64_t seed, int threads,
                      const std::string& way, const StopCheck&);
    std::string_view fastest_way;
    std::unique_ptr<Batch> (*batch)(const History&, int count);
    std::unique_ptr<NetSearch> (*net_search)(const History&, const NetSearchOptions&);
};

// The build writes this from cpp/games/catalogue.txt. Precondition: there is such a game.
const ManyGames& many_of(std::string_view id);

}  // namespace quincunx
