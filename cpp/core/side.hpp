// The two players, in the order in which they move.
#pragma once

#include <cstdint>
#include <optional>

namespace quincunx {

enum class Side : std::uint8_t { first = 0, second = 1 };

constexpr Side other(Side side) { return side == Side::first ? Side::second : Side::first; }

constexpr int index(Side side) { return static_cast<int>(side); }

// The same for a side that there may not be: of a draw's winner, of a feature that is nobody's.
constexpr std::optional<int> number_of(const std::optional<Side>& side) {
    if (!side) return std::nullopt;
    return index(*side);
}

}  // namespace quincunx
