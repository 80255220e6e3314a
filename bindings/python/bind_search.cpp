// Perft and playouts, for Python. The interpreter is free while they run.
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common.hpp"
#include "search/links.hpp"
#include "search/many.hpp"

namespace quincunx {

void bind_search(nb::module_& m) {
    m.def(
        "divide",
        [](const History& callers, int depth, int threads) {
            require_positive("depth", depth);
            require_threads(threads);
            const History history = callers;  // others may play on while the interpreter is free
            std::vector<PerftPart> parts;
            {
                const nb::gil_scoped_release free;
                parts = many_of(history.info().id).divide(history, depth, threads, signal_check());
            }
            std::vector<std::pair<TextMove, std::uint64_t>> list;
            for (const PerftPart& part : parts)
                list.emplace_back(named(history.position(), part.move), part.count);
            return list;
        },
        nb::arg("history"), nb::arg("depth"), nb::arg("threads"),
        "Number of move sequences of this length, by first move.");
    m.def(
        "playouts",
        [](const History& callers, std::int64_t n, std::uint64_t seed, int threads,
           const std::string& way) {
            require_positive("n", n);
            require_threads(threads);
            const History history = callers;
            const nb::gil_scoped_release free;
            const Tally tally =
                many_of(history.info().id).playouts(history, n, seed, threads, way, signal_check());
            return std::tuple(tally.first, tally.second, tally.draws, tally.plies);
        },
        nb::arg("history"), nb::arg("n"), nb::arg("seed"), nb::arg("threads"), nb::arg("way"),
        "Wins of the first and second side, draws, and plies of all games together. The way is\n"
        "\"fastest\", \"moves\", \"fill\" (one board at a time) or \"lanes\" (many at a time).");
    m.def(
        "way", [](const History& history) { return many_of(history.info().id).fastest_way; },
        nb::arg("history"), "How the fastest playouts of this game are played.");
    nb::class_<LinkBoard>(m, "LinkBoard", "What may join two edges, for proofs.")
        .def(nb::init<const std::vector<CellList>&, const std::array<CellList, 2>&>(),
             nb::arg("beside"), nb::arg("edges"))
        .def(
            "search",
            [](const LinkBoard& board, const CellList& own, const CellList& free) {
                LinkAnswer answer;
                {
                    const nb::gil_scoped_release released;
                    answer = board.search(own, free, signal_check());
                }
                std::vector<std::pair<int, CellList>> steps;
                for (LinkStep& step : answer.steps)
                    steps.emplace_back(static_cast<int>(step.kind), std::move(step.parts));
                return std::tuple(answer.places, steps, answer.joined, answer.moves, answer.after);
            },
            nb::arg("own"), nb::arg("free"),
            "Places, steps (kind, parts), the step that joins the edges or -1, or else moves that\n"
            "threaten to and the steps after them. A step's kind is 0: place and free cell touch,\n"
            "1: two steps meet, 2: moves and the steps after them.");
}

}  // namespace quincunx
