#include "games/hadron.hpp"

#include "core/errors.hpp"
#include "core/hash.hpp"
#include "games/setup.hpp"

namespace quincunx {

template <int W>
Hadron<W>::Hadron(const Options& options)
    : grid_(&grid_of<SquareGrid<W>, info.sizes.most>(options.size)) {}

template <int W>
Hadron<W> Hadron<W>::from(const Setup& setup) {
    require_fields(info, setup, 0);
    require_turns_taken(info, setup, count(setup));
    Hadron g(setup.options);
    for (std::size_t i = 0; i < setup.pieces.size(); ++i) {
        if (setup.pieces[i].height == 0) continue;
        g.turn_ = setup.pieces[i].side;
        g.play_unchecked(g.move_of_action(static_cast<int>(i)));
    }
    g.turn_ = setup.turn;
    return g;
}

template <int W>
Piece Hadron<W>::at(int cell) const {
    if (stones_[0].test(cell)) return {Side::first, 1};
    if (stones_[1].test(cell)) return {Side::second, 1};
    return {};
}

template <int W>
std::string Hadron<W>::why_illegal(Move m) const {
    const std::string& name = geometry().name(m.code);
    if (at(m.code).height) return name + " is occupied (Hadron, PLACEMENT RULE)";
    const Bits<W>& near = grid_->neighbours[m.code];
    return name + " touches " + std::to_string((near & stones_[0]).count()) + " red and " +
           std::to_string((near & stones_[1]).count()) +
           " blue; Hadron's PLACEMENT RULE allows none, one of each or two of each";
}

template <int W>
std::uint64_t Hadron<W>::hash() const {
    return Hasher().add(stones_[0]).add(stones_[1]).add(index(turn_)).value();
}

template <int W>
void Hadron<W>::features(std::vector<Feature>& out) const {
    (grid_->all & ~(stones_[0] | stones_[1])).for_each([&](int cell) {
        const Bits<W>& near = grid_->neighbours[cell];
        out.push_back({"neighbours", std::nullopt, {cell},
                       std::to_string((near & stones_[0]).count()) + ":" +
                           std::to_string((near & stones_[1]).count())});
    });
}

template <int W>
Hadron<W> Hadron<W>::transformed(const Symmetry& symmetry) const {
    Hadron g = *this;
    for (int side = 0; side < 2; ++side)
        g.stones_[symmetry.swaps ? 1 - side : side] = permuted(stones_[side], symmetry);
    for (int plane = 0; plane < 3; ++plane) g.balance_[plane] = permuted(balance_[plane], symmetry);
    if (symmetry.swaps) {
        // Red less blue becomes blue less red: the balance modulo eight is negated.
        g.balance_[2] ^= g.balance_[1] | g.balance_[0];
        g.balance_[1] ^= g.balance_[0];
        g.turn_ = other(turn_);
    }
    return g;
}

template class Hadron<1>;
template class Hadron<2>;

}  // namespace quincunx
