// What the tree search may know about a game beyond its rules: which moves look good, how games tend to
// go on.
#pragma once

#include <optional>
#include <span>

#include "core/game.hpp"
#include "core/proof.hpp"
#include "core/rng.hpp"
#include "core/side.hpp"
#include "search/amaf.hpp"
#include "search/past.hpp"
#include "search/random_game.hpp"

namespace quincunx {

// The numbers by which a search is tuned, one set for each game. Found by matches: docs/strength.md.
struct Tuning {
    float exploration;   // weight of the prior against the mean of a move (PUCT)
    float amaf_bias;     // how soon a move's own mean replaces the AMAF mean; 0: very late
    float prior_visits;  // how many AMAF visits the first value of a move counts for
    int expand_after;    // visits of a move before its replies are stored
    bool amaf;           // do moves earn credit for games in which they were made later?
    int solver_nodes;    // of the exact solver, for every ten thousand playouts
    bool uct = false;    // choose moves by UCB1 instead, every move once at first
};

// First opinions of the moves of a position.
struct MovePriors {
    std::span<const Move> moves;
    std::span<float> weight;  // 1 unless changed; relative to one another
    std::span<float> bonus;   // 0 unless changed; added to the value of the position
};

// What is proven about a position by looking at it alone: who wins, or else which moves lose.
template <class Set>
struct PositionProof {
    std::optional<Proof> decided;
    Set lost{};          // by their codes
    int plies_lost = 0;  // to the end after such a move, at most
};

// The move that led to a position, if there was one.
using Last = std::optional<Move>;

inline constexpr Tuning plain_tuning{0.7f, 0.0f, 0.0f, 2, false, 0, true};

// No knowledge: UCT with uniformly random playouts. What strength is measured against, and what a game
// without anything better plays with.
template <Game G>
class PlainKnowledge {
  public:
    static constexpr Tuning tuning = plain_tuning;

    explicit PlainKnowledge(const G&) {}
    void set_priors(const G&, Last, const MovePriors&) {}
    Result playout(G& position, Last, Past<G>& past, Rng& rng, AmafMarks&) {
        return random_game(position, past, rng);
    }
};

// Specialised for a game in cpp/engines. An object belongs to one thread. It has
//   static constexpr Tuning tuning;
//   explicit TreeKnowledge(const G& any);                     // any position of that game and size
//   void set_priors(const G&, Last, const MovePriors&);       // when a position's moves are stored
//   Result playout(G&, Last, Past<G>&, Rng&, AmafMarks&);     // plays on from a position, to the end
// and where something can be proven by looking at a position for longer,
//   static constexpr int prove_after;                         // visits of a position
//   PositionProof prove(const G&, const StopCheck&);          // which may throw, and all is well
template <Game G>
class TreeKnowledge : public PlainKnowledge<G> {
  public:
    using PlainKnowledge<G>::PlainKnowledge;
};

}  // namespace quincunx
