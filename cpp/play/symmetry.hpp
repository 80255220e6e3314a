// The symmetries of a game: those of its board that the rules share.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "boards/geometry.hpp"
#include "core/game.hpp"
#include "core/threads.hpp"

namespace quincunx {

struct Symmetries {
    std::vector<Symmetry> keeping;   // each side stays itself; the identity first
    std::vector<Symmetry> swapping;  // the sides are exchanged as well
};

// One list per game and board, made at first use and kept.
template <Game G>
const Symmetries& symmetries_of(const Geometry& board) {
    static Mutex lock;
    static std::map<int, Symmetries> all;
    const Guard guard(lock);
    const auto [found, added] = all.try_emplace(board.size());
    if (added)
        for (Symmetry symmetry : board.symmetries()) {
            const Fit fit = G::fit(symmetry);
            if (fit == Fit::keeps || fit == Fit::both) found->second.keeping.push_back(symmetry);
            symmetry.swaps = true;
            if (fit == Fit::swaps || fit == Fit::both) found->second.swapping.push_back(symmetry);
        }
    return found->second;
}

// The position that stands for all that are equal but for a symmetry, sides exchanged where the rules
// allow it: the one with the smallest hash. For solvers: what is won for the side to move in one of them
// is won for the side to move in all. Like hash() it leaves the past out. With the sides exchanged it
// may be a position that no game reaches, so it is not shown to users.
template <Game G>
G canonical(const G& position) {
    const Symmetries& symmetries = symmetries_of<G>(position.geometry());
    G chosen = position;
    std::uint64_t least = position.hash();
    const auto look = [&](const Symmetry& symmetry) {
        const G other = position.transformed(symmetry);
        const std::uint64_t hash = other.hash();
        if (hash >= least) return;
        chosen = other;
        least = hash;
    };
    for (const Symmetry& symmetry : symmetries.keeping) look(symmetry);
    if (position.exchangeable())
        for (const Symmetry& symmetry : symmetries.swapping) look(symmetry);
    return chosen;
}

// The same number for all of them, for tables.
template <Game G>
std::uint64_t canonical_hash(const G& position) {
    return canonical(position).hash();
}

}  // namespace quincunx
