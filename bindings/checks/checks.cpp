// quincunx_checks: an extension module for the tests, which is never shipped. It compares the searches
// with plain minimax, with the game's own results or with made-up ones, visits a tree very often, and
// shows what a game gets that says nothing about its moves.
//
// It knows nothing of the module that it is tested beside: positions come as texts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "checks.hpp"
#include "core/numbers.hpp"
#include "engines/catalogue.hpp"
#include "games/quadrature.hpp"
#include "play/facts.hpp"
#include "play/notation.hpp"
#include "search/checkpoint.hpp"

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

// Kind, cells, heights before and after, causes.
using EventRow =
    std::tuple<std::string, std::vector<std::string>, int, int, std::vector<std::string>>;

// The events of a move that leads from one position to another, for a game that does not tell them.
std::vector<std::vector<EventRow>> default_events(const std::string& game,
                                                  const std::string& before,
                                                  const std::string& after,
                                                  const std::string& move) {
    const History old = from_fen(game, before), now = from_fen(game, after);
    const auto names = [&](const std::vector<int>& cells) {
        std::vector<std::string> list;
        for (const int cell : cells) list.push_back(old.position().geometry().name(cell));
        return list;
    };
    std::vector<std::vector<EventRow>> waves;
    for (const Wave& wave :
         differences(old.position(), now.position(), parse_move(old.position(), move))) {
        auto& rows = waves.emplace_back();
        for (const Event& event : wave)
            rows.emplace_back(std::string(event.kind), names(event.cells), event.from, event.to,
                              names(event.causes));
    }
    return waves;
}

// Solves a position in slices of so many nodes, but no more than `slices` of them. If `resumed`, each of them
// is done by a new solver, which has loaded what the one before it has saved. Returns the winner (1 and 2;
// 0 for a draw, or nothing), the plies, the nodes, the entries in use, and the bytes of the last save.
std::tuple<std::optional<int>, int, std::int64_t, std::size_t, std::size_t> solve_in_slices(
    const std::string& game, const std::string& fen, const std::vector<std::string>& moves,
    std::size_t memory, std::int64_t nodes, int slices, bool resumed) {
    const History history = history_of(game, fen, moves);
    const auto make = [&] { return engines_of(game).solver(history, memory); };
    std::unique_ptr<GameSolver> solver = make();
    std::vector<std::byte> saved;
    std::optional<Proof> proof;
    for (; slices > 0; --slices) {
        proof = solver->solve(history, nodes, [] {});
        if (proof) break;
        if (!resumed) continue;
        saved.clear();
        Saver saver([&](std::span<const std::byte> some) {
            saved.insert(saved.end(), some.begin(), some.end());
        });
        solver->save(saver);
        saver.finish();
        solver = make();
        std::size_t at = 0;
        Loader loader([&](std::span<std::byte> room) {
            const std::size_t count = std::min(room.size(), saved.size() - at);
            std::copy_n(saved.begin() + static_cast<std::ptrdiff_t>(at), count, room.begin());
            at += count;
            return count;
        });
        solver->load(loader, history);
        loader.finish();
    }
    std::optional<int> winner;
    if (proof) winner = proof->winner ? index(*proof->winner) + 1 : 0;
    return {winner, proof ? proof->plies : 0, solver->nodes(), solver->state().used, saved.size()};
}

// What a game says about the beginning of a move if it leaves that to its defaults.
std::string default_beginning(const std::string& cell) {
    const Quadrature game({Quadrature::n});
    const std::vector<int> cells{*game.geometry().find(cell)};
    return static_cast<const GameDefaults<Quadrature>&>(game).explain_beginning(cells).text;
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
    m.def("default_events", &default_events, nb::arg("game"), nb::arg("before"), nb::arg("after"),
          nb::arg("move"), "The events of a game that does not tell what its moves do.");
    m.def("default_beginning", &default_beginning, nb::arg("cell"),
          "What a game without words of its own says about the beginning of a move.");
    m.def("solve_in_slices", &solve_in_slices, nb::arg("game"), nb::arg("fen"), nb::arg("moves"),
          nb::arg("memory"), nb::arg("nodes"), nb::arg("slices"), nb::arg("resumed"),
          nb::call_guard<nb::gil_scoped_release>(),
          "Winner (1, 2, 0 for a draw), plies, nodes, entries in use and bytes of the last save.");
    m.def("exponential", &exponential, nb::arg("x"));
    m.def("logarithm", &logarithm, nb::arg("x"));
    m.def("visit_often", &visit_often, nb::arg("times"), nb::call_guard<nb::gil_scoped_release>(),
          "Visits and mean of a move after made-up results, of which every third is a win.");
}
