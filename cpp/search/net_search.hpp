// A tree search that asks somebody else what positions are worth: a net, which wants many at a time. So it
// plays many games at once, and each gives one position to a step.
//
// The search is PUCT (https://arxiv.org/abs/1712.01815, "AlphaZero"): a move is chosen by its mean value and
// a share of exploration by its prior. What the rules decide is not asked about: ends of games are backed
// up exactly, and moves and positions that are proven by them are known as such.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/memory.hpp"

namespace quincunx {

struct NetSearchOptions {
    int games = 1;
    std::uint64_t seed = 0;  // each game has a stream of random numbers of its own
    float noise = 0.0f;      // the share of random numbers in the priors at the root, 0 to 1
    std::size_t bytes = std::size_t{64}
                        << 20;  // of all trees together; when a game's share is used
                                // up, its leaves are judged, but not kept
};

// Arrays are the caller's. There is a row for each game, but for what leaves() and give() hand over: that
// has a row for each game that has something to ask, in order.
class alignas(interference_size) NetSearch {
  public:
    virtual ~NetSearch() = default;

    virtual int size() const = 0;
    virtual int action_count() const = 0;
    virtual std::vector<std::string> plane_names() const = 0;
    virtual int plane_side() const = 0;

    // Searches on in each game until there is a position to be judged, or as many simulations as wanted
    // have been made, or the position is proven. Writes the planes and legal actions of the positions, and
    // gives their number. A tree begins with the judgement of the position itself, its first simulation.
    virtual int leaves(std::int64_t simulations, std::uint8_t* planes, bool* legal) = 0;
    // The judgement of these positions. A number for each action, of which the legal ones count: e to the
    // power of it is how likely the action is. And the value for the side to move: 1 for a win, -1 for a
    // loss. Throws std::invalid_argument if one is not a number.
    virtual void give(const float* policy, const float* values) = 0;
    // How many positions wait for it.
    virtual int waiting() const = 0;

    // How often each action was tried: the simulations but for the first.
    virtual void visits(std::int32_t* out) const = 0;
    // What the search recommends, as probabilities: the winning moves if one is proven, or else each move
    // by its visits, but for those that are proven to lose if there are others. Zeros where a game is over.
    virtual void policy(float* out) const = 0;
    // The value for the side to move, 0 where a game is over or nothing is known.
    virtual void values(float* out) const = 0;
    // -1 if nothing is proven, then 0 or 1 for the winner and 2 for a draw.
    virtual void proofs(std::int8_t* out) const = 0;

    // The best action of each game, or one drawn by policy(); -1 if the game is over.
    virtual void choose(const bool* drawn, std::int64_t* out) = 0;
    // A uniformly random legal action of each game, or -1.
    virtual void sample(std::int64_t* out) = 0;
    // Plays an action in each game, or none if it is -1. The tree of a game that moves begins anew. Throws
    // IllegalMove before anything has moved.
    virtual void play(const std::int64_t* actions) = 0;

    virtual void turns(std::int8_t* out) const = 0;
    // -1 while a game goes on, then 0 or 1 for the winner and 2 for a draw.
    virtual void results(std::int8_t* out) const = 0;
};

}  // namespace quincunx
