#include "engines/square_grid_hex/connections.hpp"

#include <algorithm>

namespace quincunx {

namespace {

// In steps: well below a millisecond, even on the largest board.
constexpr std::int64_t between_checks = 1 << 14;
// What it takes to add a connection, compared to finding that two cannot be combined.
constexpr std::int64_t steps_to_add = 16;

// Comparing the words one by one is quicker than what == becomes: a call to compare memory.
template <int W>
bool same(const Bits<W>& a, const Bits<W>& b) {
    return (a ^ b).none();
}

template <int W>
bool holds(std::span<const Bits<W>> carriers, const Bits<W>& carrier) {
    return std::any_of(carriers.begin(), carriers.end(),
                       [&](const Bits<W>& other) { return same(other, carrier); });
}

}  // namespace

template <int W>
HexConnections<W>::HexConnections(const SquareGrid<W>& grid)
    : grid_(grid), ways_(grid.n * grid.n + 2), waiting_(grid.n * grid.n + 1) {}

template <int W>
Bits<W> HexConnections<W>::smallest(std::span<const Bits<W>> carriers) {
    return *std::min_element(carriers.begin(), carriers.end(),
                             [](const auto& a, const auto& b) { return a.count() < b.count(); });
}

template <int W>
Bits<W> HexConnections<W>::chain(Bits<W> from, const Bits<W>& stones) const {
    for (;;) {
        const Bits<W> more = from | (grid_.spread_with_rising_diagonals(from) & stones);
        if (more == from) return from;
        from = more;
    }
}

template <int W>
void HexConnections<W>::set_up(const Stones& stones, Side side) {
    const bool upward = side == Side::first;
    const Bits<W>& near_edge = upward ? grid_.south : grid_.west;
    const Bits<W>& far_edge = upward ? grid_.north : grid_.east;
    const Bits<W>& own = stones[index(side)];
    const Bits<W> empty = grid_.all & ~(stones[0] | stones[1]);

    cells_.clear();
    Bits<W> rest = own;
    for (const Bits<W>& edge : {near_edge, far_edge}) {
        cells_.push_back(chain(own & edge, own));
        rest &= ~cells_.back();
    }
    const bool won = (cells_[0] & cells_[1]).any();
    while (rest.any()) {
        cells_.push_back(chain(Bits<W>::of(rest.lowest()), own));
        rest &= ~cells_.back();
    }
    first_empty_ = static_cast<int>(cells_.size());
    std::array<std::uint16_t, Bits<W>::capacity> point{};
    empty.for_each([&](int cell) {
        point[cell] = static_cast<std::uint16_t>(cells_.size());
        cells_.push_back(Bits<W>::of(cell));
    });

    const int points = point_count();
    pairs_.assign(points * (points - 1) / 2, {});
    kept_.assign(1, {});  // so that no list begins at 0
    edge_semis_.clear();
    for (int i = 0; i < points; ++i) ways_[i].clear();
    for (auto& bucket : waiting_) bucket.clear();
    stop_ = false;
    steps_ = 0;
    next_check_ = between_checks;
    if (won) return add_full(0, 1, {});
    // Neighbours are connected.
    for (int a = 0; a < points; ++a) {
        Bits<W> next = grid_.spread_with_rising_diagonals(cells_[a]) & empty;
        if (a == 0) next |= near_edge & empty;
        if (a == 1) next |= far_edge & empty;
        next.for_each([&](int cell) {
            if (point[cell] > a) add_full(a, point[cell], {});
        });
    }
}

template <int W>
void HexConnections<W>::search(const Stones& stones, Side side, Until until,
                               const HexEffort& effort, const StopCheck& check) {
    effort_ = effort;
    until_ = until;
    set_up(stones, side);
    // By size, small ones first. What is made from a connection is at least as large as it is, so that a
    // connection that has had its turn is never made useless by one that is part of it.
    for (auto& bucket : waiting_)
        for (std::size_t i = 0; i < bucket.size(); ++i) {
            if (stop_ || steps_ > effort_.steps) return;
            const Waiting next = bucket[i];
            // A smaller one may have taken its place meanwhile.
            if (!holds(fulls(next.a, next.b), next.carrier)) continue;
            combine(next, next.a, next.b, check);
            combine(next, next.b, next.a, check);
            ways_[next.a].push_back({next.carrier | own_cell(next.b), next.b});
            ways_[next.b].push_back({next.carrier | own_cell(next.a), next.a});
        }
}

// The connection `next` leads from `middle` to `end`: combines it with each that leads away from
// `middle`.
template <int W>
void HexConnections<W>::combine(const Waiting& next, int middle, int end, const StopCheck& check) {
    // A connection may end at an edge, but does not go on beyond it.
    if (middle < 2) return;
    const Bits<W> taken = next.carrier | own_cell(end);
    const auto& ways = ways_[middle];
    steps_ += static_cast<std::int64_t>(ways.size());
    const bool empty = is_empty_cell(middle);
    for (const Way& way : ways) {
        if ((way.taken & taken).any() || way.to == end) continue;
        steps_ += steps_to_add;
        if (steps_ > next_check_) {
            check();
            next_check_ = steps_ + between_checks;
        }
        const Bits<W> carrier = next.carrier | (way.taken & ~own_cell(way.to));
        if (empty)
            add_semi(end, way.to, carrier | cells_[middle]);
        else
            add_full(end, way.to, carrier);
        if (stop_) return;
    }
}

// Puts a carrier into a list unless it is of no use there; lists are kept short by leaving out the
// largest.
template <int W>
bool HexConnections<W>::insert(List& into, int most, const Bits<W>& carrier) {
    for (const Bits<W>& other : list(into))
        if (other.within(carrier)) return false;
    remove_around(into, carrier);
    if (!into.at) {
        into.at = static_cast<std::uint32_t>(kept_.size());
        kept_.resize(kept_.size() + most);
    }
    Bits<W>* const first = kept_.data() + into.at;
    if (into.size < most) {
        first[into.size++] = carrier;
        return true;
    }
    Bits<W>* const largest = std::max_element(
        first, first + most, [](const auto& a, const auto& b) { return a.count() < b.count(); });
    if (largest->count() <= carrier.count()) return false;
    *largest = carrier;
    return true;
}

// Takes out the carriers that contain this one.
template <int W>
void HexConnections<W>::remove_around(List& from, const Bits<W>& carrier) {
    Bits<W>* const first = kept_.data() + from.at;
    int left = 0;
    for (int i = 0; i < from.size; ++i)
        if (!carrier.within(first[i])) first[left++] = first[i];
    from.size = static_cast<std::uint16_t>(left);
}

template <int W>
void HexConnections<W>::add_full(int a, int b, const Bits<W>& carrier) {
    Pair& between = pair(a, b);
    if (!insert(between.fulls, effort_.fulls, carrier)) return;
    remove_around(between.semis, carrier);
    waiting_[carrier.count()].push_back(
        {carrier, static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b)});
    if (a + b == 1 && until_ != Until::done) stop_ = true;
}

template <int W>
void HexConnections<W>::add_semi(int a, int b, const Bits<W>& carrier) {
    Pair& between = pair(a, b);
    for (const Bits<W>& full : list(between.fulls))
        if (full.within(carrier)) return;
    if (a + b == 1) {
        edge_semis_.push_back(carrier);
        if (until_ == Until::semi) {
            stop_ = true;
            return;
        }
    }
    if (!insert(between.semis, effort_.semis, carrier)) return;
    Bits<W> common = carrier;
    for (const Bits<W>& other : list(between.semis)) common &= other;
    if (common.any()) return;
    // A copy, since a full connection takes semi-connections out of the list.
    others_.clear();
    for (const Bits<W>& other : list(between.semis))
        if (!same(other, carrier)) others_.push_back(other);
    take_together(a, b, others_, carrier, carrier, effort_.together - 1);
}

// Semi-connections of the same two points: `all` are the cells of those taken so far, `common` the cells
// that each of these has. Up to `more` further ones are taken from `others`.
template <int W>
void HexConnections<W>::take_together(int a, int b, std::span<const Bits<W>> others,
                                      const Bits<W>& common, const Bits<W>& all, int more) {
    for (std::size_t i = 0; i < others.size(); ++i) {
        ++steps_;
        const Bits<W> left = common & others[i];
        if (same(left, common)) continue;
        if (left.none())
            add_full(a, b, all | others[i]);
        else if (more > 1)
            take_together(a, b, others.subspan(i + 1), left, all | others[i], more - 1);
    }
}

template <int W>
HexThreats<W> find_threats(const SquareGridHex<W>& position, HexConnections<W>& connections,
                           const HexEffort& effort, const StopCheck& check) {
    using Until = typename HexConnections<W>::Until;
    HexThreats<W> threats{std::nullopt, position.legal_set()};
    const Side mover = position.turn();
    // PIE RULE: the stone on the board may change its colour.
    if (position.over() || !position.exchangeable()) return threats;
    const std::array<Bits<W>, 2> stones{position.stones(Side::first),
                                        position.stones(Side::second)};
    const int empty = position.legal_count();
    connections.search(stones, mover, Until::semi, effort, check);
    if (connections.nearly_joined()) {
        const Bits<W> carrier =
            connections.joined() ? connections.full_carrier() : connections.semi_carrier();
        threats.decided = Proof{mover, longest_win(carrier, true, empty)};
        return threats;
    }
    connections.search(stones, other(mover), Until::full, effort, check);
    if (connections.joined()) {
        const Bits<W> carrier = connections.full_carrier();
        threats.decided = Proof{other(mover), longest_win(carrier, false, empty)};
        return threats;
    }
    for (const Bits<W>& carrier : connections.edge_semis()) {
        if (threats.must_play.within(carrier)) continue;
        threats.must_play &= carrier;
        threats.plies_elsewhere =
            std::max(threats.plies_elsewhere, longest_win(carrier, true, empty - 1));
    }
    if (threats.must_play.none())
        threats.decided = Proof{other(mover), threats.plies_elsewhere + 1};
    return threats;
}

template class HexConnections<1>;
template HexThreats<1> find_threats(const SquareGridHex<1>&, HexConnections<1>&, const HexEffort&,
                                    const StopCheck&);
template class HexConnections<2>;
template HexThreats<2> find_threats(const SquareGridHex<2>&, HexConnections<2>&, const HexEffort&,
                                    const StopCheck&);
template class HexConnections<3>;
template HexThreats<3> find_threats(const SquareGridHex<3>&, HexConnections<3>&, const HexEffort&,
                                    const StopCheck&);
template class HexConnections<4>;
template HexThreats<4> find_threats(const SquareGridHex<4>&, HexConnections<4>&, const HexEffort&,
                                    const StopCheck&);
template class HexConnections<6>;
template HexThreats<6> find_threats(const SquareGridHex<6>&, HexConnections<6>&, const HexEffort&,
                                    const StopCheck&);

}  // namespace quincunx
