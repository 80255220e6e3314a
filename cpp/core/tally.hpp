// Results of many games.
#pragma once

#include <cstdint>
#include <optional>

#include "core/side.hpp"

namespace quincunx {

struct Tally {
    std::int64_t first = 0, second = 0, draws = 0;
    std::int64_t plies = 0;  // of all games together; stays 0 where games are filled, not played

    void add(std::optional<Side> winner) {
        if (!winner)
            ++draws;
        else if (*winner == Side::first)
            ++first;
        else
            ++second;
    }
    Tally& operator+=(const Tally& t) {
        first += t.first;
        second += t.second;
        draws += t.draws;
        plies += t.plies;
        return *this;
    }
};

}  // namespace quincunx
