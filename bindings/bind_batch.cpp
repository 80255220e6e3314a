// Many boards at once, for Python.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <mutex>
#include <variant>

#include "common.hpp"
#include "search/batch.hpp"

namespace quincunx {

namespace {

template <class>
struct BatchesOf;
template <class... Lines>
struct BatchesOf<std::variant<Lines...>> {
    template <class>
    struct One;
    template <class G>
    struct One<Line<G>> {
        using type = Batch<G>;
    };
    using type = std::variant<typename One<Lines>::type...>;
};
using AnyBatch = typename BatchesOf<AnyLine>::type;

// Threads that share a batch take turns; the interpreter is free while one of them is at it.
struct SharedBatch {
    AnyBatch batch;
    std::mutex lock;

    template <class F>
    auto with(F&& f) {
        const nb::gil_scoped_release free;
        const std::scoped_lock guard(lock);
        return std::visit(f, batch);
    }
};

template <class T, class... Shape>
using Array = nb::ndarray<T, Shape..., nb::c_contig, nb::device::cpu>;

// The Python class (src/quincunx/batch.py) makes the arrays; here their shapes are only checked.
template <class A>
void require_shape(const A& array, int rows, int columns = 0) {
    const auto has = [&](std::size_t i, int n) {
        return array.shape(i) == static_cast<std::size_t>(n);
    };
    if (!has(0, rows) || (array.ndim() == 2 && !has(1, columns)))
        throw nb::value_error(
            ("an array for " + std::to_string(rows) + " boards is wanted").c_str());
}

}  // namespace

void bind_batch(nb::module_& m) {
    using Actions = Array<const std::int64_t, nb::ndim<1>>;
    using Flags = Array<const bool, nb::ndim<1>>;
    using FlagRows = Array<bool, nb::ndim<2>>;
    using SmallRows = Array<std::int8_t, nb::ndim<2>>;
    using Smalls = Array<std::int8_t, nb::ndim<1>>;

    nb::class_<SharedBatch>(m, "Batch", "Many boards of one game, moved on together.")
        .def(
            "__init__",
            [](SharedBatch* self, const AnyLine& any, int count) {
                require_positive("count", count);
                std::visit(
                    [&]<class G>(const Line<G>& line) {
                        new (self) SharedBatch{Batch<G>(line, count), {}};
                    },
                    any);
            },
            nb::arg("line"), nb::arg("count"))
        .def_prop_ro(
            "count",
            [](SharedBatch& self) { return self.with([](auto& batch) { return batch.size(); }); })
        .def_prop_ro("action_count",
                     [](SharedBatch& self) {
                         return self.with([](auto& batch) { return batch.action_count(); });
                     })
        .def_prop_ro("cell_count",
                     [](SharedBatch& self) {
                         return self.with([](auto& batch) { return batch.cell_count(); });
                     })
        .def(
            "step",
            [](SharedBatch& self, const Actions& actions, int threads) {
                self.with([&](auto& batch) {
                    require_shape(actions, batch.size());
                    batch.step(actions.data(), threads);
                });
            },
            nb::arg("actions"), nb::arg("threads"))
        .def(
            "step_random",
            [](SharedBatch& self, std::uint64_t seed, int threads) {
                self.with([&](auto& batch) { batch.step_random(seed, threads); });
            },
            nb::arg("seed"), nb::arg("threads"))
        .def(
            "reset",
            [](SharedBatch& self, const Flags& which) {
                self.with([&](auto& batch) {
                    require_shape(which, batch.size());
                    batch.reset(which.data());
                });
            },
            nb::arg("which"))
        .def(
            "legal",
            [](SharedBatch& self, const FlagRows& out, int threads) {
                self.with([&](auto& batch) {
                    require_shape(out, batch.size(), batch.action_count());
                    batch.legal(out.data(), threads);
                });
            },
            nb::arg("out"), nb::arg("threads"))
        .def(
            "cells",
            [](SharedBatch& self, const SmallRows& out, int threads) {
                self.with([&](auto& batch) {
                    require_shape(out, batch.size(), batch.cell_count());
                    batch.cells(out.data(), threads);
                });
            },
            nb::arg("out"), nb::arg("threads"))
        .def(
            "turns",
            [](SharedBatch& self, const Smalls& out) {
                self.with([&](auto& batch) {
                    require_shape(out, batch.size());
                    batch.turns(out.data());
                });
            },
            nb::arg("out"))
        .def(
            "results",
            [](SharedBatch& self, const Smalls& out) {
                self.with([&](auto& batch) {
                    require_shape(out, batch.size());
                    batch.results(out.data());
                });
            },
            nb::arg("out"))
        .def(
            "fen",
            [](SharedBatch& self, int i) {
                return self.with([&](auto& batch) {
                    if (i < 0 || i >= batch.size()) throw nb::index_error("no such board");
                    return batch.fen_of(i);
                });
            },
            nb::arg("i"));

    // Moves as action numbers, and back.
    m.def(
        "action_of",
        [](const AnyLine& any, std::string_view text) {
            return std::visit(
                [&](const auto& line) {
                    const auto& position = line.position();
                    const Move move = parse_move(position, text);
                    const int action = position.action_of(move);
                    if (action < 0 || action >= position.action_count() ||
                        position.move_of_action(action) != move)
                        throw InvalidMove(std::string(text), "no action stands for this move",
                                          fen(position));
                    return action;
                },
                any);
        },
        nb::arg("line"), nb::arg("text"));
    m.def(
        "move_of_action",
        [](const AnyLine& any, int action) {
            return std::visit(
                [&](const auto& line) {
                    const auto& position = line.position();
                    if (action < 0 || action >= position.action_count())
                        throw nb::index_error("no such action");
                    const Move move = position.move_of_action(action);
                    if (position.action_of(move) != action)
                        throw nb::index_error("this action leads off the board");
                    return TextMove{move_text(position, move)};
                },
                any);
        },
        nb::arg("line"), nb::arg("action"));
}

}  // namespace quincunx
