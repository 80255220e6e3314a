#include "games/cordon.hpp"

#include <bit>

#include "core/errors.hpp"

namespace quincunx {

template <int W>
Explanation Cordon<W>::explain(Move m) const {
    return {geometry().name(m.code) + " is occupied (Cordon, INTRODUCTION: unoccupied cells only)",
            "INTRODUCTION",
            {m.code}};
}

template <int W>
typename Cordon<W>::Group Cordon<W>::group_at(int cell, const Bits<W>& stones) const {
    Group group;
    group.stones = grid_->flood(Bits<W>::of(cell), stones);
    // The perimeter stones as bits around the ring, and the widest gap from one to the next.
    const std::uint64_t ring = grid_->around(group.stones);
    int before = 63 - std::countl_zero(ring) - grid_->perimeter;
    int widest = 0;
    for (std::uint64_t rest = ring; rest; rest &= rest - 1) {
        const int here = std::countr_zero(rest);
        if (here - before > widest) {
            widest = here - before;
            group.gap_from = before < 0 ? before + grid_->perimeter : before;
            group.gap_to = here;
        }
        before = here;
    }
    // Ruling "equal arcs": ends half a perimeter apart cordon off the whole board, so only a gap of
    // more than half leaves anything out.
    group.whole = 2 * widest <= grid_->perimeter;
    return group;
}

// Calls f with each group that has a cordon, until one call returns true; says whether one did.
template <int W>
template <class F>
bool Cordon<W>::any_group(const Bits<W>& stones, F&& f) const {
    Bits<W> ends = stones & grid_->edge;
    while (ends.any()) {
        const Group group = group_at(ends.lowest(), stones);
        // CORDONING: a stone path runs between two different perimeter cells.
        if ((group.stones & ends).count() >= 2 && f(group)) return true;
        ends &= ~group.stones;
    }
    return false;
}

// Collects the groups that have a cordon. May stop at one that cordons off the whole board, which makes
// all that the other side has void; says whose such a group is.
template <int W>
std::optional<Side> Cordon<W>::collect(const BothSides& stones, Groups& groups,
                                       bool may_stop) const {
    std::optional<Side> whole;
    int n = 0;
    for (const Side side : {Side::first, Side::second}) {
        any_group(stones[index(side)], [&](const Group& group) {
            groups.all[n++] = group;
            if (group.whole) whole = side;
            return may_stop && group.whole;
        });
        groups.start[index(side) + 1] = n;
        if (may_stop && whole) break;
    }
    return whole;
}

// The stones of a group that lie on no stone path: those which the removal of one other stone cuts off
// from every perimeter stone. Only a stone whose neighbours in the group stand in two or more separate
// arcs around it can cut anything off.
template <int W>
Bits<W> Cordon<W>::off_paths(const Bits<W>& group) const {
    const int up = 2 * grid_->side;
    const std::array<Bits<W>, 6> near{group >> 1, group >> up, group >> (up - 1),
                                      group << 1, group << up, group << (up - 1)};
    Bits<W> one_arc, more_arcs;
    for (int d = 0; d < 6; ++d) {
        const Bits<W> arc_ends = near[d] & ~near[(d + 1) % 6];
        more_arcs |= one_arc & arc_ends;
        one_arc |= arc_ends;
    }
    Bits<W> off;
    (group & more_arcs).for_each([&](int cell) {
        const Bits<W> rest = group & ~Bits<W>::of(cell);
        off |= rest & ~grid_->flood(rest & grid_->edge, rest);
    });
    return off;
}

// Ruling "widest gap": a cordon is what cannot be reached from the widest gap without stepping on a
// stone that lies on some stone path, together with all stones of the group.
template <int W>
Bits<W> Cordon<W>::area(const Group& group) const {
    if (group.whole) return grid_->all;
    const Bits<W> gap = grid_->between(group.gap_from, group.gap_to);
    Bits<W> outside = grid_->flood(gap, grid_->all & ~group.stones);
    // Cells that are shut in away from the perimeter are shut in by a closed loop of the group. Only
    // then does it matter that a loop which hangs on one stone, off every stone path, shuts in nothing.
    const Bits<W> inside = grid_->all & ~outside & ~group.stones;
    if (inside != grid_->flood(inside & grid_->edge, inside))
        if (const Bits<W> off = off_paths(group.stones); off.any())
            outside = grid_->flood(gap, grid_->all & ~(group.stones & ~off));
    return (grid_->all & ~outside) | group.stones;
}

template <int W>
void Cordon<W>::find_areas(Groups& groups) const {
    auto& [all, start] = groups;
    for (int i = 0; i < start[2]; ++i) {
        all[i].area = area(all[i]);
        all[i].counts = true;
    }
    // CORDONING: a cordon that lies within an enemy cordon is void.
    for (int s = 0; s < 2; ++s)
        for (int i = start[s]; i < start[s + 1]; ++i)
            for (int j = start[1 - s]; j < start[2 - s]; ++j)
                if (all[i].area.within(all[j].area)) all[i].counts = false;
}

template <int W>
Score Cordon<W>::score(Groups& groups) const {
    find_areas(groups);
    const auto cells = [&](int s) {
        Bits<W> covered;
        for (int i = groups.start[s]; i < groups.start[s + 1]; ++i)
            if (groups.all[i].counts) covered |= groups.all[i].area;
        return covered.count();
    };
    return {cells(0), cells(1)};
}

template <int W>
std::optional<Side> Cordon<W>::leader(const BothSides& stones) const {
    Groups all;
    if (const auto side = collect(stones, all, true)) return side;
    const Score now = score(all);
    if (now.first == now.second) return std::nullopt;
    return now.first > now.second ? Side::first : Side::second;
}

// OBJECT OF THE GAME: more cells win on the full board, or as soon as giving every empty cell to one
// player would still leave the other ahead. More stones of one's own never hurt, so this is certain.
template <int W>
void Cordon<W>::settle() {
    const Bits<W> rest = empty();
    if (rest.none()) {
        winner_ = leader(stones_);
        over_ = true;
        return;
    }
    for (const Side side : {Side::first, Side::second}) {
        const Bits<W>& own = stones_[index(side)];
        // No cells without a cordon: the quick way out of most positions.
        if (!any_group(own, [](const Group&) { return true; })) continue;
        BothSides worst = stones_;
        worst[index(other(side))] |= rest;
        if (leader(worst) == side) {
            winner_ = side;
            over_ = true;
            return;
        }
    }
}

template <int W>
std::optional<Outcome> Cordon<W>::outcome() const {
    if (!over_) return std::nullopt;
    return Outcome{winner_, empty().any() ? &early_victory : &full_board};
}

template <int W>
std::optional<Score> Cordon<W>::score() const {
    Groups all;
    collect(stones_, all, false);
    return score(all);
}

template <int W>
void Cordon<W>::features(std::vector<Feature>& out) const {
    Groups all;
    collect(stones_, all, false);
    find_areas(all);
    for (int i = 0; i < all.start[2]; ++i) {
        const Group& group = all.all[i];
        out.push_back({group.counts ? "cordon" : "void cordon",
                       i < all.start[1] ? Side::first : Side::second, list_of(group.area),
                       std::to_string(group.area.count())});
    }
}

template <int W>
Cordon<W> Cordon<W>::transformed(const Symmetry& symmetry) const {
    Cordon g = Base::transformed(symmetry);
    if (symmetry.swaps && winner_) g.winner_ = other(*winner_);
    return g;
}

template class Cordon<1>;
template class Cordon<2>;
template class Cordon<4>;
template class Cordon<6>;

}  // namespace quincunx
