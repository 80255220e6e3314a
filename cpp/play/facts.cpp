#include "play/facts.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "core/errors.hpp"
#include "play/notation.hpp"

namespace quincunx {

namespace {

bool begins_a_move(const Position& position, std::span<const int> cells) {
    const auto moves = position.legal_moves();
    return std::any_of(moves.begin(), moves.end(), [&](Move m) {
        const auto its = position.cells_of(m);
        return its.size() >= cells.size() && std::equal(cells.begin(), cells.end(), its.begin());
    });
}

// What happened to a cell that held `before` and holds `after`.
Event change(int cell, const Piece& before, const Piece& after, std::vector<int> causes) {
    const auto event = [&](std::string_view kind, Side side) {
        return Event{kind, side, {cell}, before.height, after.height, std::move(causes), {}, {}};
    };
    if (!before.height) return event("place", after.side);
    if (!after.height) return event("remove", before.side);
    if (before.side != after.side) return event("exchange", after.side);
    return event(after.height > before.height ? "grow" : "shrink", after.side);
}

// Features that one of two positions has and the other has not. Those that are nobody's are about every
// move's surroundings, and are not news.
Wave news(std::string_view kind, const std::vector<Feature>& here,
          const std::vector<Feature>& there, const std::vector<int>& causes) {
    Wave wave;
    for (const Feature& feature : here) {
        if (!feature.side || feature.cells.empty()) continue;
        const bool known = std::any_of(there.begin(), there.end(), [&](const Feature& other) {
            return other.kind == feature.kind && other.side == feature.side &&
                   other.cells == feature.cells;
        });
        if (!known)
            wave.push_back(
                {kind, feature.side, feature.cells, 0, 0, causes, feature.kind, feature.label});
    }
    return wave;
}

}  // namespace

std::optional<Explanation> explain(const History& history, std::string_view text) {
    const Position& position = history.position();
    const auto cells = parse_cells(position, text);
    const auto move = cells.empty() ? swap_move : position.move_of(cells);
    if (history.over()) return explain_end(history);
    if (move) {
        if (position.is_legal(*move)) return std::nullopt;
        return position.explain(*move);
    }
    if (begins_a_move(position, cells)) return std::nullopt;
    return position.explain_beginning(cells);
}

Explanation explain_end(const History& history) {
    const GameInfo& info = history.info();
    const Outcome& end = *history.outcome();
    const std::string result =
        end.winner ? std::string(info.side_name(*end.winner)) + " has won" : "a draw";
    return {"the game is over: " + result + ", " + std::string(end.ending->name) + " (" +
                std::string(info.name) + ", " + std::string(end.ending->section) + ")",
            end.ending->section,
            {}};
}

std::vector<Wave> differences(const Position& before, const Position& after, Move m) {
    const Geometry& board = before.geometry();
    const auto touched = before.cells_of(m);
    std::map<int, Piece> pieces;
    for (const int cell : board.cells()) pieces[cell] = before.at(cell);
    std::vector<Wave> waves(1);
    if (touched.size() == 2 && pieces[touched[0]].height && !after.at(touched[0]).height) {
        Piece &from = pieces[touched[0]], &to = pieces[touched[1]];
        if (to.height) waves[0].push_back(change(touched[1], to, {}, {touched[0]}));
        waves[0].push_back({"move", from.side, touched, from.height, from.height, {}, {}, {}});
        to = std::exchange(from, {});
    }
    std::map<int, Wave> by_distance;
    for (const int cell : board.cells()) {
        const Piece was = pieces[cell], is = after.at(cell);
        if (was == is) continue;
        if (touched.empty() || std::find(touched.begin(), touched.end(), cell) != touched.end())
            waves[0].push_back(change(cell, was, is, {}));
        else
            by_distance[board.distance(touched.back(), cell)].push_back(
                change(cell, was, is, {touched.back()}));
    }
    for (auto& [distance, wave] : by_distance) waves.push_back(std::move(wave));
    return waves;
}

std::vector<Wave> waves_of(const History& history, Move m) {
    const Position& before = history.position();
    const PositionPtr after = before.after(m);
    auto told = before.effects(m);
    auto waves = told ? std::move(*told) : differences(before, *after, m);
    Wave last = before.remarks(m);
    const auto was = before.features(), is = after->features();
    const auto causes = before.cells_of(m);
    for (Event& event : news("vanish", was, is, causes)) last.push_back(std::move(event));
    for (Event& event : news("appear", is, was, causes)) last.push_back(std::move(event));
    if (!last.empty()) waves.push_back(std::move(last));
    return waves;
}

}  // namespace quincunx
