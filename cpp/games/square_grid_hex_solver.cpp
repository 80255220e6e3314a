#include "games/square_grid_hex_solver.hpp"

#include <algorithm>
#include <bit>

#include "core/hash.hpp"

namespace quincunx {

template <int W>
SquareGridHexSolver<W>::Tools::Tools(const SquareGrid<W>& g)
    : grid(g), own(g), other(g), fill_in(g), frames(g.n * g.n + 2) {}

template <int W>
SquareGridHexSolver<W>::SquareGridHexSolver(std::size_t bytes) : bytes_(bytes) {
    buckets_ = std::bit_floor(std::max<std::size_t>(1, bytes_ / sizeof(Entry) / 4));
}

template <int W>
int SquareGridHexSolver<W>::mapped(int c, int how) const {
    const int n = tools_->grid.n;
    if (how & 1) c = c % n * n + c / n;
    if (how & 2) c = n * n - 1 - c;
    return c;
}

template <int W>
Bits<W> SquareGridHexSolver<W>::mapped(const Bits<W>& b, int how) const {
    if (!how) return b;
    Bits<W> r;
    b.for_each([&](int c) { r.set(mapped(c, how)); });
    return r;
}

template <int W>
typename SquareGridHexSolver<W>::Node SquareGridHexSolver<W>::node_at(const Stones& stones,
                                                                      Side turn) const {
    Node node{stones, {}, turn, 0, 0, 0};
    node.captured = tools_->fill_in.fill(node.stones);
    for (int k = 0; k < 2; ++k) {
        const int how = index(turn) + 2 * k;
        const Bits<W> own = mapped(node.stones[index(turn)], how),
                      opp = mapped(node.stones[1 - index(turn)], how);
        const std::uint64_t hash = Hasher().add(own).add(opp).value();
        if (k && hash >= node.hash) continue;
        node.hash = hash;
        node.check = Hasher().add(0x5bd1e995u).add(opp).add(own).value();
        node.symmetry = how;
    }
    return node;
}

template <int W>
typename SquareGridHexSolver<W>::Node SquareGridHexSolver<W>::child_of(const Node& node,
                                                                       int cell) const {
    Stones next = node.stones;
    next[index(node.turn)].set(cell);
    return node_at(next, other(node.turn));
}

template <int W>
typename SquareGridHexSolver<W>::Entry* SquareGridHexSolver<W>::find(const Node& node) {
    Entry* e = &table_[(node.hash & (buckets_ - 1)) * 4];
    for (int i = 0; i < 4; ++i)
        if ((e[i].numbers.proof | e[i].numbers.disproof) && e[i].check == node.check) return e + i;
    return nullptr;
}

template <int W>
typename SquareGridHexSolver<W>::Entry& SquareGridHexSolver<W>::place(const Node& node,
                                                                      std::int64_t work) {
    Entry* e = &table_[(node.hash & (buckets_ - 1)) * 4];
    Entry* to = e;
    for (int i = 0; i < 4; ++i) {
        if (!(e[i].numbers.proof | e[i].numbers.disproof) || e[i].check == node.check) {
            to = e + i;
            if (to->check != node.check) to->work = 0;
            break;
        }
        if (e[i].work < to->work) to = e + i;
    }
    const std::int64_t before = to->check == node.check ? to->work : 0;
    to->check = node.check;
    to->work = static_cast<std::uint32_t>(std::min<std::int64_t>(before + work, 1u << 31));
    return *to;
}

template <int W>
void SquareGridHexSolver<W>::store_won(const Node& node, Side winner, const Bits<W>& carrier,
                                       std::int64_t work) {
    Entry& e = place(node, work);
    const bool mover = winner == node.turn;
    e.numbers = {mover ? 0 : infinite, mover ? infinite : 0};
    e.carrier = mapped(carrier, node.symmetry);
}

template <int W>
void SquareGridHexSolver<W>::store_open(const Node& node, const Frame& frame, Numbers numbers,
                                        std::int64_t work) {
    Entry& e = place(node, work);
    e.numbers = numbers;
    e.carrier = mapped(frame.refuted_by, node.symmetry);
    e.must_play = mapped(frame.must_play, node.symmetry);
    const int count = std::min<int>(ordered_moves, frame.children.size());
    for (int i = 0; i < count; ++i)
        e.order[i] = static_cast<Cell>(mapped(frame.children[i].cell, node.symmetry));
}

template <int W>
typename SquareGridHexSolver<W>::Won SquareGridHexSolver<W>::won_at(const Node& node,
                                                                    const Entry& entry) const {
    const Side winner = entry.numbers.proof == 0 ? node.turn : other(node.turn);
    return {winner, mapped(entry.carrier, node.symmetry) | node.captured[index(winner)]};
}

// First look at a position. Is it still open?
template <int W>
bool SquareGridHexSolver<W>::expand(const Node& node, Frame& frame) {
    using Until = typename HexConnections<W>::Until;
    Tools& t = *tools_;
    const Side turn = node.turn;
    ++nodes_;
    (*check_)();
    t.own.search(node.stones, turn, Until::semi, effort, *check_);
    if (t.own.nearly_joined())
        return store_won(node, turn, t.own.joined() ? t.own.full_carrier() : t.own.semi_carrier(),
                         1),
               false;
    t.other.search(node.stones, other(turn), Until::full, effort, *check_);
    if (t.other.joined()) return store_won(node, other(turn), t.other.full_carrier(), 1), false;
    frame.must_play = t.grid.all & ~(node.stones[0] | node.stones[1]);
    frame.refuted_by = {};
    std::vector<Bits<W>> semis(t.other.edge_semis().begin(), t.other.edge_semis().end());
    std::stable_sort(semis.begin(), semis.end(),
                     [](auto& a, auto& b) { return a.count() < b.count(); });
    for (auto& s : semis) {
        if (frame.must_play.within(s)) continue;
        frame.must_play &= s;
        frame.refuted_by |= s;
    }
    if (frame.must_play.none()) return store_won(node, other(turn), frame.refuted_by, 1), false;
    std::array<double, Bits<W>::capacity> score{};
    const auto& own = t.current.shares(t.own);
    frame.must_play.for_each([&](int c) { score[c] = own[c]; });
    const auto& opp = t.current.shares(t.other);
    frame.must_play.for_each([&](int c) {
        score[c] = order_mode == 0   ? score[c] + opp[c]
                   : order_mode == 1 ? score[c] * opp[c]
                                     : std::max(score[c], opp[c]);
    });
    frame.children.clear();
    frame.must_play.for_each([&](int c) { frame.children.push_back({c, {1, 1}, false}); });
    std::stable_sort(frame.children.begin(), frame.children.end(),
                     [&](auto& a, auto& b) { return score[a.cell] > score[b.cell]; });
    return true;
}

template <int W>
typename SquareGridHexSolver<W>::Numbers SquareGridHexSolver<W>::visit(const Node& node,
                                                                       Numbers limits, int depth) {
    Frame& frame = tools_->frames[depth];
    const Side turn = node.turn;
    const std::int64_t before = nodes_;
    ++visits_;
    (*check_)();
    if (const Entry* e = find(node)) {
        if (e->numbers.solved()) return e->numbers;
        frame.must_play = mapped(e->must_play, node.symmetry);
        frame.refuted_by = mapped(e->carrier, node.symmetry);
        frame.children.clear();
        Bits<W> rest = frame.must_play;
        const int count = std::min<int>(ordered_moves, rest.count());
        for (int i = 0; i < count; ++i) {
            const int cell = mapped(e->order[i], node.symmetry);
            if (!rest.test(cell)) break;
            rest.reset(cell);
            frame.children.push_back({cell, {1, 1}, false});
        }
        rest.for_each([&](int cell) { frame.children.push_back({cell, {1, 1}, false}); });
    } else if (!expand(node, frame)) {
        return find(node)->numbers;
    }
    const auto win = [&](const Won& won, int cell) {
        store_won(node, turn, won.carrier | Bits<W>::of(cell), nodes_ - before);
        return Numbers{0, infinite};
    };
    for (;;) {
        std::size_t live = 0;
        for (auto& c : frame.children)
            if (frame.must_play.test(c.cell)) frame.children[live++] = c;
        frame.children.resize(live);
        if (!live) {
            store_won(node, other(turn), frame.refuted_by, nodes_ - before);
            return {infinite, 0};
        }
        const std::size_t width =
            etc ? live : std::min<std::size_t>(live, base + static_cast<std::size_t>(factor * live + 0.999));
        bool again = false;
        for (std::size_t i = 0; i < width; ++i) {
            Child& c = frame.children[i];
            if (c.known || !frame.must_play.test(c.cell)) continue;
            c.known = true;
            if (++scans_ % 16 == 0) (*check_)();
            const Node child = child_of(node, c.cell);
            const Entry* e = find(child);
            if (!e) continue;
            c.numbers = e->numbers;
            if (!c.numbers.solved()) continue;
            const Won won = won_at(child, *e);
            if (won.winner == turn) return win(won, c.cell);
            frame.must_play &= won.carrier;
            frame.refuted_by |= won.carrier;
            again = true;
        }
        if (again) continue;
        const std::size_t window = std::min<std::size_t>(
            live, base + static_cast<std::size_t>(factor * live + 0.999));
        std::uint64_t sum = 0, largest = 0;
        std::uint32_t least = infinite, second = infinite;
        Child* best = nullptr;
        for (std::size_t i = 0; i < window; ++i) {
            Child& c = frame.children[i];
            sum += c.numbers.proof;
            largest = std::max<std::uint64_t>(largest, c.numbers.proof);
            if (c.numbers.disproof < least) {
                second = least;
                least = c.numbers.disproof;
                best = &c;
            } else {
                second = std::min(second, c.numbers.disproof);
            }
        }
        if (use_max) sum = largest + window - 1;
        const Numbers numbers{std::min(least, infinite - 1),
                              static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, infinite - 1))};
        if (numbers.proof >= limits.proof || numbers.disproof >= limits.disproof ||
            nodes_ >= limit_) {
            store_open(node, frame, numbers, nodes_ - before);
            return numbers;
        }
        const Numbers next{
            use_max ? limits.disproof - (std::uint32_t)(window - 1) : limits.disproof - numbers.disproof + best->numbers.proof,
            std::min(limits.proof, second + 1 + static_cast<std::uint32_t>(second * eps))};
        const Node child = child_of(node, best->cell);
        best->numbers = visit(child, next, depth + 1);
        if (!best->numbers.solved()) continue;
        const Entry* e = find(child);
        const Won won = won_at(child, *e);
        if (won.winner == turn) return win(won, best->cell);
        frame.must_play &= won.carrier;
        frame.refuted_by |= won.carrier;
    }
}

template <int W>
std::optional<typename SquareGridHexSolver<W>::Won> SquareGridHexSolver<W>::search(
    const Stones& stones, Side turn) {
    const Node root = node_at(stones, turn);
    const Numbers numbers = visit(root, {infinite, infinite}, 0);
    if (!numbers.solved()) return std::nullopt;
    return won_at(root, *find(root));
}

template <int W>
std::optional<Proof> SquareGridHexSolver<W>::solve(const Line<Game>& line, std::int64_t nodes,
                                                   const Tick& check) {
    const Game& g = line.position();
    if (!tools_ || &tools_->grid != &g.grid()) {
        tools_ = std::make_unique<Tools>(g.grid());
        table_.reset(static_cast<Entry*>(std::calloc(buckets_ * 4, sizeof(Entry))));
    }
    check_ = &check;
    limit_ = nodes_ + nodes;
    if (g.over()) return Proof{other(g.turn()), 0};
    const Stones stones{g.stones(Side::first), g.stones(Side::second)};
    const bool opening = !g.exchangeable() && g.turn() == Side::first && stones[0].none();
    if (!opening && !g.may_swap()) {
        const auto won = search(stones, g.turn());
        if (!won) return std::nullopt;
        return Proof{won->winner, bound(*won, g.turn(), g.legal_count())};
    }
    if (g.may_swap()) return after_opening(stones[0]);
    int longest = 0;
    for (int cell = 0; cell < g.grid().n * g.grid().n; ++cell) {
        const auto proof = after_opening(Bits<W>::of(cell));
        if (!proof) return std::nullopt;
        if (proof->winner == Side::first) return Proof{Side::first, proof->plies + 1};
        longest = std::max(longest, proof->plies + 1);
    }
    return Proof{Side::second, longest};
}

template <int W>
int SquareGridHexSolver<W>::bound(const Won& won, Side turn, int empties) {
    const int k = std::max(1, won.carrier.count());
    if (won.winner == turn) return std::min(2 * k - 1, empties - (empties % 2 == 0));
    return std::min(2 * k, empties - empties % 2);
}

template <int W>
std::optional<Proof> SquareGridHexSolver<W>::after_opening(const Bits<W>& stone) {
    const int n = tools_->grid.n, empties = n * n - 1;
    const auto kept = search(Stones{stone, Bits<W>{}}, Side::second);
    if (!kept) return std::nullopt;
    const int plies = bound(*kept, Side::second, empties);
    if (kept->winner == Side::second) return Proof{Side::second, plies};
    const auto swapped = search(Stones{Bits<W>{}, stone}, Side::first);
    if (!swapped) return std::nullopt;
    const int more = 1 + bound(*swapped, Side::first, empties);
    if (swapped->winner == Side::second) return Proof{Side::second, more};
    return Proof{Side::first, std::max(plies, more)};
}

template <int W>
bool SquareGridHexSolver<W>::within_reach(const Game& position) {
    return position.legal_count() <= 30;
}

template class SquareGridHexSolver<1>;
template class SquareGridHexSolver<2>;
template class SquareGridHexSolver<3>;
template class SquareGridHexSolver<4>;
template class SquareGridHexSolver<6>;

}  // namespace quincunx
