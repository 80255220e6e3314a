#include "play/history.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/errors.hpp"
#include "play/facts.hpp"
#include "play/notation.hpp"

namespace quincunx {

History::History(PositionPtr start) {
    auto outcome = start->outcome();
    last_ = std::make_shared<Bead>(Bead{std::move(start), {}, 0, std::move(outcome), {}});
}

History::~History() {
    while (last_ && last_.use_count() == 1) last_ = std::move(last_->before);
}

std::vector<Move> History::legal_moves() const {
    if (over()) return {};
    return position().legal_moves();
}

Explanation History::explain(Move m) const {
    return over() ? explain_end(*this) : position().explain(m);
}

Move History::parse(std::string_view text) const {
    const Move m = parse_move(position(), text);
    if (is_legal(m)) return m;
    const std::string why = explain(m).text, here = fen(position());
    if (over()) throw GameOver(std::string(text), why, here);
    throw IllegalMove(std::string(text), why, here);
}

void History::play_unchecked(Move m) {
    PositionPtr next = position().after(m);
    auto outcome = outcome_of(*next);
    last_ = std::make_shared<Bead>(Bead{std::move(next), m, ply() + 1, std::move(outcome), last_});
}

std::vector<Move> History::moves() const {
    std::vector<Move> list;
    for (const Bead* bead = last_.get(); bead->before; bead = bead->before.get())
        list.push_back(bead->move);
    std::reverse(list.begin(), list.end());
    return list;
}

std::vector<const Position*> History::positions() const {
    std::vector<const Position*> list;
    for (const Bead* bead = last_.get(); bead; bead = bead->before.get())
        list.push_back(bead->position.get());
    std::reverse(list.begin(), list.end());
    return list;
}

const Symmetry& History::symmetry(int k) const {
    const auto& all = position().symmetries().keeping;
    if (k < 0 || k >= static_cast<int>(all.size()))
        throw std::out_of_range("symmetry " + std::to_string(k) + ": " + std::string(info().name) +
                                " has 0 to " + std::to_string(all.size() - 1));
    return all[static_cast<std::size_t>(k)];
}

History History::transformed(const Symmetry& symmetry) const {
    History history(positions()[0]->transformed(symmetry));
    for (const Move m : moves()) history.play_unchecked(mapped(position(), m, symmetry));
    return history;
}

// An arrangement that stood before is a draw, unless somebody has won.
std::optional<Outcome> History::outcome_of(const Position& next) const {
    auto outcome = next.outcome();
    const bool won = outcome && outcome->winner;
    if (!won && stood_before(next)) outcome = Outcome{std::nullopt, next.repetition()};
    return outcome;
}

bool History::stood_before(const Position& position) const {
    if (!position.repetition()) return false;
    for (const Bead* bead = last_.get(); bead; bead = bead->before.get())
        if (bead->position->same_arrangement(position)) return true;
    return false;
}

Move mapped(const Position& position, Move m, const Symmetry& symmetry) {
    auto cells = position.cells_of(m);
    if (cells.empty()) return m;  // swap
    for (int& cell : cells) cell = symmetry.map[cell];
    return *position.move_of(cells);
}

}  // namespace quincunx
