#include "play/history.hpp"

#include <algorithm>
#include <utility>

#include "core/errors.hpp"
#include "play/notation.hpp"

namespace quincunx {

History::History(PositionPtr start)
    : last_(std::make_shared<Bead>(Bead{std::move(start), {}, 0, false, {}})) {}

History::~History() {
    while (last_ && last_.use_count() == 1) last_ = std::move(last_->before);
}

std::optional<Outcome> History::outcome() const {
    if (last_->repeats) return Outcome{std::nullopt, position().repetition()};
    return position().outcome();
}

std::vector<Move> History::legal_moves() const {
    if (over()) return {};
    return position().legal_moves();
}

std::string History::why_illegal(Move m) const {
    const auto outcome = this->outcome();
    if (!outcome) return position().why_illegal(m);
    const std::string result =
        outcome->winner ? std::string(info().side_name(*outcome->winner)) + " has won" : "a draw";
    return "the game is over: " + result + ", " + std::string(outcome->ending->name) + " (" +
           std::string(info().name) + ", " + std::string(outcome->ending->section) + ")";
}

Move History::parse(std::string_view text) const {
    const Move m = parse_move(position(), text);
    if (is_legal(m)) return m;
    const std::string why = why_illegal(m), here = fen(position());
    if (over()) throw GameOver(std::string(text), why, here);
    throw IllegalMove(std::string(text), why, here);
}

void History::play_unchecked(Move m) {
    PositionPtr next = position().after(m);
    const auto decided = next->outcome();
    const bool repeats = !(decided && decided->winner) && stood_before(*next);
    last_ = std::make_shared<Bead>(Bead{std::move(next), m, ply() + 1, repeats, last_});
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

History History::transformed(const Symmetry& symmetry) const {
    History history(positions()[0]->transformed(symmetry));
    for (const Move m : moves()) history.play_unchecked(mapped(position(), m, symmetry));
    return history;
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
