// The engine and the solver, for Python. The interpreter is free while somebody waits for them.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "common.hpp"
#include "engines/catalogue.hpp"
#include "search/levels.hpp"

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

// Waits in short steps and looks for Ctrl-C between them.
bool wait_for(Engine& engine, double seconds) {
    const StopCheck check = signal_check();
    const nb::gil_scoped_release free;
    for (double left = seconds;; left -= 0.05) {
        if (engine.wait(std::clamp(left, 0.0, 0.05))) return true;
        if (left <= 0.05) return false;
        check();
    }
}

}  // namespace

void bind_engine(nb::module_& m) {
    nb::class_<Proof>(m, "Proof", "Who wins, and within how many plies.")
        .def_prop_ro("winner", [](const Proof& proof) { return number_of(proof.winner); })
        .def_ro("plies", &Proof::plies);

    nb::class_<Candidate>(m, "Candidate", "What a search found out about one move.")
        .def_prop_ro("move", [](const Candidate& c) { return TextMove{c.move}; })
        .def_ro("value", &Candidate::value)
        .def_ro("visits", &Candidate::visits)
        .def_ro("prior", &Candidate::prior)
        .def_ro("proven", &Candidate::proven)
        .def_prop_ro("pv", [](const Candidate& c) { return moves_of(c.pv); });

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

    nb::class_<Engine>(m, "Engine", "An engine for one game and board.")
        .def(nb::new_([](const History& any, int threads, long long memory_mb, std::uint64_t seed,
                         const std::string& style) {
                 require_threads(threads);
                 if (style != "default" && style != "plain")
                     throw nb::value_error(
                         ("style is \"default\" or \"plain\", not \"" + style + "\"").c_str());
                 return make_engine(any, {threads, megabytes(memory_mb), seed, style == "plain"});
             }),
             nb::arg("any"), nb::arg("threads"), nb::arg("memory_mb"), nb::arg("seed"),
             nb::arg("style"))
        .def(
            "start",
            [](Engine& self, const History& history, std::optional<double> time,
               std::optional<std::int64_t> playouts) {
                const History copy = history;
                const nb::gil_scoped_release free;
                self.start(copy, {time, playouts});
            },
            nb::arg("history"), nb::arg("time").none(), nb::arg("playouts").none(),
            "Begin to search; return at once.")
        .def(
            "wait",
            [](Engine& self, std::optional<double> seconds) {
                return wait_for(self, seconds.value_or(ever));
            },
            nb::arg("seconds").none(),
            "Wait this long for the end at most; say whether it has come.")
        .def("stop", &Engine::stop, nb::call_guard<nb::gil_scoped_release>(),
             "End the search, and return when it has ended.")
        .def("report", &Engine::report, nb::arg("lines"), nb::arg("pv"),
             nb::call_guard<nb::gil_scoped_release>(),
             "What is known: at most this many lines (0 for all), each at most this long.")
        .def("clear", &Engine::clear, nb::call_guard<nb::gil_scoped_release>(),
             "Forget all that was learnt.");

    nb::class_<Level>(m, "Level", "One of the levels: how far it looks, and among what it chooses.")
        .def_ro("text", &Level::text)
        .def_ro("playouts", &Level::playouts)
        .def_ro("margin", &Level::margin)
        .def_ro("temperature", &Level::temperature);
    m.def(
        "levels", [] { return std::vector<Level>(levels().begin(), levels().end()); },
        "The levels from 1 on.");
    m.attr("LEVEL_MEMORY_MB") = level_bytes >> 20;
    m.attr("FORCED_PLAYOUTS") = forced_playouts;
    nb::class_<Chooser>(m, "Chooser", "Chooses among moves; the same seed gives the same choices.")
        .def(nb::init<std::uint64_t>(), nb::arg("seed"))
        .def(
            "choose",
            [](Chooser& self,
               const std::vector<std::tuple<double, std::int64_t, std::optional<double>, int>>&
                   rows,
               double margin, double temperature) {
                if (rows.empty()) throw nb::value_error("there is no move to choose");
                std::vector<Known> moves;
                for (const auto& [value, visits, proven, plies] : rows)
                    moves.push_back({value, visits, proven, plies});
                return self.choose(moves, margin, temperature);
            },
            nb::arg("moves"), nb::arg("margin"), nb::arg("temperature"),
            "The number of the move to play, given value, visits, and proven value and plies of "
            "each.");

    nb::class_<ExactSolver>(m, "Solver", "Exact solving of one game and board.")
        .def(nb::new_([](const History& any, long long memory_mb) {
                 return make_solver(any, megabytes(memory_mb));
             }),
             nb::arg("any"), nb::arg("memory_mb"))
        .def(
            "work",
            [](ExactSolver& self, const History& history, double seconds) {
                const History copy = history;
                const nb::gil_scoped_release free;
                return self.work(copy, seconds, signal_check());
            },
            nb::arg("history"), nb::arg("seconds"),
            "Work on a position this long, or until it is proven; call again to go on.")
        .def("stop", &ExactSolver::stop, "From another thread: let work() return soon.")
        .def(
            "save",
            [](const ExactSolver& self,
               const nb::typed<nb::callable, nb::object(nb::bytes)>& write) {
                const nb::gil_scoped_release free;
                self.save([&](std::span<const std::byte> bytes) {
                    const nb::gil_scoped_acquire held;
                    write(nb::bytes(bytes.data(), bytes.size()));
                });
            },
            nb::arg("write"), "Give all that was learnt to a function that takes bytes.")
        .def(
            "load",
            [](ExactSolver& self, const History& any,
               const nb::typed<nb::callable, nb::bytes(std::size_t)>& read) {
                const nb::gil_scoped_release free;
                self.load(
                    [&](std::span<std::byte> room) {
                        const nb::gil_scoped_acquire held;
                        const nb::bytes some(read(room.size()));
                        if (some.size() <= room.size())
                            std::memcpy(room.data(), some.data(), some.size());
                        return some.size();
                    },
                    any);
            },
            nb::arg("any"), nb::arg("read"),
            "Take over what another solver of this game, board and memory has saved, from a "
            "function\n"
            "that reads so many bytes at most. If it fails, the solver is of no use.")
        .def_prop_ro(
            "state",
            [](const ExactSolver& self) {
                const SolverState state = self.state();
                std::optional<std::tuple<std::uint32_t, std::uint32_t>> root;
                if (state.root) root = {state.root->proof, state.root->disproof};
                return std::tuple(state.used, state.room, root, state.depth);
            },
            "Entries in use and in all, proof and disproof number of what was asked last, depth.")
        .def_prop_ro("kind", &ExactSolver::kind)
        .def_prop_ro("nodes", &ExactSolver::nodes);
}

}  // namespace quincunx
