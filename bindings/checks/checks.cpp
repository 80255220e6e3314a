// quincunx_checks: an extension module for the tests, which is never shipped. It compares the searches
// with plain minimax, with the game's own results or with made-up ones, and visits a tree very often.
//
// It knows nothing of the module that it is tested beside: positions come as texts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "checks.hpp"
#include "core/numbers.hpp"

namespace nb = nanobind;

namespace quincunx {

namespace {

History history_of(const std::string& game, const std::string& fen,
                   const std::vector<std::string>& moves) {
    History history = from_fen(game, fen);
    for (const std::string& move : moves) history.play_unchecked(history.parse(move));
    return history;
}

// Visits one move of the root this many times, with made-up results: won, lost, lost, won, lost, lost …
// Returns how many visits the tree has counted then, and the mean that it has.
std::pair<double, double> visit_often(std::int64_t times) {
    const History history = start("hadron", {.size = 3});
    SearchTree tree(std::size_t{1} << 20, plain_tuning, false);
    SearchTree::Worker worker(0, 1, 0);
    tree.set_root(history);
    SearchTree::reserve(tree.root(), 0);
    worker.moves = history.legal_moves();
    worker.weight.assign(worker.moves.size(), 1.0f);
    worker.bonus.assign(worker.moves.size(), 0.0f);
    Block& block = *tree.store(tree.root(), 0, worker, history.turn(), history.turn());
    tree.publish(tree.root(), 0, block);
    for (std::int64_t i = 0; i < times; ++i) {
        tree.begin(worker);
        SearchTree::enter(worker, block, 0, history.turn());
        tree.back_up(worker, Result::of(i % 3 == 0 ? history.turn() : other(history.turn())));
    }
    return {block.visits_of(0), block.value_of(0)};
}

}  // namespace

}  // namespace quincunx

NB_MODULE(quincunx_checks, m) {
    using namespace quincunx;
    m.def(
        "compare_searches",
        [](const std::string& game, const std::string& fen, const std::vector<std::string>& moves,
           bool made_up, std::int64_t nodes, std::size_t table_bytes, std::uint64_t seed) {
            const History history = history_of(game, fen, moves);
            if (history.over()) throw nb::value_error("the game is over");
            const nb::gil_scoped_release free;
            return compare(history, made_up, nodes, table_bytes, seed);
        },
        nb::arg("game"), nb::arg("fen"), nb::arg("moves"), nb::arg("made_up"), nb::arg("nodes"),
        nb::arg("table_bytes"), nb::arg("seed"),
        "The value for the side to move (1, 0, -1) by minimax, proof search and tree search; None\n"
        "where the number of nodes was not enough.");
    m.def("exponential", &exponential, nb::arg("x"));
    m.def("logarithm", &logarithm, nb::arg("x"));
    m.def("visit_often", &visit_often, nb::arg("times"), nb::call_guard<nb::gil_scoped_release>(),
          "Visits and mean of a move after made-up results, of which every third is a win.");
}
