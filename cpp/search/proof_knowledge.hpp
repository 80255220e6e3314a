// What the proof search (search/proof_search.hpp) may know about a game beyond its rules.
#pragma once

#include "search/proof_numbers.hpp"

namespace quincunx {

// Specialised for a game in cpp/engines. Every part may be left out:
//
//   static constexpr bool decisive = true;
//       There are no draws.
//   static constexpr bool monotone = true;
//       A move takes one empty cell for good, named by its code; who has won is settled by who has which
//       cells in the end, and more cells never hurt their owner. So a player who wins within a region
//       wins whatever happens outside it, and only a move into the region can be an answer.
//   void weigh(const G& position, std::span<const Move> moves, std::span<const G> after,
//              std::span<ProofNumbers> guesses);
//       First guesses for moves of a position, as the player who makes them sees it, at least 1 each;
//       they are 1 when it is called. after[i] is where moves[i] leads, and the game goes on there. The
//       same arguments must give the same guesses.
//   static bool within_reach(const G& position);
//       Will it be solved in about half a second?
//
// An object belongs to one search.
template <class G>
class ProofKnowledge {};

}  // namespace quincunx
