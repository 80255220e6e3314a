// The two players, in the order in which they move.
#pragma once

#include <cstdint>

namespace quincunx {

enum class Side : std::uint8_t { first = 0, second = 1 };

constexpr Side other(Side side) { return side == Side::first ? Side::second : Side::first; }

constexpr int index(Side side) { return static_cast<int>(side); }

}  // namespace quincunx
