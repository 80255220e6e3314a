#include "games/blast_radius.hpp"

#include "core/errors.hpp"
#include "core/hash.hpp"
#include "games/setup.hpp"

namespace quincunx {

template <int W>
BlastRadius<W>::BlastRadius(const Options& options)
    : grid_(&grid_of<HexGrid<W>, info.sizes.most>(options.size)) {}

template <int W>
BlastRadius<W> BlastRadius<W>::from(const Setup& setup) {
    require_fields(info, setup, 0);
    BlastRadius g(setup.options);
    const auto& cells = g.geometry().cells();
    const int highest = 2 * setup.options.size - 2;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Piece piece = setup.pieces[i];
        if (piece.height > highest)
            throw InvalidPosition("a stack of " + std::to_string(piece.height) + " on " +
                                  g.geometry().name(cells[i]) + " is higher than the " +
                                  std::to_string(highest) + " that reach the whole board");
        if (piece.height) g.stones_[index(piece.side)].set(cells[i]);
        for (int p = 0; p < planes; ++p)
            if (piece.height >> p & 1) g.heights_[p].set(cells[i]);
    }
    // Ruling "no stack in a REZ": placing avoids every REZ and growing clears its own.
    g.occupied().for_each([&](int cell) {
        const Bits<W> hit = grid_of<HexGrid<W>, info.sizes.most>(setup.options.size)
                                .discs[g.height(cell)][cell] &
                            g.occupied();
        if (hit.any())
            throw InvalidPosition("the stack on " + g.geometry().name(hit.lowest()) +
                                  " stands in the REZ of the one on " + g.geometry().name(cell) +
                                  " (RADIATION EXCLUSION ZONE)");
    });
    g.turn_ = setup.turn;
    g.find_zones();
    const Bits<W>& mine = g.stones_[index(g.turn_)];
    const Bits<W>& theirs = g.stones_[index(other(g.turn_))];
    const std::string mover(info.side_names[index(g.turn_)]);
    if (theirs.none() && (mine.any() || g.turn_ == Side::second))
        throw InvalidPosition("it is " + mover +
                              "'s turn, but the stack that the opponent formed last is not there");
    if (mine.none() && theirs.any()) {
        // OBJECT OF THE GAME: the game is over, unless this is what Red's first turn left.
        const bool first_turn =
            g.turn_ == Side::second && theirs.count() == 1 && (theirs & g.heights_[0]).any() &&
            g.height(theirs.lowest()) == 1;
        if (!first_turn && g.lowest(theirs) == theirs && g.height(theirs.lowest()) == 1)
            throw InvalidPosition("no checker of " + mover +
                                  " is left, but no stack of two or more took the last one (CAPTURES)");
        g.over_ = !first_turn;
    }
    return g;
}

template <int W>
Piece BlastRadius<W>::at(int cell) const {
    if (stones_[0].test(cell)) return {Side::first, height(cell)};
    if (stones_[1].test(cell)) return {Side::second, height(cell)};
    return {};
}

template <int W>
std::string BlastRadius<W>::why_illegal(Move m) const {
    const int cell = m.code;
    const std::string& name = geometry().name(cell);
    const Bits<W> free = free_cells();
    const std::string mine(info.side_names[index(turn_)]);
    if (const Piece there = at(cell); there.height) {
        if (there.side != turn_)
            return name + " holds an enemy stack (Blast Radius, PLAY 1)";
        if (free.any())
            return "an empty cell outside every REZ is left (" + geometry().name(free.lowest()) +
                   "): the smallest stack comes first (Blast Radius, PLAY 2)";
        const int low = lowest(stones_[index(turn_)]).lowest();
        return name + " has height " + std::to_string(there.height) + ", but " + mine + " has a " +
               std::to_string(height(low)) + "-stack on " + geometry().name(low) +
               ": the smallest stack comes first (Blast Radius, PLAY 2)";
    }
    int source = -1;
    occupied().for_each([&](int stack) {
        if (grid_->discs[height(stack)][stack].test(cell) && source < 0) source = stack;
    });
    const Piece by = at(source);
    return name + " lies in the REZ of the " + (by.side == Side::first ? "red " : "blue ") +
           std::to_string(by.height) + "-stack on " + geometry().name(source) +
           " (Blast Radius, PLAY 1)";
}

template <int W>
void BlastRadius<W>::grow(int cell) {
    const Bits<W> here = Bits<W>::of(cell);
    Bits<W> carry = here;
    for (int p = 0; p < planes; ++p) {
        const Bits<W> next = heights_[p] & carry;
        heights_[p] ^= carry;
        carry = next;
    }
    // CAPTURES: every other stack within the new REZ goes, of either colour.
    const Bits<W>& zone = grid_->discs[height(cell)][cell];
    const Bits<W> hit = occupied() & zone;
    if (hit.none()) {
        zones_ |= zone;
        return;
    }
    for (Bits<W>& side : stones_) side &= ~hit;
    for (Bits<W>& plane : heights_) plane &= ~hit;
    find_zones();
    // OBJECT OF THE GAME: no enemy checker left at the end of the turn.
    over_ = stones_[index(other(turn_))].none();
}

template <int W>
void BlastRadius<W>::find_zones() {
    // All stacks of height 1 at once, the higher ones by their discs.
    Bits<W> higher = heights_[1];
    for (int p = 2; p < planes; ++p) higher |= heights_[p];
    zones_ = grid_->spread(heights_[0] & ~higher) & grid_->all;
    higher.for_each([&](int cell) { zones_ |= grid_->discs[height(cell)][cell]; });
}

template <int W>
std::uint64_t BlastRadius<W>::hash() const {
    Hasher hasher;
    hasher.add(stones_[0]).add(stones_[1]);
    for (const Bits<W>& plane : heights_) hasher.add(plane);
    return hasher.add(index(turn_)).value();
}

template <int W>
std::optional<Score> BlastRadius<W>::score() const {
    const auto checkers = [&](const Bits<W>& stacks) {
        int n = 0;
        for (int p = 0; p < planes; ++p) n += (stacks & heights_[p]).count() << p;
        return n;
    };
    return Score{checkers(stones_[0]), checkers(stones_[1])};
}

template <int W>
void BlastRadius<W>::features(std::vector<Feature>& out) const {
    occupied().for_each([&](int cell) {
        const Piece stack = at(cell);
        out.push_back({"rez", stack.side, list_of(grid_->discs[stack.height][cell]),
                       geometry().name(cell)});
    });
}

template <int W>
BlastRadius<W> BlastRadius<W>::transformed(const Symmetry& symmetry) const {
    BlastRadius g = *this;
    for (int side = 0; side < 2; ++side)
        g.stones_[symmetry.swaps ? 1 - side : side] = permuted(stones_[side], symmetry);
    for (int p = 0; p < planes; ++p) g.heights_[p] = permuted(heights_[p], symmetry);
    g.zones_ = permuted(zones_, symmetry);
    if (symmetry.swaps) g.turn_ = other(turn_);
    return g;
}

template class BlastRadius<1>;
template class BlastRadius<2>;
template class BlastRadius<4>;
template class BlastRadius<6>;

}  // namespace quincunx
