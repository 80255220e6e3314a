// Many boards at once, for Python.
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>

#include "arrays.hpp"
#include "common.hpp"
#include "search/many.hpp"

namespace quincunx {

namespace {

// Threads that share a batch take turns; the interpreter is free while one of them is at it.
struct SharedBatch {
    std::unique_ptr<Batch> batch;
    Mutex lock;

    template <class F>
    auto with(F&& f) {
        const nb::gil_scoped_release free;
        const Guard guard(lock);
        return f(*batch);
    }
};

// The arrays that say what is to be seen: planes, legal actions and turns.
using PlaneRows = Array<std::uint8_t, nb::ndim<4>>;
using FlagRows = Array<bool, nb::ndim<2>>;
using Smalls = Array<std::int8_t, nb::ndim<1>>;

Sight sight_of(const Batch& batch, const PlaneRows& planes, const FlagRows& legal,
               const Smalls& turns) {
    const auto is = [](std::size_t n, std::size_t wanted) { return n == wanted; };
    const auto side = static_cast<std::size_t>(batch.plane_side());
    require_shape(planes, batch.size());
    require_shape(legal, batch.size(), batch.action_count());
    require_shape(turns, batch.size());
    if (!is(planes.shape(1), batch.plane_names().size()) || !is(planes.shape(2), side) ||
        !is(planes.shape(3), side))
        throw nb::value_error("planes of another shape are needed");
    return {planes.data(), legal.data(), turns.data()};
}

}  // namespace

void bind_batch(nb::module_& m) {
    using Actions = Array<const std::int64_t, nb::ndim<1>>;
    using Flags = Array<const bool, nb::ndim<1>>;
    using WritableFlags = Array<bool, nb::ndim<1>>;
    using WritableActions = Array<std::int64_t, nb::ndim<1>>;
    using Rewards = Array<float, nb::ndim<1>>;
    using SmallRows = Array<std::int8_t, nb::ndim<2>>;

    nb::class_<SharedBatch>(m, "Batch", "Many boards of one game, moved on together.")
        .def(
            "__init__",
            [](SharedBatch* self, const History& history, int count) {
                require_positive("count", count);
                new (self) SharedBatch{many_of(history.info().id).batch(history, count), {}};
            },
            nb::arg("history"), nb::arg("count"))
        .def_prop_ro(
            "count",
            [](SharedBatch& self) { return self.with([](Batch& batch) { return batch.size(); }); })
        .def_prop_ro("action_count",
                     [](SharedBatch& self) {
                         return self.with([](Batch& batch) { return batch.action_count(); });
                     })
        .def_prop_ro("cell_count",
                     [](SharedBatch& self) {
                         return self.with([](Batch& batch) { return batch.cell_count(); });
                     })
        .def(
            "step",
            [](SharedBatch& self, const Actions& actions, int threads) {
                require_threads(threads);
                self.with([&](Batch& batch) {
                    require_shape(actions, batch.size());
                    batch.step(actions.data(), threads);
                });
            },
            nb::arg("actions"), nb::arg("threads"))
        .def(
            "step_random",
            [](SharedBatch& self, std::uint64_t seed, int threads) {
                require_threads(threads);
                self.with([&](Batch& batch) { batch.step_random(seed, threads); });
            },
            nb::arg("seed"), nb::arg("threads"))
        .def(
            "reset",
            [](SharedBatch& self, const Flags& which) {
                self.with([&](Batch& batch) {
                    require_shape(which, batch.size());
                    batch.reset(reinterpret_cast<const std::uint8_t*>(which.data()));
                });
            },
            nb::arg("which"))
        .def(
            "legal",
            [](SharedBatch& self, const FlagRows& out, int threads) {
                require_threads(threads);
                self.with([&](Batch& batch) {
                    require_shape(out, batch.size(), batch.action_count());
                    batch.legal(out.data(), threads);
                });
            },
            nb::arg("out"), nb::arg("threads"))
        .def(
            "cells",
            [](SharedBatch& self, const SmallRows& out, int threads) {
                require_threads(threads);
                self.with([&](Batch& batch) {
                    require_shape(out, batch.size(), batch.cell_count());
                    batch.cells(out.data(), threads);
                });
            },
            nb::arg("out"), nb::arg("threads"))
        .def(
            "turns",
            [](SharedBatch& self, const Smalls& out) {
                self.with([&](Batch& batch) {
                    require_shape(out, batch.size());
                    batch.turns(out.data());
                });
            },
            nb::arg("out"))
        .def(
            "results",
            [](SharedBatch& self, const Smalls& out) {
                self.with([&](Batch& batch) {
                    require_shape(out, batch.size());
                    batch.results(out.data());
                });
            },
            nb::arg("out"))
        .def_prop_ro("plane_names",
                     [](SharedBatch& self) {
                         return self.with([](Batch& batch) { return batch.plane_names(); });
                     })
        .def_prop_ro("plane_side",
                     [](SharedBatch& self) {
                         return self.with([](Batch& batch) { return batch.plane_side(); });
                     })
        .def(
            "observe",
            [](SharedBatch& self, const PlaneRows& planes, const FlagRows& legal,
               const Smalls& turns, bool other_side, int threads) {
                require_threads(threads);
                self.with([&](Batch& batch) {
                    batch.observe(sight_of(batch, planes, legal, turns), other_side, threads);
                });
            },
            nb::arg("planes"), nb::arg("legal"), nb::arg("turns"), nb::arg("other_side"),
            nb::arg("threads"))
        .def(
            "sample",
            [](SharedBatch& self, const WritableActions& out, std::uint64_t seed) {
                self.with([&](Batch& batch) {
                    require_shape(out, batch.size());
                    batch.sample(out.data(), seed);
                });
            },
            nb::arg("out"), nb::arg("seed"))
        .def(
            "advance",
            [](SharedBatch& self, const Actions& actions, const PlaneRows& planes,
               const FlagRows& legal, const Smalls& turns, const Rewards& rewards,
               const WritableFlags& ends, int threads) {
                require_threads(threads);
                self.with([&](Batch& batch) {
                    require_shape(actions, batch.size());
                    require_shape(rewards, batch.size());
                    require_shape(ends, batch.size());
                    batch.advance(actions.data(), sight_of(batch, planes, legal, turns),
                                  rewards.data(), ends.data(), threads);
                });
            },
            nb::arg("actions"), nb::arg("planes"), nb::arg("legal"), nb::arg("turns"),
            nb::arg("rewards"), nb::arg("ends"), nb::arg("threads"))
        .def(
            "fen",
            [](SharedBatch& self, int i) {
                return self.with([&](Batch& batch) {
                    if (i < 0 || i >= batch.size()) throw nb::index_error("no such board");
                    return batch.fen_of(i);
                });
            },
            nb::arg("i"));

    // Moves as action numbers, and back.
    m.def(
        "legal_actions",
        [](const History& history) {
            std::vector<int> actions;
            for (const Move move : history.legal_moves())
                actions.push_back(history.position().action_of(move));
            std::sort(actions.begin(), actions.end());
            return actions;
        },
        nb::arg("history"));
    m.def(
        "action_of",
        [](const History& history, std::string_view text) {
            const Position& position = history.position();
            const Move move = parse_move(position, text);
            const int action = position.action_of(move);
            if (action < 0 || action >= position.action_count() ||
                position.move_of_action(action) != move)
                throw InvalidMove(std::string(text), "no action stands for this move",
                                  fen(position));
            return action;
        },
        nb::arg("history"), nb::arg("text"));
    m.def(
        "move_of_action",
        [](const History& history, int action) {
            const Position& position = history.position();
            if (action < 0 || action >= position.action_count())
                throw nb::index_error("no such action");
            const Move move = position.move_of_action(action);
            if (position.action_of(move) != action)
                throw nb::index_error("this action leads off the board");
            return named(position, move);
        },
        nb::arg("history"), nb::arg("action"));
}

}  // namespace quincunx
