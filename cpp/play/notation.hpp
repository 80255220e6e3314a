// Texts of moves and positions, for every game alike.
//
// A move is the cells it touches, joined by "-", or "swap". A position (fen) is one line:
//
//     ROWS TURN [FIELDS …]
//
// ROWS from the top of the board down, separated by "/": a number for so many empty cells, a letter
// for a piece, "[R3]" for a stack of three. TURN is the letter of the side to move, in lower case.
// FIELDS are the game's own: Quadrature's dots of White and Black, Square Grid Hex's pie or no-pie.
#pragma once

#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "boards/geometry.hpp"
#include "core/errors.hpp"
#include "core/game.hpp"

namespace quincunx {

template <Game G>
std::string move_text(const G& position, Move m) {
    if (m == swap_move) return "swap";
    std::string text;
    for (const int cell : G::cells_of(m)) {
        if (!text.empty()) text += '-';
        text += position.geometry().name(cell);
    }
    return text;
}

template <Game G>
std::string fen(const G& position) {
    const Geometry& board = position.geometry();
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
            const char letter = G::info.letters[index(piece.side)];
            if (piece.height == 1)
                text += letter;
            else
                text += std::string("[") + letter + std::to_string(piece.height) + "]";
        }
        flush();
        text += r ? '/' : ' ';
    }
    const char letter = G::info.letters[index(position.turn())];
    text += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    if (const std::string fields = position.fields(); !fields.empty()) text += " " + fields;
    return text;
}

// What a text means as a move on this board, legal or not. Throws InvalidMove.
template <Game G>
Move parse_move(const G& position, std::string_view text) {
    const Geometry& board = position.geometry();
    const auto invalid = [&](const std::string& reason) {
        return InvalidMove(std::string(text.substr(0, 40)), reason, fen(position));
    };
    if (G::info.has_pie_rule && text == "swap") return swap_move;
    std::vector<int> cells;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find('-', start), text.size());
        const auto cell = board.find(text.substr(start, end - start));
        if (!cell || cells.size() == 2)
            throw invalid("no move of " + std::string(G::info.name) + "; cells are " +
                          board.first_and_last() + ", a move is written like " +
                          std::string(G::info.example));
        cells.push_back(*cell);
        start = end + 1;
    }
    const auto move = G::move_of(cells);
    if (!move)
        throw invalid("no move of " + std::string(G::info.name) + "; a move is written like " +
                      std::string(G::info.example));
    return *move;
}

// The board that a fen is for and what stands on it; the game itself judges the result in G::from.
// Throws InvalidPosition.
Setup parse_fen(const GameInfo& info, const Geometry& (*board)(int), std::string_view text);

// Throws InvalidPosition, with the sizes that there are, unless the size is offered.
void require_size(const GameInfo& info, int size);

}  // namespace quincunx
