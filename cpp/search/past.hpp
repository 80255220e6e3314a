// What a search must know of the game so far: the arrangements that would be a draw if they returned.
//
// For games that do not remember this is nothing at all. For Quadrature a position's value depends on
// it, so a table keyed by hash() alone gives values that hold only while no arrangement of the past is
// within reach; a proof must either reset at moves that cannot be undone or carry the past in its key.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "play/history.hpp"

namespace quincunx {

template <Game G>
class Past {
  public:
    explicit Past(const History&) {}
    bool enter(const G&) { return false; }
    void leave() {}
};

// Arrangements are told apart by 64-bit hashes: a false draw has a chance of about one in 10^15 per game.
// (History, which people play on, compares the men themselves.)
template <Game G>
    requires(G::remembers)
class Past<G> {
  public:
    explicit Past(const History& history) {
        for (const Position* position : history.positions())
            add(as<G>(*position).arrangement_hash());
    }

    // Goes one move on; says whether the arrangement stood before.
    bool enter(const G& position) {
        const std::uint64_t key = position.arrangement_hash();
        const bool known = (filter_[key / 64 % filter_.size()] >> key % 64 & 1) &&
                           std::find(keys_.begin(), keys_.end(), key) != keys_.end();
        add(key);
        return known;
    }
    // Takes the last move back. The filter keeps its mark, which costs at most a needless look.
    void leave() { keys_.pop_back(); }

    // The arrangements from the start to now, by their hashes.
    const std::vector<std::uint64_t>& arrangements() const { return keys_; }

  private:
    void add(std::uint64_t key) {
        keys_.push_back(key);
        filter_[key / 64 % filter_.size()] |= std::uint64_t{1} << key % 64;
    }

    std::vector<std::uint64_t> keys_;
    std::array<std::uint64_t, 64>
        filter_{};  // most arrangements are new, and this shows it at once
};

}  // namespace quincunx
