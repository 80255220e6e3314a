#include "games/trivet.hpp"

namespace quincunx {

void Trivet::check_setup(const Setup& setup) {
    require_fields(info, setup, 0);
    require_flat(info, setup);
}

// MOVING AGAIN: three or four of the cells of a square. Each square by its lower left cell.
Trivet::Set Trivet::trivets(Side side) const {
    const Set a = stones(side), b = a >> 1, c = a >> grid().n, d = b >> grid().n;
    return ((a & b & (c | d)) | (c & d & (a | b))) & grid().not_east & ~grid().north;
}

std::optional<Score> Trivet::score() const {
    return Score{trivets(Side::first).count(), trivets(Side::second).count()};
}

// OBJECT OF THE GAME: on a full board more trivets win, and equally many are a draw.
std::optional<Outcome> Trivet::outcome() const {
    if (empty().any()) return std::nullopt;
    const auto [first, second] = *score();
    if (first == second) return Outcome{std::nullopt, &equal_trivets};
    return Outcome{first > second ? Side::first : Side::second, &most_trivets};
}

void Trivet::features(std::vector<Feature>& out) const {
    const int n = grid().n;
    for (const Side side : {Side::first, Side::second})
        trivets(side).for_each([&](int cell) {
            out.push_back({"trivet", side, {cell, cell + 1, cell + n, cell + n + 1}, ""});
        });
}

Explanation Trivet::explain(Move m) const {
    return {
        geometry().name(m.code) + " is occupied (Trivet, INTRODUCTION)", "INTRODUCTION", {m.code}};
}

void Trivet::play_unchecked(Move m) {
    const int before = trivets(turn()).count();
    put(m);
    // MOVING AGAIN: whoever completes a trivet, or several at once, has the next move too.
    if (trivets(turn()).count() > before) {
        turn_reason_ = TurnReason::moves_again;
    } else {
        turn_reason_ = TurnReason::passed;
        pass_turn();
    }
}

}  // namespace quincunx
