// Many boards at once, for Python.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

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

template <class T, class... Shape>
using Array = nb::ndarray<T, Shape..., nb::c_contig, nb::device::cpu>;

}  // namespace

void bind_batch(nb::module_& m) {
    using Actions = Array<const std::int64_t, nb::ndim<1>>;
    using Flags = Array<const bool, nb::ndim<1>>;
    using FlagRows = Array<bool, nb::ndim<2>>;
    using SmallRows = Array<std::int8_t, nb::ndim<2>>;
    using Smalls = Array<std::int8_t, nb::ndim<1>>;

    // The Python class (src/quincunx/batch.py) makes the arrays; here their shapes are only checked.
    const auto require_shape = [](const auto& array, int rows, int columns) {
        const bool fits = array.shape(0) == static_cast<std::size_t>(rows) &&
                          (array.ndim() == 1 || array.shape(array.ndim() - 1) ==
                                                    static_cast<std::size_t>(columns));
        if (!fits)
            throw nb::value_error(
                ("an array for " + std::to_string(rows) + " boards is wanted").c_str());
    };

    nb::class_<AnyBatch>(m, "Batch", "Many boards of one game, moved on together.")
        .def("__init__",
             [](AnyBatch* self, const AnyLine& any, int count) {
                 require_positive("count", count);
                 std::visit(
                     [&]<class G>(const Line<G>& line) {
                         new (self) AnyBatch(Batch<G>(line, count));
                     },
                     any);
             },
             nb::arg("line"), nb::arg("count"))
        .def_prop_ro("count", [](const AnyBatch& any) {
            return std::visit([](auto& batch) { return batch.size(); }, any);
        })
        .def_prop_ro("action_count", [](const AnyBatch& any) {
            return std::visit([](auto& batch) { return batch.action_count(); }, any);
        })
        .def_prop_ro("cell_count", [](const AnyBatch& any) {
            return std::visit([](auto& batch) { return batch.cell_count(); }, any);
        })
        .def("step",
             [=](AnyBatch& any, const Actions& actions, int threads) {
                 std::visit(
                     [&](auto& batch) {
                         require_shape(actions, batch.size(), 0);
                         const nb::gil_scoped_release free;
                         batch.step(actions.data(), threads);
                     },
                     any);
             },
             nb::arg("actions"), nb::arg("threads"))
        .def("step_random",
             [](AnyBatch& any, std::uint64_t seed, int threads) {
                 const nb::gil_scoped_release free;
                 std::visit([&](auto& batch) { batch.step_random(seed, threads); }, any);
             },
             nb::arg("seed"), nb::arg("threads"))
        .def("reset",
             [=](AnyBatch& any, const Flags& which) {
                 std::visit(
                     [&](auto& batch) {
                         require_shape(which, batch.size(), 0);
                         batch.reset(which.data());
                     },
                     any);
             },
             nb::arg("which"))
        .def("legal",
             [=](const AnyBatch& any, const FlagRows& out, int threads) {
                 std::visit(
                     [&](auto& batch) {
                         require_shape(out, batch.size(), batch.action_count());
                         const nb::gil_scoped_release free;
                         batch.legal(out.data(), threads);
                     },
                     any);
             },
             nb::arg("out"), nb::arg("threads"))
        .def("cells",
             [=](const AnyBatch& any, const SmallRows& out, int threads) {
                 std::visit(
                     [&](auto& batch) {
                         require_shape(out, batch.size(), batch.cell_count());
                         const nb::gil_scoped_release free;
                         batch.cells(out.data(), threads);
                     },
                     any);
             },
             nb::arg("out"), nb::arg("threads"))
        .def("turns",
             [=](const AnyBatch& any, const Smalls& out) {
                 std::visit(
                     [&](auto& batch) {
                         require_shape(out, batch.size(), 0);
                         batch.turns(out.data());
                     },
                     any);
             },
             nb::arg("out"))
        .def("results",
             [=](const AnyBatch& any, const Smalls& out) {
                 std::visit(
                     [&](auto& batch) {
                         require_shape(out, batch.size(), 0);
                         batch.results(out.data());
                     },
                     any);
             },
             nb::arg("out"))
        .def("fen",
             [](const AnyBatch& any, int i) {
                 return std::visit(
                     [&](auto& batch) {
                         if (i < 0 || i >= batch.size()) throw nb::index_error("no such board");
                         return batch.fen_of(i);
                     },
                     any);
             },
             nb::arg("i"));

    // Moves as action numbers, and back.
    m.def(
        "action_of",
        [](const AnyLine& any, std::string_view text) {
            return std::visit(
                [&](const auto& line) {
                    return line.position().action_of(parse_move(line.position(), text));
                },
                any);
        },
        nb::arg("line"), nb::arg("text"));
    m.def(
        "move_of_action",
        [](const AnyLine& any, int action) {
            return std::visit(
                [&](const auto& line) {
                    if (action < 0 || action >= line.position().action_count())
                        throw nb::index_error("no such action");
                    return TextMove{
                        move_text(line.position(), line.position().move_of_action(action))};
                },
                any);
        },
        nb::arg("line"), nb::arg("action"));
}

}  // namespace quincunx
