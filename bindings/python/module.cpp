// The extension module. The C++ library below knows nothing of Python; the Python package above is
// where users look (src/quincunx/board.py and its neighbours).
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "common.hpp"
#include "search/catalogue.hpp"
#include "search/checkpoint.hpp"

namespace quincunx {

extern const char* const fingerprint;  // cmake/fingerprint.cmake

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
    } catch (const BadCheckpoint& error) {
        const nb::object cls = nb::module_::import_("quincunx.errors").attr("RecordError");
        PyErr_SetObject(cls.ptr(), nb::make_tuple(error.what(), nb::none()).ptr());
    } catch (const InvalidShare& error) {
        const nb::object cls = nb::module_::import_("quincunx.errors").attr("RecordError");
        PyErr_SetObject(cls.ptr(), nb::make_tuple(error.what(), nb::none()).ptr());
    }
}

}  // namespace

}  // namespace quincunx

NB_MODULE(QUINCUNX_MODULE, m) {
    using namespace quincunx;
    m.attr("__name__") = "quincunx._core";  // one name for all builds, in stubs and pickles
    m.doc() = "The compiled core of Quincunx. Use the package quincunx, which is made of it.";
    nb::register_exception_translator(translate);
    // A board that is still alive when Python exits, in a module's variable or a test's cache, is
    // not a reason to alarm anybody.
    nb::set_leak_warnings(false);

    m.def(
        "fingerprint", [] { return fingerprint; },
        "Of the sources: the same for all builds of the same core.");

    nb::class_<Ending>(m, "Ending", "One of the ways in which a game ends.")
        .def_ro("name", &Ending::name)
        .def_ro("section", &Ending::section)
        .def_ro("text", &Ending::text);
    nb::class_<SideInfo>(m, "SideInfo", "What a game calls a side, and how it is shown.")
        .def_ro("name", &SideInfo::name)
        .def_prop_ro("letter", [](const SideInfo& side) { return std::string(1, side.letter); })
        .def_ro("colour", &SideInfo::colour);
    nb::class_<GameInfo>(m, "GameInfo", "What is fixed about a game: names, sizes, sides, endings.")
        .def_ro("id", &GameInfo::id)
        .def_ro("name", &GameInfo::name)
        .def_ro("author", &GameInfo::author)
        .def_ro("year", &GameInfo::year)
        .def_ro("credit", &GameInfo::credit)
        .def_prop_ro("sides",
                     [](const GameInfo& info) { return std::pair(info.sides[0], info.sides[1]); })
        .def_ro("piece", &GameInfo::piece)
        .def_ro("pieces", &GameInfo::pieces)
        .def_prop_ro("is_square", [](const GameInfo& info) { return info.shape == Shape::square; })
        .def_prop_ro("sizes",
                     [](const GameInfo& info) {
                         std::vector<int> sizes;
                         for (int s = info.sizes.least; s <= info.sizes.most; s += info.sizes.step)
                             sizes.push_back(s);
                         return sizes;
                     })
        .def_ro("default_size", &GameInfo::default_size)
        .def_ro("has_pie_rule", &GameInfo::has_pie_rule)
        .def_ro("has_draws", &GameInfo::has_draws)
        .def_ro("example", &GameInfo::example)
        .def_prop_ro("endings", [](const GameInfo& info) {
            std::vector<Ending> list;
            for (const Ending* ending : info.endings) list.push_back(*ending);
            return list;
        });
    m.attr("MOST_THREADS") = most_threads;
    m.def(
        "games",
        [] {
            std::vector<GameInfo> games;
            for (const GameRules& rules : catalogue()) games.push_back(*rules.info);
            return games;
        },
        "Every game, in menu order.");

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

    bind_history(m);
    bind_search(m);
    bind_batch(m);
    bind_net_search(m);
    bind_engine(m);
    bind_record(m);
}
