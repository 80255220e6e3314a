#include "engines/square_grid_hex/solver.hpp"

#include <algorithm>

#include "core/hash.hpp"

namespace quincunx {

namespace {

// Found by solving all openings on 7×7: half of the carriers, or twice as many, take longer.
constexpr HexEffort effort{8, 16, 4, 2'000'000};

// How many of the moves are looked at: the best one and a quarter of them all, as in Henderson's thesis.
// A seventh of them, or two fifths, takes longer on 7×7.
constexpr std::size_t window(std::size_t moves) { return std::min(moves, 1 + (moves + 3) / 4); }

}  // namespace

template <int W>
SquareGridHexSolver<W>::Tools::Tools(const SquareGrid<W>& g)
    : grid(g), fill_in(g), own(g), others(g) {}

template <int W>
SquareGridHexSolver<W>::SquareGridHexSolver(std::size_t bytes) : search_(bytes) {}

template <int W>
void SquareGridHexSolver<W>::prepare(const SquareGrid<W>& grid) {
    if (!tools_ || &tools_->grid != &grid) tools_ = std::make_unique<Tools>(grid);
}

template <int W>
std::optional<Proof> SquareGridHexSolver<W>::solve(const Game& g, const Past<Game>&,
                                                   std::int64_t nodes, const StopCheck& check) {
    prepare(g.grid());
    check_ = &check;
    search_.begin(nodes, check);
    if (g.hash() != last_) search_.table().grow_older();
    last_ = g.hash();
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
    Node& root = search_.root();
    root = node_at(stones, turn);
    const Entry entry = search_.search(*this);
    if (entry.numbers().open()) return std::nullopt;
    return won_at(root, entry);
}

template <int W>
void SquareGridHexSolver<W>::save(Saver& saver) const {
    saver.number(last_);
    search_.save(saver);
}

template <int W>
void SquareGridHexSolver<W>::load(Loader& loader, const Game& position) {
    const Bits<W>& all = position.grid().all;
    const auto on_board = [&](const Cell cell) {
        return cell < Bits<W>::capacity && all.test(cell);
    };
    last_ = loader.number();
    search_.load(loader, [&](const Entry& entry) {
        return entry.carrier.within(all) && entry.must_play.within(all) &&
               std::all_of(entry.order.begin(), entry.order.end(), on_board);
    });
}

template <int W>
bool SquareGridHexSolver<W>::within_reach(const Game& position) {
    return position.legal_count() <= 30;
}

// --- Positions -----------------------------------------------------------------------------------

template <int W>
typename SquareGridHexSolver<W>::Node SquareGridHexSolver<W>::node_at(const Stones& stones,
                                                                      Side turn) const {
    Node node{stones, {}, turn, {}};
    node.captured = tools_->fill_in.fill(node.stones);
    // Boards of several sizes share the table.
    const auto size = static_cast<std::uint64_t>(tools_->grid.n);
    for (const int symmetry : {index(turn), index(turn) + 2}) {
        const Bits<W> own = mapped(node.stones[index(turn)], symmetry);
        const Bits<W> others = mapped(node.stones[index(other(turn))], symmetry);
        const std::uint64_t place = Hasher().add(2 * size).add(own).add(others).value();
        if (symmetry >= 2 && place >= node.key.place) continue;
        const std::uint64_t check = Hasher().add(2 * size + 1).add(others).add(own).value();
        node.key = {place, check, symmetry};
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

// --- What df-pn asks for -------------------------------------------------------------------------

template <int W>
std::optional<typename SquareGridHexSolver<W>::Entry> SquareGridHexSolver<W>::expand(
    Frame& frame, const Entry* known) {
    search_.tick(Search::between_checks);
    if (known) {
        restore(*known, frame);
        return std::nullopt;
    }
    search_.count();
    if (const auto won = connect(frame)) return solved(frame, *won);
    put_in_order(frame);
    return std::nullopt;
}

// A window of the moves that must be considered, with what the table has about them, which may show that
// there are fewer.
template <int W>
std::span<typename SquareGridHexSolver<W>::Child> SquareGridHexSolver<W>::moves(Frame& frame) {
    for (;;) {
        std::erase_if(frame.children,
                      [&](const Child& child) { return !frame.must_play.test(child.cell); });
        const std::span<Child> moves(frame.children.data(), window(frame.children.size()));
        const Bits<W> must_play = frame.must_play;
        for (Child& child : moves) {
            look_up(frame, child);
            if (child.numbers.proof == 0) return moves;
        }
        if (frame.must_play == must_play) return moves;
    }
}

template <int W>
typename SquareGridHexSolver<W>::Entry SquareGridHexSolver<W>::found(const Frame& frame,
                                                                     const ProofNumbers& numbers,
                                                                     const Child* best) const {
    if (!best) return solved(frame, {other(frame.turn), frame.refuted_by});
    if (numbers.proof == 0) return solved(frame, {frame.turn, frame.won_by});
    const int symmetry = frame.key.symmetry;
    Entry entry{};
    entry.proof = numbers.proof;
    entry.disproof = numbers.disproof;
    entry.carrier = mapped(frame.refuted_by, symmetry);
    entry.must_play = mapped(frame.must_play, symmetry);
    const std::size_t count = std::min<std::size_t>(ordered_moves, frame.children.size());
    for (std::size_t i = 0; i < count; ++i)
        entry.order[i] = static_cast<Cell>(mapped(frame.children[i].cell, symmetry));
    return entry;
}

template <int W>
void SquareGridHexSolver<W>::descend(const Frame& frame, const Child& child, Frame& next) const {
    static_cast<Node&>(next) = child_of(frame, child.cell);
}

// If a move has been solved and does not win, it is because the other has a carrier, and the side to
// move must play there.
template <int W>
void SquareGridHexSolver<W>::take(Frame& frame, Child& child, const Node& next,
                                  const Entry& entry) const {
    child.numbers = entry.numbers().for_opponent();
    if (child.numbers.open()) return;
    const Won after = won_at(next, entry);
    if (after.winner == frame.turn) {
        frame.won_by = after.carrier | Bits<W>::of(child.cell);
    } else {
        frame.must_play &= after.carrier;
        frame.refuted_by |= after.carrier;
    }
}

// --- The moves of a position ---------------------------------------------------------------------

template <int W>
void SquareGridHexSolver<W>::restore(const Entry& entry, Frame& frame) const {
    const int symmetry = frame.key.symmetry;
    frame.must_play = mapped(entry.must_play, symmetry);
    frame.refuted_by = mapped(entry.carrier, symmetry);
    frame.children.clear();
    Bits<W> rest = frame.must_play;
    const int count = std::min<int>(ordered_moves, rest.count());
    for (int i = 0; i < count; ++i) {
        frame.children.push_back({mapped(entry.order[i], symmetry)});
        rest.reset(frame.children.back().cell);
    }
    rest.for_each([&](int cell) { frame.children.push_back({cell}); });
}

// The first look at a position: what do connections say, and where must the side to move play?
template <int W>
std::optional<typename SquareGridHexSolver<W>::Won> SquareGridHexSolver<W>::connect(Frame& frame) {
    using Until = typename HexConnections<W>::Until;
    auto& [grid, fill_in, own, others, current] = *tools_;
    const Side turn = frame.turn;
    own.search(frame.stones, turn, Until::semi, effort, *check_);
    if (own.joined()) return Won{turn, own.full_carrier()};
    if (own.nearly_joined()) return Won{turn, own.semi_carrier()};
    others.search(frame.stones, other(turn), Until::full, effort, *check_);
    if (others.joined()) return Won{other(turn), others.full_carrier()};
    frame.must_play = grid.all & ~(frame.stones[0] | frame.stones[1]);
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
    if (frame.must_play.none()) return Won{other(turn), frame.refuted_by};
    return std::nullopt;
}

// The moves by what their cells are worth to both: a good move helps its player and hinders the other.
template <int W>
void SquareGridHexSolver<W>::put_in_order(Frame& frame) {
    std::array<double, Bits<W>::capacity> worth{};
    for (const HexConnections<W>* connections : {&tools_->own, &tools_->others}) {
        search_.tick(Search::between_checks);
        const std::vector<double>& shares = tools_->current.shares(*connections);
        frame.must_play.for_each([&](int cell) { worth[cell] += shares[cell]; });
    }
    frame.children.clear();
    frame.must_play.for_each([&](int cell) { frame.children.push_back({cell}); });
    std::stable_sort(frame.children.begin(), frame.children.end(),
                     [&](const Child& a, const Child& b) { return worth[a.cell] > worth[b.cell]; });
}

// Takes what the table has about a move.
template <int W>
void SquareGridHexSolver<W>::look_up(Frame& frame, Child& child) {
    if (child.looked_up || !frame.must_play.test(child.cell)) return;
    child.looked_up = true;
    search_.tick(Search::between_checks / 16);
    const Node next = child_of(frame, child.cell);
    if (const Entry* entry = search_.table().find(next.key)) take(frame, child, next, *entry);
}

// --- Answers -------------------------------------------------------------------------------------

template <int W>
typename SquareGridHexSolver<W>::Entry SquareGridHexSolver<W>::solved(const Node& node,
                                                                      const Won& won) const {
    const ProofNumbers numbers =
        won.winner == node.turn ? ProofNumbers::proven() : ProofNumbers::refuted();
    Entry entry{};
    entry.proof = numbers.proof;
    entry.disproof = numbers.disproof;
    entry.carrier = mapped(won.carrier, node.key.symmetry);
    return entry;
}

template <int W>
typename SquareGridHexSolver<W>::Won SquareGridHexSolver<W>::won_at(const Node& node,
                                                                    const Entry& entry) const {
    const Side winner = entry.proof == 0 ? node.turn : other(node.turn);
    return {winner, mapped(entry.carrier, node.key.symmetry) | node.captured[index(winner)]};
}

template class SquareGridHexSolver<1>;
template class SquareGridHexSolver<2>;
template class SquareGridHexSolver<3>;
template class SquareGridHexSolver<4>;
template class SquareGridHexSolver<6>;

}  // namespace quincunx
