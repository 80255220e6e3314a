// For the tests: the searches beside plain minimax, on small boards, with the game's own results or with
// made-up ones.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <optional>
#include <tuple>

#include "common.hpp"
#include "core/judge.hpp"
#include "games/knowledge_of_all.hpp"
#include "play/symmetry.hpp"
#include "search/mcts.hpp"
#include "search/minimax.hpp"
#include "search/past.hpp"
#include "search/plain.hpp"
#include "search/proof_search.hpp"

namespace quincunx {

namespace {

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

// No knowledge of the game: what it knows of results would be wrong.
template <Game G>
struct Nothing {};

int value_for(const Proof& proof, Side side) {
    return !proof.winner ? 0 : *proof.winner == side ? 1 : -1;
}

template <Game G, class Verdict, class K>
std::optional<int> by_tree(const Line<G>& line, std::int64_t playouts, std::uint64_t seed) {
    using Tree = Mcts<G, K, Verdict>;
    Tree tree(std::size_t{64} << 20);
    typename Tree::Worker worker(line.position(), seed, 0);
    worker.past.emplace(line);
    tree.set_root(line, worker);
    while (playouts-- > 0 && !tree.root_proof().known()) tree.simulate(worker, [] {});
    const MoveProof proof = tree.root_proof();
    if (!proof.known()) return std::nullopt;
    return value_for({proof.winner(line.turn()), proof.plies()}, line.turn());
}

using Values = std::tuple<std::optional<int>, std::optional<int>, std::optional<int>>;

template <Game G, class Verdict, class Sight, class K>
Values compare(const Line<G>& line, std::int64_t nodes, std::size_t table, std::uint64_t seed) {
    Past<G> past(line);
    std::int64_t left = nodes;
    const auto truth = minimax<G, Verdict>(line.position(), past, left);
    ProofSearch<G, Verdict, Sight> search(table);
    std::optional<int> proven;
    if (const auto proof = search.solve(line, nodes, [] {}))
        proven = value_for(*proof, line.turn());
    return {truth, proven, by_tree<G, Verdict, K>(line, nodes, seed)};
}

// The narrowest boards will do: the widths share their code.
template <class G>
constexpr bool small = false;
template <template <int> class G>
constexpr bool small<G<1>> = true;

}  // namespace

void bind_checks(nb::module_& m) {
    m.def(
        "compare_searches",
        [](const AnyLine& any, bool made_up, std::int64_t nodes, std::size_t table_bytes,
           std::uint64_t seed) {
            return std::visit(
                [&]<class G>(const Line<G>& line) -> Values {
                    if constexpr (small<G>) {
                        if (line.over()) throw nb::value_error("the game is over");
                        const Line<G> copy = line;
                        const nb::gil_scoped_release free;
                        if (made_up)
                            return compare<G, MadeUp<G>, Nothing<G>, Plain<G>>(copy, nodes,
                                                                               table_bytes, seed);
                        return compare<G, Judge<G>, Insight<G>, Knowledge<G>>(copy, nodes,
                                                                              table_bytes, seed);
                    } else {
                        throw nb::value_error("only for boards of one word");
                    }
                },
                any);
        },
        nb::arg("line"), nb::arg("made_up"), nb::arg("nodes"), nb::arg("table_bytes"),
        nb::arg("seed"),
        "For tests: the value for the side to move (1, 0, -1) by minimax, proof search and tree\n"
        "search; None where the number of nodes was not enough.");
}

}  // namespace quincunx
