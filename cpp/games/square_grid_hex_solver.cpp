#include "games/square_grid_hex_solver.hpp"

#include <algorithm>
#include <new>

#include "core/hash.hpp"

namespace quincunx {

namespace {

// Found by solving all openings on 7×7: half of the carriers, or twice as many, take longer.
constexpr HexEffort effort{8, 16, 4, 2'000'000};

// How many of so many moves are looked at: the best one and a quarter of them, as in Henderson's
// thesis. A seventh of them, or two fifths, takes longer on 7×7.
constexpr std::size_t window(std::size_t moves) { return std::min(moves, 1 + (moves + 3) / 4); }

// A move is followed until it looks that much harder than the next best, so that the search does not
// go back and forth between the two.
constexpr std::uint32_t a_quarter_more(std::uint32_t number) { return number + 1 + number / 4; }

}  // namespace

template <int W>
SquareGridHexSolver<W>::Tools::Tools(const SquareGrid<W>& g)
    : grid(g), fill_in(g), own(g), others(g), frames(g.n * g.n + 1) {}

template <int W>
SquareGridHexSolver<W>::SquareGridHexSolver(std::size_t bytes)
    : buckets_(std::max<std::size_t>(1, bytes / (in_bucket * sizeof(Entry)))) {}

// The pages of the table cost nothing until they are written to.
template <int W>
void SquareGridHexSolver<W>::prepare(const SquareGrid<W>& grid) {
    if (tools_ && &tools_->grid == &grid) return;
    tools_ = std::make_unique<Tools>(grid);
    table_.reset();
    table_.reset(static_cast<Entry*>(std::calloc(buckets_ * in_bucket, sizeof(Entry))));
    if (!table_) throw std::bad_alloc();
}

template <int W>
std::optional<Proof> SquareGridHexSolver<W>::solve(const Line<Game>& line, std::int64_t nodes,
                                                   const Tick& check) {
    const Game& g = line.position();
    if (g.over()) return Proof{other(g.turn()), 0};
    prepare(g.grid());
    check_ = &check;
    last_node_ = nodes_ + nodes;
    const Stones stones{g.stones(Side::first), g.stones(Side::second)};
    if (g.may_swap()) return solve_after_opening(stones[0]);
    const bool start = !g.exchangeable() && stones[0].none() && g.turn() == Side::first;
    if (!start) {
        const auto won = search(stones, g.turn());
        if (!won) return std::nullopt;
        return Proof{won->winner, plies_of(*won, g.turn(), g.legal_count())};
    }
    int plies = 0;
    for (const int cell : g.geometry().cells()) {
        const auto proof = solve_after_opening(Bits<W>::of(cell));
        if (!proof) return std::nullopt;
        if (proof->winner == Side::first) return Proof{Side::first, proof->plies + 1};
        plies = std::max(plies, proof->plies + 1);
    }
    return Proof{Side::second, plies};
}

// PIE RULE: White plays on, or takes the stone.
template <int W>
std::optional<Proof> SquareGridHexSolver<W>::solve_after_opening(const Bits<W>& stone) {
    const int empty = tools_->grid.n * tools_->grid.n - 1;
    const auto left = search(Stones{stone, Bits<W>{}}, Side::second);
    if (!left) return std::nullopt;
    const int plies = plies_of(*left, Side::second, empty);
    if (left->winner == Side::second) return Proof{Side::second, plies};
    const auto taken = search(Stones{Bits<W>{}, stone}, Side::first);
    if (!taken) return std::nullopt;
    const int plies_taken = 1 + plies_of(*taken, Side::first, empty);
    if (taken->winner == Side::second) return Proof{Side::second, plies_taken};
    return Proof{Side::first, std::max(plies, plies_taken)};
}

template <int W>
std::optional<typename SquareGridHexSolver<W>::Won> SquareGridHexSolver<W>::search(
    const Stones& stones, Side turn) {
    const Node root = node_at(stones, turn);
    if (!visit(root, {infinite, infinite}, 0).solved()) return std::nullopt;
    return won_at(root, *find(root));
}

template <int W>
bool SquareGridHexSolver<W>::within_reach(const Game& position) {
    return position.legal_count() <= 30;
}

// --- The search ----------------------------------------------------------------------------------

template <int W>
typename SquareGridHexSolver<W>::Node SquareGridHexSolver<W>::node_at(const Stones& stones,
                                                                      Side turn) const {
    Node node{stones, {}, turn, 0, 0, 0};
    node.captured = tools_->fill_in.fill(node.stones);
    for (const int symmetry : {index(turn), index(turn) + 2}) {
        const Bits<W> own = mapped(node.stones[index(turn)], symmetry);
        const Bits<W> others = mapped(node.stones[index(other(turn))], symmetry);
        const std::uint64_t hash = Hasher().add(own).add(others).value();
        if (symmetry >= 2 && hash >= node.hash) continue;
        node.hash = hash;
        node.check = Hasher().add(1).add(others).add(own).value();
        node.symmetry = symmetry;
    }
    return node;
}

template <int W>
typename SquareGridHexSolver<W>::Node SquareGridHexSolver<W>::child_of(const Node& node,
                                                                       int cell) const {
    Stones stones = node.stones;
    stones[index(node.turn)].set(cell);
    return node_at(stones, other(node.turn));
}

// Searches below a position until it is solved, or a number reaches its limit, or the nodes are used
// up. If it is solved the table has the carrier.
template <int W>
typename SquareGridHexSolver<W>::Numbers SquareGridHexSolver<W>::visit(const Node& node,
                                                                       Numbers limits, int depth) {
    (*check_)();
    Frame& frame = tools_->frames[depth];
    frame.from = nodes_;
    // Step 1. What is known already, or a first look.
    if (const Entry* entry = find(node)) {
        if (entry->numbers.solved()) return entry->numbers;
        restore(node, *entry, frame);
    } else if (!open(node, frame)) {
        return find(node)->numbers;
    }
    for (;;) {
        // Step 2. Moves outside of what must be played are lost.
        std::erase_if(frame.children,
                      [&](const Child& child) { return !frame.must_play.test(child.cell); });
        if (frame.children.empty()) {
            store(node, {other(node.turn), frame.refuted_by}, nodes_ - frame.from);
            return lost;
        }
        // Step 3. What the table has about the moves in the window.
        const std::span<Child> moves(frame.children.data(), window(frame.children.size()));
        const Bits<W> must_play = frame.must_play;
        for (Child& child : moves)
            if (look_up(node, frame, child)) return won;
        if (frame.must_play != must_play) continue;
        // Step 4. The numbers, and the move that looks best.
        const Choice choice = choose(moves);
        if (choice.numbers.proof >= limits.proof || choice.numbers.disproof >= limits.disproof ||
            nodes_ >= last_node_) {
            store(node, frame, choice.numbers, nodes_ - frame.from);
            return choice.numbers;
        }
        // Step 5. One ply down, where the side to move is the other one.
        Child& best = *choice.best;
        const Numbers below{limits.disproof - choice.numbers.disproof + best.numbers.proof,
                            std::min(limits.proof, a_quarter_more(choice.second))};
        const Node next = child_of(node, best.cell);
        best.numbers = visit(next, below, depth + 1);
        if (best.numbers.solved() && settle(node, frame, best.cell, won_at(next, *find(next))))
            return won;
    }
}

// The proof number is that of the easiest move; to disprove, all moves must be refuted.
template <int W>
typename SquareGridHexSolver<W>::Choice SquareGridHexSolver<W>::choose(std::span<Child> moves) {
    Choice choice{nullptr, infinite, {}};
    std::uint32_t least = infinite;
    std::uint64_t sum = 0;
    for (Child& child : moves) {
        const std::uint32_t number = child.numbers.disproof;
        sum += child.numbers.proof;
        if (number < least) {
            choice.second = least;
            least = number;
            choice.best = &child;
        } else {
            choice.second = std::min(choice.second, number);
        }
    }
    const auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, infinite - 1));
    choice.numbers = {least, most};
    return choice;
}

// Takes what the table has about a move. Has the side to move won by that?
template <int W>
bool SquareGridHexSolver<W>::look_up(const Node& node, Frame& frame, Child& child) {
    if (child.looked_up || !frame.must_play.test(child.cell)) return false;
    child.looked_up = true;
    if (++looked_up_ % 16 == 0) (*check_)();
    const Node next = child_of(node, child.cell);
    const Entry* entry = find(next);
    if (!entry) return false;
    child.numbers = entry->numbers;
    return child.numbers.solved() && settle(node, frame, child.cell, won_at(next, *entry));
}

// A move has been solved. Has the side to move won by that? If not, then because the other has a
// carrier, and the side to move must play there.
template <int W>
bool SquareGridHexSolver<W>::settle(const Node& node, Frame& frame, int cell, const Won& after) {
    if (after.winner == node.turn) {
        store(node, {node.turn, after.carrier | Bits<W>::of(cell)}, nodes_ - frame.from);
        return true;
    }
    frame.must_play &= after.carrier;
    frame.refuted_by |= after.carrier;
    return false;
}

// The first look at a position: what do connections say? Is it open still?
template <int W>
bool SquareGridHexSolver<W>::open(const Node& node, Frame& frame) {
    using Until = typename HexConnections<W>::Until;
    auto& [grid, fill_in, own, others, current, frames] = *tools_;
    const auto decided = [&](Side winner, const Bits<W>& carrier) {
        store(node, {winner, carrier}, 1);
        return false;
    };
    ++nodes_;
    own.search(node.stones, node.turn, Until::semi, effort, *check_);
    if (own.joined()) return decided(node.turn, own.full_carrier());
    if (own.nearly_joined()) return decided(node.turn, own.semi_carrier());
    others.search(node.stones, other(node.turn), Until::full, effort, *check_);
    if (others.joined()) return decided(other(node.turn), others.full_carrier());
    frame.must_play = grid.all & ~(node.stones[0] | node.stones[1]);
    frame.refuted_by = {};
    // Small carriers first, and only those that say something new.
    semis_.assign(others.edge_semis().begin(), others.edge_semis().end());
    std::stable_sort(semis_.begin(), semis_.end(),
                     [](const Bits<W>& a, const Bits<W>& b) { return a.count() < b.count(); });
    for (const Bits<W>& carrier : semis_) {
        if (frame.must_play.within(carrier)) continue;
        frame.must_play &= carrier;
        frame.refuted_by |= carrier;
    }
    if (frame.must_play.none()) return decided(other(node.turn), frame.refuted_by);
    put_in_order(frame);
    return true;
}

// The moves by what the cell is worth to both: a good move helps its player and hinders the other.
template <int W>
void SquareGridHexSolver<W>::put_in_order(Frame& frame) {
    std::array<double, Bits<W>::capacity> worth{};
    for (const HexConnections<W>* connections : {&tools_->own, &tools_->others}) {
        (*check_)();
        const std::vector<double>& shares = tools_->current.shares(*connections);
        frame.must_play.for_each([&](int cell) { worth[cell] += shares[cell]; });
    }
    frame.children.clear();
    frame.must_play.for_each([&](int cell) { frame.children.push_back({cell}); });
    std::stable_sort(frame.children.begin(), frame.children.end(),
                     [&](const Child& a, const Child& b) { return worth[a.cell] > worth[b.cell]; });
}

// --- The table -----------------------------------------------------------------------------------

// Each symmetry is its own inverse.
template <int W>
int SquareGridHexSolver<W>::mapped(int cell, int symmetry) const {
    const int n = tools_->grid.n;
    if (symmetry & 1) cell = cell % n * n + cell / n;
    return symmetry & 2 ? n * n - 1 - cell : cell;
}

template <int W>
Bits<W> SquareGridHexSolver<W>::mapped(const Bits<W>& cells, int symmetry) const {
    if (!symmetry) return cells;
    Bits<W> result;
    cells.for_each([&](int cell) { result.set(mapped(cell, symmetry)); });
    return result;
}

template <int W>
std::span<typename SquareGridHexSolver<W>::Entry> SquareGridHexSolver<W>::bucket(const Node& node) {
    const auto which = static_cast<std::size_t>((Wide{node.hash} * buckets_) >> 64);
    return {table_.get() + which * in_bucket, in_bucket};
}

template <int W>
const typename SquareGridHexSolver<W>::Entry* SquareGridHexSolver<W>::find(const Node& node) {
    for (const Entry& entry : bucket(node))
        if (entry.check == node.check && entry.numbers.any()) return &entry;
    return nullptr;
}

// Where to store a position: over its own entry, or that of the position with the least work in it.
template <int W>
typename SquareGridHexSolver<W>::Entry& SquareGridHexSolver<W>::place(const Node& node,
                                                                      std::int64_t work) {
    Entry* chosen = nullptr;
    for (Entry& entry : bucket(node)) {
        if (entry.numbers.any() && entry.check == node.check) {
            chosen = &entry;
            work += entry.work;
            break;
        }
        if (!chosen || entry.work < chosen->work) chosen = &entry;
    }
    chosen->check = node.check;
    // An entry without any work is a free one.
    chosen->work = static_cast<std::uint32_t>(std::clamp<std::int64_t>(work, 1, UINT32_MAX));
    return *chosen;
}

template <int W>
void SquareGridHexSolver<W>::store(const Node& node, const Won& after, std::int64_t work) {
    Entry& entry = place(node, work);
    entry.numbers = after.winner == node.turn ? won : lost;
    entry.carrier = mapped(after.carrier, node.symmetry);
}

template <int W>
void SquareGridHexSolver<W>::store(const Node& node, const Frame& frame, Numbers numbers,
                                   std::int64_t work) {
    Entry& entry = place(node, work);
    entry.numbers = numbers;
    entry.carrier = mapped(frame.refuted_by, node.symmetry);
    entry.must_play = mapped(frame.must_play, node.symmetry);
    const std::size_t count = std::min<std::size_t>(ordered_moves, frame.children.size());
    for (std::size_t i = 0; i < count; ++i)
        entry.order[i] = static_cast<Cell>(mapped(frame.children[i].cell, node.symmetry));
}

template <int W>
void SquareGridHexSolver<W>::restore(const Node& node, const Entry& entry, Frame& frame) const {
    frame.must_play = mapped(entry.must_play, node.symmetry);
    frame.refuted_by = mapped(entry.carrier, node.symmetry);
    frame.children.clear();
    Bits<W> rest = frame.must_play;
    const int count = std::min<int>(ordered_moves, rest.count());
    for (int i = 0; i < count; ++i) {
        frame.children.push_back({mapped(entry.order[i], node.symmetry)});
        rest.reset(frame.children.back().cell);
    }
    rest.for_each([&](int cell) { frame.children.push_back({cell}); });
}

template <int W>
typename SquareGridHexSolver<W>::Won SquareGridHexSolver<W>::won_at(const Node& node,
                                                                    const Entry& entry) const {
    const Side winner = entry.numbers.proof == 0 ? node.turn : other(node.turn);
    return {winner, mapped(entry.carrier, node.symmetry) | node.captured[index(winner)]};
}

template class SquareGridHexSolver<1>;
template class SquareGridHexSolver<2>;
template class SquareGridHexSolver<3>;
template class SquareGridHexSolver<4>;
template class SquareGridHexSolver<6>;

}  // namespace quincunx
