// The game being played, for Python: one class for all games.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "common.hpp"
#include "play/facts.hpp"
#include "search/catalogue.hpp"

namespace quincunx {

namespace {

using Text = std::string_view;

std::vector<TextMove> named(const Position& position, const std::vector<Move>& moves) {
    std::vector<TextMove> list;
    list.reserve(moves.size());
    for (const Move m : moves) list.push_back(named(position, m));
    return list;
}

using FeatureRow = std::tuple<Text, std::optional<int>, std::vector<std::string>, std::string>;
using EventRow = std::tuple<Text, std::optional<int>, std::vector<std::string>, int, int,
                            std::vector<std::string>, Text, std::string>;

std::vector<std::string> names(const History& history, const std::vector<int>& cells) {
    std::vector<std::string> list;
    for (const int cell : cells) list.push_back(history.position().geometry().name(cell));
    return list;
}

}  // namespace

void bind_history(nb::module_& m) {
    auto cls = nb::class_<History>(m, "History", "A game being played, of any kind.");

    // Making and copying
    cls.def(
           "__init__",
           [](History* self, Text game, int size, bool pie) {
               new (self) History(start(game, {size, pie}));
           },
           nb::arg("game"), nb::arg("size"), nb::arg("pie"))
        .def_static("from_fen", &from_fen, nb::arg("game"), nb::arg("fen"))
        .def("copy", [](const History& history) { return history; })
        .def(
            "rooted", [](const History& history) { return History(history.shared_position()); },
            "The position alone, without the game that led to it.");

    // What is on the board
    cls.def_prop_ro("game", [](const History& h) { return h.info().id; })
        .def_prop_ro("size", [](const History& h) { return h.position().options().size; })
        .def_prop_ro("pie", [](const History& h) { return h.position().options().pie; })
        .def_prop_ro(
            "most_plies", [](const History& h) { return h.position().most_plies(); },
            "No game on this board has more plies.")
        .def_prop_ro(
            "rows",
            [](const History& history) {
                const Geometry& board = history.position().geometry();
                std::vector<std::vector<std::string>> rows;
                for (int r = 0; r < board.row_count(); ++r)
                    rows.push_back(names(history, board.row(r)));
                return rows;
            },
            "The names of the cells, row by row from the bottom.")
        .def(
            "at",
            [](const History& history, Text name) -> std::optional<std::pair<int, int>> {
                const Piece piece = history.position().at(history.position().geometry().cell(name));
                if (piece.height == 0) return std::nullopt;
                return std::pair(index(piece.side), piece.height);
            },
            nb::arg("cell"), "Side and height of what stands on a cell.")
        .def(
            "neighbours",
            [](const History& history, Text name) {
                const Geometry& board = history.position().geometry();
                return names(history, board.neighbours(board.cell(name)));
            },
            nb::arg("cell"))
        .def(
            "pieces",
            [](const History& history) {
                std::vector<std::tuple<std::string, int, int>> pieces;
                const Geometry& board = history.position().geometry();
                for (const int cell : board.cells())
                    if (const Piece piece = history.position().at(cell); piece.height)
                        pieces.emplace_back(board.name(cell), index(piece.side), piece.height);
                return pieces;
            },
            "Cell, side and height of all that stands on the board, in reading order.")
        .def(
            "features",
            [](const History& history) {
                std::vector<FeatureRow> list;
                for (const Feature& f : history.position().features())
                    list.emplace_back(f.kind, number_of(f.side), names(history, f.cells), f.label);
                return list;
            },
            "Kind, side, cells and label of what is worth showing.");

    // Moves
    cls.def_prop_ro("turn", [](const History& history) { return index(history.turn()); })
        .def_prop_ro(
            "turn_reason", [](const History& h) { return text_of(h.position().turn_reason()); },
            "How the turn came to the side to move.")
        .def(
            "legal_moves",
            [](const History& history) { return named(history.position(), history.legal_moves()); })
        .def("legal_count", &History::legal_count)
        .def(
            "is_legal",
            [](const History& history, Text text) {
                return history.is_legal(parse_move(history.position(), text));
            },
            nb::arg("text"))
        .def(
            "why_illegal",
            [](const History& history, Text text) -> std::optional<std::string> {
                const Move m = parse_move(history.position(), text);
                if (history.is_legal(m)) return std::nullopt;
                return history.explain(m).text;
            },
            nb::arg("text"))
        .def(
            "explain",
            [](const History& history, Text text)
                -> std::optional<std::tuple<std::string, Text, std::vector<std::string>>> {
                const auto why = explain(history, text);
                if (!why) return std::nullopt;
                return std::tuple(why->text, why->section, names(history, why->cells));
            },
            nb::arg("text"), "Why a move, or its beginning, is not allowed: text, section, cells.")
        .def(
            "events",
            [](const History& history, Text text) {
                std::vector<std::vector<EventRow>> waves;
                for (const Wave& wave : waves_of(history, history.parse(text))) {
                    auto& rows = waves.emplace_back();
                    for (const Event& e : wave)
                        rows.emplace_back(e.kind, number_of(e.side), names(history, e.cells),
                                          e.from, e.to, names(history, e.causes), e.feature,
                                          e.label);
                }
                return waves;
            },
            nb::arg("text"),
            "What a legal move does, wave by wave: kind, side, cells, heights before and after,\n"
            "causes, and kind and label of a feature.")
        .def(
            "parse",
            [](const History& history, Text text) {
                return named(history.position(), history.parse(text));
            },
            nb::arg("text"))
        .def(
            "push",
            [](History& history, Text text) {
                const Move m = history.parse(text);
                history.play_unchecked(m);
                return named(history.position(), m);
            },
            nb::arg("text"))
        .def("pop",
             [](History& history) {
                 if (history.ply() == 0) throw nb::index_error("no move to take back");
                 const TextMove move = named(history.position(), history.last_move());
                 history.undo();
                 return move;
             })
        .def("peek",
             [](const History& history) {
                 if (history.ply() == 0) throw nb::index_error("no move has been played");
                 return named(history.position(), history.last_move());
             })
        .def("moves",
             [](const History& history) { return named(history.position(), history.moves()); })
        .def_prop_ro("ply", &History::ply);

    // Results and texts
    cls.def(
           "outcome",
           [](const History& history) -> std::optional<std::pair<std::optional<int>, Text>> {
               const auto outcome = history.outcome();
               if (!outcome) return std::nullopt;
               return std::pair(number_of(outcome->winner), outcome->ending->name);
           },
           "Winner and name of the ending.")
        .def("score",
             [](const History& history) -> std::optional<std::pair<int, int>> {
                 const auto score = history.position().score();
                 if (!score) return std::nullopt;
                 return std::pair(score->first, score->second);
             })
        .def("fen", [](const History& history) { return fen(history.position()); })
        .def("hash", [](const History& history) { return history.position().hash(); })
        .def("canonical_hash",
             [](const History& history) { return history.position().canonical_hash(); });

    // Symmetries
    cls.def("symmetries",
            [](const History& history) {
                std::vector<Text> list;
                for (const Symmetry& symmetry : history.position().symmetries().keeping)
                    list.push_back(symmetry.name);
                return list;
            })
        .def(
            "transform",
            [](const History& history, int k) { return history.transformed(history.symmetry(k)); },
            nb::arg("k"))
        .def(
            "transform_move",
            [](const History& history, Text text, int k) {
                const Position& position = history.position();
                return named(position,
                             mapped(position, parse_move(position, text), history.symmetry(k)));
            },
            nb::arg("text"), nb::arg("k"));
}

}  // namespace quincunx
