// Levels: opponents that are weaker than the engine can be, and play like somebody.
//
// A level thinks as the engine does, but not for long, and then takes one of the moves that look about as
// good as the best to it. Whatever the level, a win that is seen is taken, and a move that is seen to lose
// is played only if all others lose as well. The choice is made here, and not in a binding, so that a level
// with a seed plays the same moves everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/rng.hpp"

namespace quincunx {

struct Level {
    std::string_view text;  // who plays like this
    std::int64_t playouts;  // how far it looks
    // Moves whose worth is within `margin` of the best are chosen among, those of less worth more rarely:
    // an e-th as often for each `temperature` of worth (values go from 0 to 1).
    double margin, temperature;
};

// From 1 on.
std::span<const Level> levels();

// What a level's search may remember. The highest levels fill it on the largest boards, so that it is part of
// what they are: the same wherever the core runs.
inline constexpr std::size_t level_bytes = std::size_t{64} << 20;
// So many playouts are enough for a move that is the only one, whatever the level.
inline constexpr std::int64_t forced_playouts = 10'000;

// What a search knows of one move, as the side to move sees it.
struct Known {
    double value;  // from 0 to 1
    std::int64_t visits;
    std::optional<double> proven;  // what the side gets for certain
    int plies;                     // until then, if it is proven
};

// Chooses among moves; the same seed gives the same choices.
class Chooser {
  public:
    explicit Chooser(std::uint64_t seed) : rng_(seed) {}

    // The number of the move to play; the first is the one that the engine would play. With a temperature
    // of 0 there is no chance in it. Precondition: there is a move.
    std::size_t choose(std::span<const Known> moves, double margin, double temperature);

  private:
    Rng rng_;
};

}  // namespace quincunx
