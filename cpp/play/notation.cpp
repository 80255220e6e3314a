#include "play/notation.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

#include "boards/geometry.hpp"
#include "core/errors.hpp"

namespace quincunx {

namespace {

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text)
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

constexpr int longest_row = 19;  // cells; no board is wider

// Reads a number of at most two digits at `at` and moves past it; 0 where there is none.
int read_number(const std::string& text, std::size_t& at) {
    int number = 0;
    for (int digits = 0; digits < 2 && at < text.size(); ++digits, ++at) {
        if (text[at] < '0' || text[at] > '9') break;
        number = 10 * number + (text[at] - '0');
    }
    return number;
}

// One row of a fen, from the left.
std::vector<Piece> parse_row(const GameInfo& info, const std::string& row) {
    const auto bad = [&](const std::string& what) {
        return InvalidPosition(what + " in the row \"" + row.substr(0, 40) + "\"");
    };
    const auto side_of = [&](char letter) {
        if (letter == info.sides[0].letter) return Side::first;
        if (letter == info.sides[1].letter) return Side::second;
        throw bad(std::string("'") + letter + "' is not a piece; pieces are " +
                  info.sides[0].letter + " and " + info.sides[1].letter);
    };
    std::vector<Piece> pieces;
    for (std::size_t at = 0; at < row.size();) {
        if ('0' <= row[at] && row[at] <= '9') {
            const std::size_t first = at;
            const int empty = read_number(row, at);
            if (row[first] == '0') throw bad("a number that starts with 0");
            pieces.insert(pieces.end(), empty, Piece{});
        } else if (row[at] == '[') {
            if (++at >= row.size()) throw bad("a stack that does not end");
            const Side side = side_of(row[at++]);
            const int height = read_number(row, at);
            if (height < 2) throw bad("a stack in brackets that is lower than 2");
            if (at >= row.size() || row[at] != ']') throw bad("a stack that does not end");
            ++at;
            pieces.push_back({side, height});
        } else {
            pieces.push_back({side_of(row[at++]), 1});
        }
        if (pieces.size() > longest_row) throw bad("more cells than any board has");
    }
    return pieces;
}

}  // namespace

std::string move_text(const Position& position, Move m) {
    if (m == swap_move) return "swap";
    std::string text;
    for (const int cell : position.cells_of(m)) {
        if (!text.empty()) text += '-';
        text += position.geometry().name(cell);
    }
    return text;
}

std::string fen(const Position& position) {
    const Geometry& board = position.geometry();
    const GameInfo& info = position.info();
    std::string text;
    for (int r = board.row_count() - 1; r >= 0; --r) {
        int empty = 0;
        const auto flush = [&] {
            if (empty) text += std::to_string(empty);
            empty = 0;
        };
        for (const int cell : board.row(r)) {
            const Piece piece = position.at(cell);
            if (piece.height == 0) {
                ++empty;
                continue;
            }
            flush();
            const char letter = info.sides[index(piece.side)].letter;
            if (piece.height == 1)
                text += letter;
            else
                text += std::string("[") + letter + std::to_string(piece.height) + "]";
        }
        flush();
        text += r ? '/' : ' ';
    }
    const char letter = info.sides[index(position.turn())].letter;
    text += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    if (const std::string fields = position.fields(); !fields.empty()) text += " " + fields;
    return text;
}

namespace {

InvalidMove not_a_move(const Position& position, std::string_view text, const std::string& reason) {
    const GameInfo& info = position.info();
    return InvalidMove(std::string(text.substr(0, 40)),
                       "not a move of " + std::string(info.name) + "; " + reason +
                           "a move is written like " + std::string(info.example),
                       fen(position));
}

}  // namespace

MoveCells parse_cells(const Position& position, std::string_view text) {
    MoveCells cells;
    if (position.info().has_pie_rule && text == "swap") return cells;
    const Geometry& board = position.geometry();
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find('-', start), text.size());
        const auto cell = board.find(text.substr(start, end - start));
        if (!cell || !cells.add(*cell))
            throw not_a_move(position, text, "cells are " + board.first_and_last() + ", ");
        start = end + 1;
    }
    return cells;
}

Move parse_move(const Position& position, std::string_view text) {
    const MoveCells cells = parse_cells(position, text);
    if (cells.empty()) return swap_move;
    const auto move = position.move_of(cells);
    if (!move) throw not_a_move(position, text, "");
    return *move;
}

void require_size(const GameInfo& info, int size) {
    if (info.sizes.offers(size)) return;
    std::string offered;
    for (int s = info.sizes.least; s <= info.sizes.most; s += info.sizes.step)
        offered += (offered.empty() ? "" : ", ") + std::to_string(s);
    throw InvalidPosition(std::string(info.name) + " is not offered in size " +
                          std::to_string(size) + "; the sizes are " + offered);
}

Setup parse_fen(const GameInfo& info, std::string_view text) {
    const auto bad = [&](const std::string& what) {
        return InvalidPosition("fen \"" + std::string(text.substr(0, 400)) + "\": " + what);
    };
    try {
        const auto parts = split(text, ' ');
        if (parts.size() < 2)
            throw InvalidPosition("rows and turn are needed, with a space between them");
        const auto rows = split(parts[0], '/');

        // The number of rows tells the size: n on square boards, 2n - 1 on hexhex ones.
        const int count = static_cast<int>(rows.size());
        const bool square = info.shape == Shape::square;
        if (!square && count % 2 == 0)
            throw InvalidPosition("a hexhex board has an odd number of rows, not " +
                                  std::to_string(count));
        const int size = square ? count : (count + 1) / 2;
        require_size(info, size);
        const Geometry& geometry = Geometry::of(info.shape, size);

        Setup setup{{size}, std::vector<Piece>(geometry.cell_count()), Side::first, {}};
        for (int i = 0; i < count; ++i) {
            const auto& cells = geometry.row(count - 1 - i);
            const auto pieces = parse_row(info, rows[i]);
            if (pieces.size() != cells.size())
                throw InvalidPosition("row " + std::to_string(i + 1) + " from the top has " +
                                      std::to_string(cells.size()) + " cells, not " +
                                      std::to_string(pieces.size()));
            for (std::size_t k = 0; k < cells.size(); ++k)
                setup.pieces[geometry.order_of(cells[k])] = pieces[k];
        }

        const auto is_turn = [&](Side side) {
            const auto letter = static_cast<unsigned char>(info.sides[index(side)].letter);
            return parts[1] == std::string(1, static_cast<char>(std::tolower(letter)));
        };
        if (!is_turn(Side::first) && !is_turn(Side::second))
            throw InvalidPosition(
                "the turn is the lower-case letter of " + std::string(info.sides[0].name) + " or " +
                std::string(info.sides[1].name) + ", not \"" + parts[1].substr(0, 40) + "\"");
        setup.turn = is_turn(Side::first) ? Side::first : Side::second;
        setup.fields.assign(parts.begin() + 2, parts.end());
        return setup;
    } catch (const InvalidPosition& error) {
        throw bad(error.what());
    }
}

}  // namespace quincunx
