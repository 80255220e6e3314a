// The games, for the page: one set of calls for all of them.
#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <type_traits>

#include "calls.hpp"
#include "play/facts.hpp"
#include "play/notation.hpp"
#include "search/catalogue.hpp"

namespace quincunx::web {

namespace {

std::string input;

History& game(int number) { return histories().at(number); }

Move given_move(const History& history) { return history.parse(given()); }

// --- Parts of answers --------------------------------------------------------------------------------

void write_cells(Json& json, const Geometry& board, const std::vector<int>& cells) {
    json.list(cells, [&](int cell) { json.value(board.name(cell)); });
}

void write_move(Json& json, const Position& position, Move m) {
    json.open('{').field("move", move_text(position, m)).key("cells");
    write_cells(json, position.geometry(), position.cells_of(m));
}

void write_piece(Json& json, const Piece& piece) {
    if (!piece.height)
        json.null();
    else
        json.open('[').value(index(piece.side)).value(piece.height).close(']');
}

void write_score(Json& json, const Position& position) {
    const auto score = position.score();
    if (!score)
        json.null();
    else
        json.open('[').value(score->first).value(score->second).close(']');
}

void write_features(Json& json, const Position& position) {
    json.list(position.features(), [&](const Feature& feature) {
        json.open('{')
            .field("kind", feature.kind)
            .field("side", number_of(feature.side))
            .key("cells");
        write_cells(json, position.geometry(), feature.cells);
        json.field("label", feature.label).close('}');
    });
}

void write_outcome(Json& json, const History& history) {
    const auto& outcome = history.outcome();
    if (!outcome)
        json.null();
    else
        json.open('{')
            .field("winner", number_of(outcome->winner))
            .field("ending", outcome->ending->name)
            .close('}');
}

// By the names of the cells, as plain strings are ordered.
void write_changes(Json& json, const Position& before, const Position& after) {
    const Geometry& board = before.geometry();
    std::map<std::string_view, int> touched;
    for (const int cell : board.cells())
        if (!(before.at(cell) == after.at(cell))) touched[board.name(cell)] = cell;
    json.list(touched, [&](const auto& named) {
        json.open('{').field("cell", named.first).key("before");
        write_piece(json, before.at(named.second));
        json.key("after");
        write_piece(json, after.at(named.second));
        json.close('}');
    });
}

void write_waves(Json& json, const History& history, Move m) {
    const Geometry& board = history.position().geometry();
    json.list(waves_of(history, m), [&](const Wave& wave) {
        json.list(wave, [&](const Event& event) {
            const bool changes = event.from || event.to;
            json.open('{')
                .field("kind", event.kind)
                .field("side", number_of(event.side))
                .key("cells");
            write_cells(json, board, event.cells);
            json.field("from", changes ? std::optional(event.from) : std::nullopt)
                .field("to", changes ? std::optional(event.to) : std::nullopt)
                .key("causes");
            write_cells(json, board, event.causes);
            json.field("feature", event.feature).field("label", event.label).close('}');
        });
    });
}

void write_pieces(Json& json, const Position& position) {
    const Geometry& board = position.geometry();
    json.open('[');
    for (const int cell : board.cells())
        if (const Piece piece = position.at(cell); piece.height)
            json.open('[')
                .value(board.name(cell))
                .value(index(piece.side))
                .value(piece.height)
                .close(']');
    json.close(']');
}

void write_rows(Json& json, const Geometry& board) {
    json.open('[');
    for (int row = 0; row < board.row_count(); ++row) write_cells(json, board, board.row(row));
    json.close(']');
}

void write_facts(Json& json, const History& history) {
    const Position& position = history.position();
    json.open('{')
        .field("game", history.info().id)
        .field("size", position.options().size)
        .field("fen", fen(position))
        .field("ply", history.ply())
        .field("turn", index(history.turn()))
        .field("reason", text_of(position.turn_reason()))
        .key("outcome");
    write_outcome(json, history);
    write_score(json.key("score"), position);
    write_rows(json.key("rows"), position.geometry());
    write_pieces(json.key("pieces"), position);
    write_features(json.key("features"), position);
    json.key("moves").list(history.legal_moves(), [&](Move m) {
        write_move(json, position, m);
        json.close('}');
    });
    json.key("last");
    if (history.ply() == 0) {
        json.null();
    } else {
        History before = history;
        before.undo();
        write_move(json, before.position(), history.last_move());
        write_changes(json.field("side", index(before.turn())).key("changes"), before.position(),
                      position);
        json.close('}');
    }
    json.close('}');
}

void write_preview(Json& json, const History& history, Move m) {
    const Position& position = history.position();
    const Geometry& board = position.geometry();
    History next = history;
    next.play_unchecked(m);
    write_move(json, position, m);
    write_changes(json.key("changes"), position, next.position());
    write_waves(json.key("waves"), history, m);
    write_features(json.key("features"), next.position());
    write_score(json.key("score"), next.position());
    // Each cell once, in the order of the moves.
    std::vector<int> ends, touches;
    for (const Move reply : next.legal_moves()) {
        const auto cells = position.cells_of(reply);
        if (!cells.empty() && std::find(ends.begin(), ends.end(), cells.back()) == ends.end())
            ends.push_back(cells.back());
    }
    if (const auto cells = position.cells_of(m); !cells.empty())
        for (const int cell : board.neighbours(cells.back()))
            if (position.at(cell).height) touches.push_back(cell);
    write_cells(json.key("next"), board, ends);
    write_cells(json.key("touches"), board, touches);
    json.close('}');
}

void write_info(Json& json, const GameInfo& info) {
    json.open('{')
        .field("id", info.id)
        .field("name", info.name)
        .field("author", info.author)
        .field("year", info.year ? std::optional(info.year) : std::nullopt)
        .field("credit", info.credit)
        .field("isSquare", info.shape == Shape::square)
        .field("defaultSize", info.default_size)
        .field("hasPieRule", info.has_pie_rule)
        .field("hasDraws", info.has_draws)
        .field("example", info.example);
    json.key("piece").open('[').value(info.piece).value(info.pieces).close(']');
    json.key("sizes").open('[');
    for (int size = info.sizes.least; size <= info.sizes.most; size += info.sizes.step)
        json.value(size);
    json.close(']').key("players").list(info.sides, [&](const SideInfo& side) {
        json.open('{')
            .field("name", side.name)
            .field("letter", std::string(1, side.letter))
            .field("colour", side.colour)
            .close('}');
    });
    json.key("endings").list(info.endings, [&](const Ending* ending) {
        json.open('{')
            .field("name", ending->name)
            .field("section", ending->section)
            .field("text", ending->text)
            .close('}');
    });
    json.close('}');
}

}  // namespace

// --- What calls.hpp promises -------------------------------------------------------------------------

std::string_view given(int which) {
    std::string_view rest = input;
    for (; which > 0; --which) {
        const auto end = rest.find('\0');
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    return rest.substr(0, rest.find('\0'));
}

// With room for an error from the beginning, should there be no more memory when it is to be told.
std::string& answer() {
    static std::string text(4096, ' ');
    return text;
}

Things<History>& histories() {
    static Things<History> all;
    return all;
}

void answer_error(std::string_view type, std::string_view message) {
    answer().clear();
    Json(answer()).open('{').field("type", type).field("message", message).close('}');
}

void answer_error(std::string_view type, const MoveError& error) {
    answer().clear();
    Json(answer())
        .open('{')
        .field("type", type)
        .field("message", std::string_view(error.what()))
        .field("text", error.text)
        .field("reason", error.reason)
        .field("position", error.position)
        .close('}');
}

// --- The calls ---------------------------------------------------------------------------------------

// Room for the texts of the next call.
QUINCUNX_CALL char* q_input(int bytes) {
    input.assign(static_cast<std::size_t>(bytes), ' ');
    return input.data();
}
QUINCUNX_CALL const char* q_answer() { return answer().data(); }
QUINCUNX_CALL int q_answer_bytes() { return static_cast<int>(answer().size()); }

QUINCUNX_CALL int q_games() {
    return write([](Json& json) {
        json.list(catalogue(), [&](const GameRules& rules) { write_info(json, *rules.info); });
    });
}

// Making: a game's id; id and fen. A size of 0 is the usual one.
QUINCUNX_CALL int q_start(int size, int pie) {
    return call([&] {
        const int chosen = size ? size : rules_of(given()).info->default_size;
        return histories().add(start(given(), {chosen, pie != 0}));
    });
}
QUINCUNX_CALL int q_from_fen() {
    return call([] { return histories().add(from_fen(given(0), given(1))); });
}
QUINCUNX_CALL int q_copy(int h) {
    return call([&] { return histories().add(game(h)); });
}
QUINCUNX_CALL int q_rooted(int h) {
    return call([&] { return histories().add(History(game(h).shared_position())); });
}
QUINCUNX_CALL int q_transform(int h, int k) {
    return call([&] { return histories().add(game(h).transformed(game(h).symmetry(k))); });
}
QUINCUNX_CALL int q_drop(int h) {
    return call([&] { histories().drop(h); });
}

// The position.
QUINCUNX_CALL int q_facts(int h) {
    return write([&](Json& json) { write_facts(json, game(h)); });
}
QUINCUNX_CALL int q_pie(int h) {
    return call([&] {
        return static_cast<int>(game(h).info().has_pie_rule && game(h).position().options().pie);
    });
}
QUINCUNX_CALL int q_neighbours(int h) {
    return write([&](Json& json) {
        const Geometry& board = game(h).position().geometry();
        write_cells(json, board, board.neighbours(board.cell(given())));
    });
}
QUINCUNX_CALL int q_fen(int h) {
    return write([&](Json& json) { json.value(fen(game(h).position())); });
}
QUINCUNX_CALL int q_hash(int h) {
    return write([&](Json& json) {
        json.open('[')
            .value(std::to_string(game(h).position().hash()))
            .value(std::to_string(game(h).position().canonical_hash()))
            .close(']');
    });
}
QUINCUNX_CALL int q_symmetries(int h) {
    return write([&](Json& json) {
        json.list(game(h).position().symmetries().keeping,
                  [&](const Symmetry& symmetry) { json.value(symmetry.name); });
    });
}

// Moves.
QUINCUNX_CALL int q_legal_moves(int h) {
    return write([&](Json& json) {
        json.list(game(h).legal_moves(),
                  [&](Move m) { json.value(move_text(game(h).position(), m)); });
    });
}
QUINCUNX_CALL int q_legal_count(int h) {
    return call([&] { return game(h).legal_count(); });
}
QUINCUNX_CALL int q_is_legal(int h) {
    return call([&] {
        return static_cast<int>(game(h).is_legal(parse_move(game(h).position(), given())));
    });
}
QUINCUNX_CALL int q_explain(int h) {
    return write([&](Json& json) {
        const auto why = explain(game(h), given());
        if (!why) {
            json.null();
            return;
        }
        json.open('{').field("text", why->text).field("section", why->section).key("cells");
        write_cells(json, game(h).position().geometry(), why->cells);
        json.close('}');
    });
}
QUINCUNX_CALL int q_events(int h) {
    return write([&](Json& json) { write_waves(json, game(h), given_move(game(h))); });
}
QUINCUNX_CALL int q_preview(int h) {
    return write([&](Json& json) { write_preview(json, game(h), given_move(game(h))); });
}
QUINCUNX_CALL int q_push(int h) {
    return write([&](Json& json) {
        History& history = game(h);
        const Move m = given_move(history);
        json.value(move_text(history.position(), m));
        history.play_unchecked(m);
    });
}
QUINCUNX_CALL int q_pop(int h) {
    return write([&](Json& json) {
        History& history = game(h);
        if (history.ply() == 0) throw std::invalid_argument("no move to take back");
        json.value(move_text(history.position(), history.last_move()));
        history.undo();
    });
}
QUINCUNX_CALL int q_move_stack(int h) {
    return write([&](Json& json) {
        json.list(game(h).moves(), [&](Move m) { json.value(move_text(game(h).position(), m)); });
    });
}
QUINCUNX_CALL int q_transform_move(int h, int k) {
    return write([&](Json& json) {
        const Position& position = game(h).position();
        json.value(move_text(position,
                             mapped(position, parse_move(position, given()), game(h).symmetry(k))));
    });
}

}  // namespace quincunx::web
