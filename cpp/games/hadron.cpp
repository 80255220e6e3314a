#include "games/hadron.hpp"

#include "boards/setup.hpp"
#include "core/errors.hpp"
#include "core/hash.hpp"

namespace quincunx {

template <int W>
Hadron<W>::Hadron(const Options& options) : grid_(&grid_of<SquareGrid<W>>(options.size)) {
    empty_ = grid_->all;
}

template <int W>
Hadron<W> Hadron<W>::from(const Setup& setup) {
    require_fields(info, setup, 0);
    require_turns_taken(info, setup);
    Hadron g(setup.options);
    for (std::size_t i = 0; i < setup.pieces.size(); ++i) {
        if (setup.pieces[i].height == 0) continue;
        g.set_turn(setup.pieces[i].side);
        g.play_unchecked(g.move_of_action(static_cast<int>(i)));
    }
    g.set_turn(setup.turn);
    return g;
}

template <int W>
Piece Hadron<W>::at(int cell) const {
    if (empty_.test(cell)) return {};
    return {red_.test(cell) ? Side::first : Side::second, 1};
}

template <int W>
Explanation Hadron<W>::explain(Move m) const {
    constexpr std::string_view section = "PLACEMENT RULE";
    const std::string& name = geometry().name(m.code);
    if (at(m.code).height)
        return {name + " is occupied (Hadron, PLACEMENT RULE)", section, {m.code}};
    const Bits<W>& near = grid_->neighbours[m.code];
    return {name + " touches " + std::to_string((near & red_).count()) + " red and " +
                std::to_string((near & blue()).count()) +
                " blue; Hadron's PLACEMENT RULE allows none, one of each or two of each",
            section, list_of(near & ~empty_)};
}

template <int W>
std::uint64_t Hadron<W>::hash() const {
    return Hasher().add(empty_).add(red_).add(index(turn())).value();
}

template <int W>
void Hadron<W>::features(std::vector<Feature>& out) const {
    empty_.for_each([&](int cell) {
        const Bits<W>& near = grid_->neighbours[cell];
        out.push_back({"neighbours",
                       std::nullopt,
                       {cell},
                       std::to_string((near & red_).count()) + ":" +
                           std::to_string((near & blue()).count())});
    });
}

template <int W>
Hadron<W> Hadron<W>::transformed(const Symmetry& symmetry) const {
    Hadron g = *this;
    g.empty_ = permuted(empty_, symmetry);
    g.red_ = permuted(symmetry.swaps ? blue() : red_, symmetry);
    for (int plane = 0; plane < 3; ++plane) g.balance_[plane] = permuted(balance_[plane], symmetry);
    if (symmetry.swaps) {
        // Red less blue becomes blue less red: the balance modulo eight is negated.
        g.balance_[2] ^= g.balance_[1] | g.balance_[0];
        g.balance_[1] ^= g.balance_[0];
        g.set_turn(other(turn()));
    }
    return g;
}

template class Hadron<1>;
template class Hadron<2>;

}  // namespace quincunx
