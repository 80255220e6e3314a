// The extension module. The C++ library below knows nothing of Python; the Python package above is
// where users look (src/quincunx/board.py and its neighbours).
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "common.hpp"

namespace quincunx {

namespace {

// The error types live in Python (src/quincunx/errors.py); here they are only raised.
void raise_move_error(const char* type, const MoveError& error) {
    const nb::object cls = nb::module_::import_("quincunx.errors").attr(type);
    PyErr_SetObject(cls.ptr(), nb::make_tuple(error.text, error.reason, error.position).ptr());
}

void translate(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const InvalidMove& error) {
        raise_move_error("InvalidMoveError", error);
    } catch (const GameOver& error) {
        raise_move_error("GameOverError", error);
    } catch (const IllegalMove& error) {
        raise_move_error("IllegalMoveError", error);
    } catch (const InvalidPosition& error) {
        const nb::object cls = nb::module_::import_("quincunx.errors").attr("InvalidPositionError");
        PyErr_SetString(cls.ptr(), error.what());
    }
}

}  // namespace

}  // namespace quincunx

NB_MODULE(QUINCUNX_MODULE, m) {
    using namespace quincunx;
    m.attr("__name__") = "quincunx._core";  // one name for all builds, in stubs and pickles
    m.doc() = "The compiled core of Quincunx. Use the package quincunx, which is made of it.";
    nb::register_exception_translator(translate);
    // A board that is still alive when Python exits, in a module's variable or a test's cache, is no
    // reason to alarm anybody.
    nb::set_leak_warnings(false);

    nb::class_<GameInfo>(m, "GameInfo", "What is fixed about a game: names, sizes, players.")
        .def_ro("id", &GameInfo::id)
        .def_ro("name", &GameInfo::name)
        .def_ro("author", &GameInfo::author)
        .def_ro("year", &GameInfo::year)
        .def_ro("default_size", &GameInfo::default_size)
        .def_ro("has_pie_rule", &GameInfo::has_pie_rule)
        .def_prop_ro("sizes",
                     [](const GameInfo& info) {
                         std::vector<int> sizes;
                         for (int s = info.sizes.least; s <= info.sizes.most; s += info.sizes.step)
                             sizes.push_back(s);
                         return sizes;
                     })
        .def_prop_ro(
            "players",
            [](const GameInfo& info) { return std::pair(info.side_names[0], info.side_names[1]); })
        .def_prop_ro("letters", [](const GameInfo& info) {
            return std::pair(std::string(1, info.letters[0]), std::string(1, info.letters[1]));
        });
    m.def(
        "games",
        [] {
            std::vector<GameInfo> games;
            for_each_family([&]<class Family>(std::type_identity<Family>) {
                games.push_back(FirstOf<Family>::info);
            });
            return games;
        },
        "Every game, in menu order.");
    m.def(
        "terminations",
        [] {
            std::vector<std::pair<std::string_view, std::string_view>> all;
            for (int t = 0; t <= static_cast<int>(Termination::elimination); ++t) {
                const auto text = text_of(static_cast<Termination>(t));
                all.emplace_back(text.name, text.section);
            }
            return all;
        },
        "The ways in which games end: name and section of the sheet, in the order of their "
        "numbers.");

    nb::class_<TextMove>(m, "Move",
                         "A move: a cell (`c3`), a step (`c3-d4`) or `swap`.\n\n"
                         "Moves are plain texts until a board is asked about them, so they can be\n"
                         "compared, kept in sets and sent anywhere.")
        .def(nb::init<std::string>(), nb::arg("text"))
        .def_ro("text", &TextMove::text)
        .def_prop_ro(
            "cells",
            [](const TextMove& move) {
                nb::list cells;
                if (move.text != "swap")
                    for (std::size_t start = 0; start <= move.text.size();) {
                        const auto end = std::min(move.text.find('-', start), move.text.size());
                        cells.append(move.text.substr(start, end - start));
                        start = end + 1;
                    }
                return nb::tuple(cells);
            },
            nb::sig("def cells(self) -> tuple[str, ...]"),
            "The cells that the mover touches, in order: one for a placement, two for a step.")
        .def("__str__", [](const TextMove& move) { return move.text; })
        .def("__repr__",
             [](const TextMove& move) {
                 return "Move(" + nb::cast<std::string>(nb::repr(nb::cast(move.text))) + ")";
             })
        .def("__eq__",
             [](const TextMove& a, nb::handle b) {
                 return nb::isinstance<TextMove>(b) && nb::cast<const TextMove&>(b).text == a.text;
             })
        .def("__hash__", [](const TextMove& move) { return std::hash<std::string>()(move.text); })
        .def(
            "__reduce__",
            [](nb::handle self) {
                return nb::make_tuple(self.type(), nb::make_tuple(self.attr("text")));
            },
            nb::sig("def __reduce__(self) -> tuple[type[Move], tuple[str]]"));

    bind_line(m);
    bind_search(m);
    bind_batch(m);
    bind_engine(m);
    bind_checks(m);
}
