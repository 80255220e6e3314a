// Compares searches with plain minimax, on small boards: for the tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "core/adjudicator.hpp"
#include "core/contract.hpp"
#include "play/symmetry.hpp"
#include "search/catalogue.hpp"
#include "search/minimax.hpp"
#include "search/past.hpp"
#include "search/search_tree.hpp"
#include "search/simulator.hpp"
#include "search/solver_of.hpp"
#include "search/tree_knowledge.hpp"

namespace quincunx {

// By minimax, by proof search, by tree search: 1, 0 or -1 for the side to move.
using Values = std::tuple<std::optional<int>, std::optional<int>, std::optional<int>>;

// Calls compare_searches() for the game; the build writes it from cpp/games/catalogue.txt.
Values compare(const History& history, bool made_up, std::int64_t nodes, std::size_t table_bytes,
               std::uint64_t seed);

// A win, a draw or a loss for the side to move, as the finished position's hash will have it: the same
// for all positions that are equal but for a symmetry.
template <Game G>
struct MadeUp {
    static std::optional<Side> winner(const G& finished) {
        switch (canonical_hash(finished) % 3) {
            case 0: return std::nullopt;
            case 1: return finished.turn();
            default: return other(finished.turn());
        }
    }
};

// No knowledge of the game: what that knows of results would be wrong.
template <Game G>
struct Nothing {};

inline int value_for(const Proof& proof, Side side) {
    return !proof.winner ? 0 : *proof.winner == side ? 1 : -1;
}

template <Game G, class Adjudicator, class K>
std::optional<int> by_tree(const History& history, std::int64_t playouts, std::uint64_t seed) {
    Simulator<G, K, Adjudicator> simulator(std::size_t{64} << 20);
    typename Simulator<G, K, Adjudicator>::Worker worker(as<G>(history.position()), seed, 0);
    worker.past.emplace(history);
    simulator.set_root(history, worker);
    while (playouts-- > 0 && !simulator.tree.root_proof().known())
        simulator.simulate(worker, [] {});
    const MoveProof proof = simulator.tree.root_proof();
    if (!proof.known()) return std::nullopt;
    return value_for({proof.winner(history.turn()), proof.plies()}, history.turn());
}

template <class Search, Game G>
std::optional<int> by_proof(const History& history, std::int64_t nodes, std::size_t bytes) {
    Search search(bytes);
    const auto proof = search.solve(as<G>(history.position()), Past<G>(history), nodes, [] {});
    if (!proof) return std::nullopt;
    return value_for(*proof, history.turn());
}

template <Game G, class Adjudicator, class Search, class K>
Values compare_with(const History& history, std::int64_t nodes, std::size_t table,
                    std::uint64_t seed) {
    Past<G> past(history);
    std::int64_t left = nodes;
    const auto truth = minimax<G, Adjudicator>(as<G>(history.position()), past, left);
    return {truth, by_proof<Search, G>(history, nodes, table),
            by_tree<G, Adjudicator, K>(history, nodes, seed)};
}

// Only if the contract holds. What is missing, search/make_rules.hpp tells.
template <class G>
    requires(!fits<G>)
Values compare_searches(const History&, bool, std::int64_t, std::size_t, std::uint64_t) {
    return {};
}

template <class G>
    requires fits<G>
Values compare_searches(const History& history, bool made_up, std::int64_t nodes, std::size_t table,
                        std::uint64_t seed) {
    if (!G::holds(history.position().options().size))
        throw std::invalid_argument("only for boards of the narrowest type");
    using Rules = RulesAdjudicator<G>;
    if constexpr (G::remembers) {
        if (made_up)
            return compare_with<G, MadeUp<G>, WinSearch<G, MadeUp<G>>, PlainKnowledge<G>>(
                history, nodes, table, seed);
        return compare_with<G, Rules, WinSearch<G>, TreeKnowledge<G>>(history, nodes, table, seed);
    } else {
        if (made_up)
            return compare_with<G, MadeUp<G>, ProofSearch<G, MadeUp<G>, Nothing<G>>,
                                PlainKnowledge<G>>(history, nodes, table, seed);
        return compare_with<G, Rules, ProofSearch<G>, TreeKnowledge<G>>(history, nodes, table,
                                                                        seed);
    }
}

}  // namespace quincunx
