// The engine and the solver, for Python. The interpreter is free while somebody waits for them.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "common.hpp"
#include "search/engine.hpp"
#include "search/exact.hpp"

namespace quincunx {

namespace {

constexpr double ever = std::numeric_limits<double>::infinity();

std::size_t megabytes(long long n) {
    require_positive("memory_mb", n);
    return static_cast<std::size_t>(n) << 20;
}

std::vector<TextMove> moves_of(const std::vector<std::string>& texts) {
    std::vector<TextMove> moves;
    for (const std::string& text : texts) moves.push_back({text});
    return moves;
}

const char* text_of(StoppedBy reason) {
    switch (reason) {
        case StoppedBy::time: return "time";
        case StoppedBy::playouts: return "playouts";
        case StoppedBy::request: return "stop";
        case StoppedBy::proof: return "proven";
        case StoppedBy::nothing_yet: break;
    }
    return "";
}

// Waits in short steps and looks for Ctrl-C between them.
bool wait_for(Searcher& searcher, double seconds) {
    const Tick tick = signal_tick();
    const nb::gil_scoped_release free;
    for (double left = seconds;; left -= 0.05) {
        if (searcher.wait(std::clamp(left, 0.0, 0.05))) return true;
        if (left <= 0.05) return false;
        tick();
    }
}

}  // namespace

void bind_engine(nb::module_& m) {
    nb::class_<Proof>(m, "Proof", "Who wins, and within how many plies.")
        .def_prop_ro("winner",
                     [](const Proof& proof) -> std::optional<int> {
                         if (!proof.winner) return std::nullopt;
                         return index(*proof.winner);
                     })
        .def_ro("plies", &Proof::plies);

    nb::class_<RootLine>(m, "RootLine", "What a search found out about one move.")
        .def_prop_ro("move", [](const RootLine& line) { return TextMove{line.move}; })
        .def_ro("value", &RootLine::value)
        .def_ro("visits", &RootLine::visits)
        .def_ro("prior", &RootLine::prior)
        .def_ro("proven", &RootLine::proven)
        .def_prop_ro("pv", [](const RootLine& line) { return moves_of(line.pv); });

    nb::class_<Report>(m, "Report", "What a search found out so far.")
        .def_ro("lines", &Report::lines)
        .def_ro("value", &Report::value)
        .def_prop_ro("wdl",
                     [](const Report& report) {
                         return std::tuple(report.wdl[0], report.wdl[1], report.wdl[2]);
                     })
        .def_ro("proven", &Report::proven)
        .def_ro("playouts", &Report::playouts)
        .def_ro("nodes", &Report::nodes)
        .def_ro("seconds", &Report::seconds)
        .def_ro("memory", &Report::bytes)
        .def_ro("running", &Report::running)
        .def_prop_ro("stopped_by", [](const Report& report) { return text_of(report.stopped_by); });

    nb::class_<Searcher>(m, "Searcher", "An engine for one game and board.")
        .def(nb::new_([](const AnyLine& line, int threads, long long memory_mb, std::uint64_t seed,
                         const std::string& style) {
                 require_positive("threads", threads);
                 if (style != "default" && style != "plain")
                     throw nb::value_error(
                         ("style is \"default\" or \"plain\", not \"" + style + "\"").c_str());
                 return make_searcher(line,
                                      {threads, megabytes(memory_mb), seed, style == "plain"});
             }),
             nb::arg("line"), nb::arg("threads"), nb::arg("memory_mb"), nb::arg("seed"),
             nb::arg("style"))
        .def(
            "start",
            [](Searcher& self, const AnyLine& line, std::optional<double> time,
               std::optional<std::int64_t> playouts) {
                const AnyLine copy = line;
                const nb::gil_scoped_release free;
                self.start(copy, {time, playouts});
            },
            nb::arg("line"), nb::arg("time").none(), nb::arg("playouts").none(),
            "Begin to search; return at once.")
        .def(
            "wait",
            [](Searcher& self, std::optional<double> seconds) {
                return wait_for(self, seconds.value_or(ever));
            },
            nb::arg("seconds").none(), "Wait for the end so long; say whether it has come.")
        .def("stop", &Searcher::stop, nb::call_guard<nb::gil_scoped_release>(),
             "End the search, and return when it has ended.")
        .def("report", &Searcher::report, nb::arg("lines"), nb::arg("pv"),
             nb::call_guard<nb::gil_scoped_release>(),
             "What is known: at most so many lines (0 for all), each at most so long.")
        .def("clear", &Searcher::clear, "Forget all that was learnt.");

    nb::class_<ExactSolver>(m, "Solver", "Exact solving of one game and board.")
        .def(nb::new_([](const AnyLine& line, long long memory_mb) {
                 return make_solver(line, megabytes(memory_mb));
             }),
             nb::arg("line"), nb::arg("memory_mb"))
        .def(
            "work",
            [](ExactSolver& self, const AnyLine& line, double seconds) {
                const AnyLine copy = line;
                const nb::gil_scoped_release free;
                return self.work(copy, seconds, signal_tick());
            },
            nb::arg("line"), nb::arg("seconds"),
            "Work on a position so long, or until it is proven; call again to go on.")
        .def("stop", &ExactSolver::stop, "From another thread: let work() return soon.")
        .def_prop_ro("nodes", &ExactSolver::nodes);
}

}  // namespace quincunx
