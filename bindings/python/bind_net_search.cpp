// The search that a net judges for, and what training needs beside it, for Python.
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "arrays.hpp"
#include "boards/geometry.hpp"
#include "common.hpp"
#include "search/many.hpp"
#include "search/planes.hpp"

namespace quincunx {

namespace {

// Threads that share a search take turns; the interpreter is free while one of them is at it.
struct SharedNetSearch {
    std::unique_ptr<NetSearch> search;
    Mutex lock;

    template <class F>
    auto with(F&& f) {
        const nb::gil_scoped_release free;
        const Guard guard(lock);
        return f(*search);
    }
    template <class T>
    void write(const Array<T, nb::ndim<1>>& out, void (NetSearch::*what)(T*) const) {
        with([&](NetSearch& search) {
            require_shape(out, search.size());
            (search.*what)(out.data());
        });
    }
    template <class T>
    void write_rows(const Array<T, nb::ndim<2>>& out, void (NetSearch::*what)(T*) const) {
        with([&](NetSearch& search) {
            require_shape(out, search.size(), search.action_count());
            (search.*what)(out.data());
        });
    }
};

void require_share(float noise) {
    if (!(0.0f <= noise && noise <= 1.0f)) throw nb::value_error("noise must be from 0 to 1");
}

// What a symmetry does to the places of planes and to the numbers of actions: place i goes to the i-th
// number. -1 where there is no cell, and for actions that lead off the board.
struct Maps {
    std::vector<int> places, actions;
};
Maps maps_of(const History& history, int k) {
    const Position& position = history.position();
    const Geometry& geometry = position.geometry();
    const Symmetry& symmetry = history.symmetry(k);
    const int side = geometry.row_count();
    const auto place = [&](int cell) {
        return geometry.row_of(cell) * side + geometry.column_of(cell);
    };
    Maps maps;
    maps.places.assign(static_cast<std::size_t>(side * side), -1);
    for (const int cell : geometry.cells())
        maps.places[static_cast<std::size_t>(place(cell))] = place(symmetry.map[cell]);
    for (int action = 0; action < position.action_count(); ++action) {
        const Move move = position.move_of_action(action);
        const bool on_board = position.action_of(move) == action;
        maps.actions.push_back(on_board ? position.action_of(mapped(position, move, symmetry))
                                        : -1);
    }
    return maps;
}

}  // namespace

void bind_net_search(nb::module_& m) {
    using PlaneRows = Array<std::uint8_t, nb::ndim<4>>;
    using FlagRows = Array<bool, nb::ndim<2>>;
    using Flags = Array<const bool, nb::ndim<1>>;
    using Actions = Array<const std::int64_t, nb::ndim<1>>;
    using WritableActions = Array<std::int64_t, nb::ndim<1>>;
    using Numbers = Array<float, nb::ndim<1>>;
    using NumberRows = Array<float, nb::ndim<2>>;
    using Judged = Array<const float, nb::ndim<1>>;
    using JudgedRows = Array<const float, nb::ndim<2>>;
    using Smalls = Array<std::int8_t, nb::ndim<1>>;
    using CountRows = Array<std::int32_t, nb::ndim<2>>;

    m.attr("PLANES_VERSION") = planes_version;

    nb::class_<SharedNetSearch>(m, "NetSearch",
                                "A tree search in many games, which asks what positions are worth.")
        .def(
            "__init__",
            [](SharedNetSearch* self, const History& history, int games, std::uint64_t seed,
               float noise, int memory_mb) {
                require_positive("games", games);
                require_positive("memory_mb", memory_mb);
                require_share(noise);
                const std::size_t bytes = static_cast<std::size_t>(memory_mb) << 20;
                new (self) SharedNetSearch{
                    many_of(history.info().id).net_search(history, {games, seed, noise, bytes}),
                    {}};
            },
            nb::arg("history"), nb::arg("games"), nb::kw_only(), nb::arg("seed"), nb::arg("noise"),
            nb::arg("memory_mb"))
        .def_prop_ro("action_count",
                     [](SharedNetSearch& self) {
                         return self.with([](NetSearch& search) { return search.action_count(); });
                     })
        .def_prop_ro("plane_names",
                     [](SharedNetSearch& self) {
                         return self.with([](NetSearch& search) { return search.plane_names(); });
                     })
        .def_prop_ro("plane_side",
                     [](SharedNetSearch& self) {
                         return self.with([](NetSearch& search) { return search.plane_side(); });
                     })
        .def(
            "leaves",
            [](SharedNetSearch& self, std::int64_t simulations, const PlaneRows& planes,
               const FlagRows& legal) {
                require_positive("simulations", simulations);
                return self.with([&](NetSearch& search) {
                    require_shape(planes, search.size());
                    require_shape(legal, search.size(), search.action_count());
                    const auto side = static_cast<std::size_t>(search.plane_side());
                    if (planes.shape(1) != search.plane_names().size() || planes.shape(2) != side ||
                        planes.shape(3) != side)
                        throw nb::value_error("planes of another shape are needed");
                    return search.leaves(simulations, planes.data(), legal.data());
                });
            },
            nb::arg("simulations"), nb::arg("planes"), nb::arg("legal"))
        .def(
            "give",
            [](SharedNetSearch& self, const JudgedRows& policy, const Judged& values) {
                self.with([&](NetSearch& search) {
                    require_shape(policy, search.waiting(), search.action_count());
                    require_shape(values, search.waiting());
                    search.give(policy.data(), values.data());
                });
            },
            nb::arg("policy"), nb::arg("values"))
        .def(
            "visits",
            [](SharedNetSearch& self, const CountRows& out) {
                self.write_rows(out, &NetSearch::visits);
            },
            nb::arg("out"))
        .def(
            "policy",
            [](SharedNetSearch& self, const NumberRows& out) {
                self.write_rows(out, &NetSearch::policy);
            },
            nb::arg("out"))
        .def(
            "values",
            [](SharedNetSearch& self, const Numbers& out) { self.write(out, &NetSearch::values); },
            nb::arg("out"))
        .def(
            "proofs",
            [](SharedNetSearch& self, const Smalls& out) { self.write(out, &NetSearch::proofs); },
            nb::arg("out"))
        .def(
            "choose",
            [](SharedNetSearch& self, const Flags& drawn, const WritableActions& out) {
                self.with([&](NetSearch& search) {
                    require_shape(drawn, search.size());
                    require_shape(out, search.size());
                    search.choose(drawn.data(), out.data());
                });
            },
            nb::arg("drawn"), nb::arg("out"))
        .def(
            "sample",
            [](SharedNetSearch& self, const WritableActions& out) {
                self.with([&](NetSearch& search) {
                    require_shape(out, search.size());
                    search.sample(out.data());
                });
            },
            nb::arg("out"))
        .def(
            "play",
            [](SharedNetSearch& self, const Actions& actions) {
                self.with([&](NetSearch& search) {
                    require_shape(actions, search.size());
                    search.play(actions.data());
                });
            },
            nb::arg("actions"))
        .def(
            "turns",
            [](SharedNetSearch& self, const Smalls& out) { self.write(out, &NetSearch::turns); },
            nb::arg("out"))
        .def(
            "results",
            [](SharedNetSearch& self, const Smalls& out) { self.write(out, &NetSearch::results); },
            nb::arg("out"));

    nb::class_<Maps>(m, "SymmetryMaps", "What a symmetry does to planes and actions.")
        .def_ro("places", &Maps::places)
        .def_ro("actions", &Maps::actions);
    m.def("symmetry_maps", &maps_of, nb::arg("history"), nb::arg("k"),
          "Where places of planes and actions go; -1 for what is none.");
}

}  // namespace quincunx
