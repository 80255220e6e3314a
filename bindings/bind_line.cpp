// The game being played, for Python: one class for all games.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>
#include <vector>

#include "common.hpp"
#include "play/symmetry.hpp"

namespace quincunx {

namespace {

template <class G>
TextMove named(const Line<G>& line, Move m) {
    return {move_text(line.position(), m)};
}

template <class G>
std::vector<std::string> names(const Line<G>& line, const std::vector<int>& cells) {
    std::vector<std::string> list;
    for (const int cell : cells) list.push_back(line.position().geometry().name(cell));
    return list;
}

// Why a move cannot be played, in the game's own terms. Precondition: it is not legal.
template <class G>
std::string reason(const Line<G>& line, Move m) {
    const auto outcome = line.outcome();
    if (!outcome) return line.position().why_illegal(m);
    const auto how = text_of(outcome->termination);
    const std::string result =
        outcome->winner ? std::string(G::info.side_names[index(*outcome->winner)]) + " has won"
                        : "a draw";
    return "the game is over: " + result + ", " + std::string(how.name) + " (" +
           std::string(G::info.name) + ", " + std::string(how.section) + ")";
}

template <class G>
Move parse_legal(const Line<G>& line, std::string_view text) {
    const Move m = parse_move(line.position(), text);
    if (line.is_legal(m)) return m;
    const std::string why = reason(line, m), here = fen(line.position());
    if (line.over()) throw GameOver(std::string(text), why, here);
    throw IllegalMove(std::string(text), why, here);
}

template <class G>
const Symmetry& symmetry_at(const Line<G>& line, int k) {
    const auto& all = symmetries_of<G>(line.position().geometry()).keeping;
    if (k < 0 || k >= static_cast<int>(all.size()))
        throw nb::index_error(("symmetry " + std::to_string(k) + ": " + std::string(G::info.name) +
                               " has 0 to " + std::to_string(all.size() - 1))
                                  .c_str());
    return all[k];
}

template <class G>
int cell_at(const Line<G>& line, std::string_view name) {
    const Geometry& board = line.position().geometry();
    if (const auto cell = board.find(name)) return *cell;
    throw nb::value_error(
        (std::string(name.substr(0, 40)) + " is no cell; cells are " + board.first_and_last())
            .c_str());
}

// Wraps a generic function over Line<G> as one over AnyLine; Args are what it takes besides.
template <class... Args, class F>
auto over_games(F f) {
    return [f](AnyLine& any, Args... args) {
        return std::visit([&](auto& line) { return f(line, args...); }, any);
    };
}

}  // namespace

void bind_line(nb::module_& m) {
    using Text = std::string_view;
    auto cls = nb::class_<AnyLine>(m, "Line", "A game being played, of any of the five kinds.");

    // Making and copying
    cls.def(
           "__init__",
           [](AnyLine* self, Text game, int size, bool pie) {
               new (self) AnyLine(start(game, {size, pie}));
           },
           nb::arg("game"), nb::arg("size"), nb::arg("pie"))
        .def_static("from_fen", &from_fen, nb::arg("game"), nb::arg("fen"))
        .def("copy", [](const AnyLine& line) { return line; })
        .def(
            "rooted",
            [](const AnyLine& any) {
                return std::visit(
                    []<class G>(const Line<G>& line) { return AnyLine(Line<G>(line.position())); },
                    any);
            },
            "The position alone, without the game that led to it.");

    // What is on the board
    cls.def_prop_ro("size",
                    [](const AnyLine& any) {
                        return std::visit([](auto& line) { return line.position().options().size; },
                                          any);
                    })
        .def_prop_ro("pie",
                     [](const AnyLine& any) {
                         return std::visit([](auto& line) { return line.position().options().pie; },
                                           any);
                     })
        .def_prop_ro(
            "square",
            [](const AnyLine& any) {
                return std::visit(
                    [](auto& line) {
                        return line.position().geometry().shape() == Geometry::Shape::square;
                    },
                    any);
            },
            "A square board, or else a hexhex one.")
        .def_prop_ro(
            "rows",
            [](const AnyLine& any) {
                return std::visit(
                    [](auto& line) {
                        const Geometry& board = line.position().geometry();
                        std::vector<std::vector<std::string>> rows;
                        for (int r = 0; r < board.row_count(); ++r)
                            rows.push_back(names(line, board.row(r)));
                        return rows;
                    },
                    any);
            },
            "The names of the cells, row by row from the bottom.")
        .def("at",
             over_games<Text>([](auto& line, Text name) -> std::optional<std::pair<int, int>> {
                 const Piece piece = line.position().at(cell_at(line, name));
                 if (piece.height == 0) return std::nullopt;
                 return std::pair(index(piece.side), piece.height);
             }),
             nb::arg("cell"), nb::sig("def at(self, cell: str) -> tuple[int, int] | None"),
             "Side and height of what stands on a cell.")
        .def("neighbours", over_games<Text>([](auto& line, Text name) {
                 return names(line, line.position().geometry().neighbours(cell_at(line, name)));
             }),
             nb::arg("cell"), nb::sig("def neighbours(self, cell: str) -> list[str]"))
        .def("pieces", over_games([](auto& line) {
                 std::vector<std::tuple<std::string, int, int>> pieces;
                 const Geometry& board = line.position().geometry();
                 for (const int cell : board.cells())
                     if (const Piece piece = line.position().at(cell); piece.height)
                         pieces.emplace_back(board.name(cell), index(piece.side), piece.height);
                 return pieces;
             }),
             nb::sig("def pieces(self) -> list[tuple[str, int, int]]"),
             "Cell, side and height of all that stands on the board, in reading order.")
        .def("features", over_games([](auto& line) {
                 std::vector<Feature> features;
                 line.position().features(features);
                 std::vector<std::tuple<std::string_view, std::optional<int>,
                                        std::vector<std::string>, std::string>>
                     list;
                 for (const Feature& f : features)
                     list.emplace_back(f.kind,
                                       f.side ? std::optional<int>(index(*f.side)) : std::nullopt,
                                       names(line, f.cells), f.label);
                 return list;
             }),
             nb::sig("def features(self) -> list[tuple[str, int | None, list[str], str]]"),
             "Kind, side, cells and label of what is worth showing.");

    // Moves
    cls.def_prop_ro("turn",
                    [](const AnyLine& any) {
                        return std::visit([](auto& line) { return index(line.turn()); }, any);
                    })
        .def("legal_moves", over_games([](auto& line) {
                 std::vector<Move> moves;
                 line.legal_moves(moves);
                 std::vector<TextMove> list;
                 list.reserve(moves.size());
                 for (const Move m : moves) list.push_back(named(line, m));
                 return list;
             }),
             nb::sig("def legal_moves(self) -> list[Move]"))
        .def("legal_count",
             over_games([](auto& line) { return line.over() ? 0 : line.position().legal_count(); }),
             nb::sig("def legal_count(self) -> int"))
        .def("is_legal", over_games<Text>([](auto& line, Text text) {
                 return line.is_legal(parse_move(line.position(), text));
             }),
             nb::arg("text"), nb::sig("def is_legal(self, text: str) -> bool"))
        .def("why_illegal",
             over_games<Text>([](auto& line, Text text) -> std::optional<std::string> {
                 const Move m = parse_move(line.position(), text);
                 if (line.is_legal(m)) return std::nullopt;
                 return reason(line, m);
             }),
             nb::arg("text"), nb::sig("def why_illegal(self, text: str) -> str | None"))
        .def("parse", over_games<Text>([](auto& line, Text text) {
                 return named(line, parse_legal(line, text));
             }),
             nb::arg("text"), nb::sig("def parse(self, text: str) -> Move"))
        .def("push", over_games<Text>([](auto& line, Text text) {
                 const Move m = parse_legal(line, text);
                 line.play_unchecked(m);
                 return named(line, m);
             }),
             nb::arg("text"), nb::sig("def push(self, text: str) -> Move"))
        .def("pop", over_games([](auto& line) {
                 if (line.ply() == 0) throw nb::index_error("no move to take back");
                 const Move m = line.last_move();
                 line.undo();
                 return named(line, m);
             }),
             nb::sig("def pop(self) -> Move"))
        .def("peek", over_games([](auto& line) {
                 if (line.ply() == 0) throw nb::index_error("no move has been played");
                 return named(line, line.last_move());
             }),
             nb::sig("def peek(self) -> Move"))
        .def("moves", over_games([](auto& line) {
                 std::vector<TextMove> list;
                 for (const Move m : line.moves()) list.push_back(named(line, m));
                 return list;
             }),
             nb::sig("def moves(self) -> list[Move]"))
        .def_prop_ro("ply", [](const AnyLine& any) {
            return std::visit([](auto& line) { return line.ply(); }, any);
        });

    // Results and texts
    cls.def("outcome",
            over_games([](auto& line) -> std::optional<std::pair<std::optional<int>, int>> {
                const auto outcome = line.outcome();
                if (!outcome) return std::nullopt;
                std::optional<int> winner;
                if (outcome->winner) winner = index(*outcome->winner);
                return std::pair(winner, static_cast<int>(outcome->termination));
            }),
            nb::sig("def outcome(self) -> tuple[int | None, int] | None"),
            "Winner and number of the termination.")
        .def("score", over_games([](auto& line) -> std::optional<std::pair<int, int>> {
                 const auto score = line.position().score();
                 if (!score) return std::nullopt;
                 return std::pair(score->first, score->second);
             }),
             nb::sig("def score(self) -> tuple[int, int] | None"))
        .def("fen", over_games([](auto& line) { return fen(line.position()); }),
             nb::sig("def fen(self) -> str"))
        .def(
            "same_position",
            [](const AnyLine& a, const AnyLine& b) {
                if (a.index() != b.index()) return false;
                return std::visit(
                    [&]<class G>(const Line<G>& line) {
                        return fen(line.position()) == fen(std::get<Line<G>>(b).position());
                    },
                    a);
            },
            nb::arg("other"))
        .def("hash", over_games([](auto& line) { return line.position().hash(); }),
             nb::sig("def hash(self) -> int"))
        .def("canonical_hash",
             over_games([](auto& line) { return canonical_hash(line.position()); }),
             nb::sig("def canonical_hash(self) -> int"));

    // Symmetries
    cls.def("symmetries", over_games([]<class G>(Line<G>& line) {
                std::vector<std::string_view> list;
                for (const Symmetry& s : symmetries_of<G>(line.position().geometry()).keeping)
                    list.push_back(s.name);
                return list;
            }),
            nb::sig("def symmetries(self) -> list[str]"))
        .def("transform", over_games<int>([]<class G>(Line<G>& line, int k) {
                 const Symmetry& symmetry = symmetry_at(line, k);
                 return AnyLine(
                     line.transformed(symmetry, [&](Move m) { return mapped<G>(m, symmetry); }));
             }),
             nb::arg("k"), nb::sig("def transform(self, k: int) -> Line"))
        .def("transform_move", over_games<Text, int>([]<class G>(Line<G>& line, Text text, int k) {
                 const Move m = parse_move(line.position(), text);
                 return named(line, mapped<G>(m, symmetry_at(line, k)));
             }),
             nb::arg("text"), nb::arg("k"),
             nb::sig("def transform_move(self, text: str, k: int) -> Move"));
}

}  // namespace quincunx
