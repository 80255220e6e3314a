// Perft and playouts, for Python. The interpreter is free while they run.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common.hpp"
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
}

}  // namespace quincunx
