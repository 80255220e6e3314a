// Perft and playouts, for Python. The interpreter is free while they run.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <vector>

#include "common.hpp"
#include "search/perft.hpp"
#include "search/playouts.hpp"

namespace quincunx {

namespace {

template <class G>
Way way_called(const std::string& name) {
    if (name == "fastest") return fastest_way<G>();
    if (name == "moves") return Way::moves;
    if (name == "fill" && FillGame<G>) return Way::fill;
    if (name == "lanes" && LaneGame<G>) return Way::lanes;
    throw nb::value_error(
        (std::string(G::info.name) + " has no playouts called \"" + name + "\"").c_str());
}

}  // namespace

void bind_search(nb::module_& m) {
    m.def(
        "divide",
        [](const AnyLine& any, int depth, int threads) {
            require_positive("depth", depth);
            require_positive("threads", threads);
            return std::visit(
                [&](const auto line) {  // a copy: others may play on while the interpreter is free
                    std::vector<PerftPart> parts;
                    {
                        const nb::gil_scoped_release free;
                        parts = divide(line, depth, threads, signal_tick());
                    }
                    std::vector<std::pair<TextMove, std::uint64_t>> list;
                    for (const PerftPart& part : parts)
                        list.emplace_back(TextMove{move_text(line.position(), part.move)},
                                          part.count);
                    return list;
                },
                any);
        },
        nb::arg("line"), nb::arg("depth"), nb::arg("threads"),
        "Number of move sequences of this length, by first move.");
    m.def(
        "playouts",
        [](const AnyLine& any, std::int64_t n, std::uint64_t seed, int threads,
           const std::string& way) {
            require_positive("n", n);
            require_positive("threads", threads);
            return std::visit(
                [&]<class G>(const Line<G> line) {
                    const Way chosen = way_called<G>(way);
                    const nb::gil_scoped_release free;
                    const Tally tally = playouts(line, n, seed, threads, chosen, signal_tick());
                    return std::tuple(tally.first, tally.second, tally.draws, tally.plies);
                },
                any);
        },
        nb::arg("line"), nb::arg("n"), nb::arg("seed"), nb::arg("threads"), nb::arg("way"),
        "Wins of the first and second side, draws, and plies of all games together. The way is\n"
        "\"fastest\", \"moves\", \"fill\" (one board at a time) or \"lanes\" (many at a time).");
    m.def(
        "way",
        [](const AnyLine& any) {
            return std::visit(
                []<class G>(const Line<G>&) {
                    constexpr const char* names[] = {"moves", "fill", "lanes"};
                    return std::string(names[static_cast<int>(fastest_way<G>())]);
                },
                any);
        },
        nb::arg("line"), "How the fastest playouts of this game are played.");
}

}  // namespace quincunx
