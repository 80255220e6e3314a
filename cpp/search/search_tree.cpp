#include "search/search_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <new>

#include "core/numbers.hpp"

namespace quincunx {

namespace {

// AMAF means are floats. Beyond this many visits they forget: each game counts as one in this many,
// which is still enough to move a float.
constexpr float most_amaf_visits = 1 << 22;

void forget_amaf(Block& block) {
    float* visits = block.amaf_visits();
    for (std::uint32_t i = 0; i < block.count; ++i)
        visits[i] = std::min(visits[i], most_amaf_visits);
}

float score_of(const Result& result, Side mover) {
    return mover == Side::first ? result.first : 1.0f - result.first;
}

// sqrt(log n), from a table as long as n is small.
float log_root(float n) {
    const auto compute = [](double x) { return static_cast<float>(std::sqrt(logarithm(x))); };
    static const auto table = [&] {
        std::array<float, 4096> t{};
        for (std::size_t i = 1; i < t.size(); ++i) t[i] = compute(static_cast<double>(i));
        return t;
    }();
    const auto i = static_cast<std::uint32_t>(n);
    return i < table.size() ? table[i] : compute(double{n});
}

// One by one in the source, eight at a time in the machine (by -fno-math-errno).
Floats square_root(const Floats& x) {
    Floats root;
    for (int lane = 0; lane < 8; ++lane) root[lane] = std::sqrt(x[lane]);
    return root;
}

// The best of eight numbers; better(a, b) is the better one of two.
template <class Eight, class F>
auto best_lane(const Eight& lanes, F&& better) {
    const auto of_four = [&](int l) {
        return better(better(lanes[l], lanes[l + 1]), better(lanes[l + 2], lanes[l + 3]));
    };
    return better(of_four(0), of_four(4));
}

// The move with the highest score, the first one of several; score(k) has those of moves 8k to 8k + 7.
// With `other`: the best one other than `than`, or `than` where the others are settled.
template <bool other, class F>
std::uint32_t highest(const Block& block, std::uint32_t than, F&& score) {
    Floats best = Floats{} + 2 * Block::never;
    Counts chosen{};
    Counts here{0, 1, 2, 3, 4, 5, 6, 7};
    for (std::uint32_t k = 0; k < (block.count + 7) / 8; ++k, here += 8) {
        const Floats scores = score(k);
        Counts better = scores > best;
        if constexpr (other) better &= here != static_cast<std::int32_t>(than);
        best = better ? scores : best;
        chosen = better ? here : chosen;
    }
    // Without a branch: which lane it is cannot be foreseen.
    const float top = best_lane(best, [](auto a, auto b) { return a > b ? a : b; });
    if (other && top < Block::never / 2) return than;
    constexpr auto nowhere = std::numeric_limits<std::int32_t>::max();
    const Counts places = best == top ? chosen : Counts{} + nowhere;
    return static_cast<std::uint32_t>(
        best_lane(places, [](auto a, auto b) { return a < b ? a : b; }));
}

}  // namespace

// --- The root ---------------------------------------------------------------------------------------

void SearchTree::set_root(const History& history) {
    if (!follow(history)) plant();
    history_ = history;
    root_mover_ = history.turn();
}

void SearchTree::plant() {
    arena_.clear();
    root_ = arena_.allocate(1);
    if (!root_) throw std::bad_alloc();
    arena_.make_exact(root());
}

void SearchTree::clear() {
    arena_.clear();
    history_.reset();
}

bool SearchTree::follow(const History& history) {
    if (!history_ || history_->positions()[0]->hash() != history.positions()[0]->hash())
        return false;
    const auto before = history_->moves(), now = history.moves();
    if (now.size() < before.size() || !std::equal(before.begin(), before.end(), now.begin()))
        return false;
    for (std::size_t ply = before.size(); ply < now.size(); ++ply) {
        Block& root = arena_.at(root_);
        const std::uint32_t number = root.child()[0];
        if (number <= busy_number) return false;
        Block& block = arena_.at(number);
        Move* const end = block.move() + block.count;
        const auto i =
            static_cast<std::uint32_t>(std::find(block.move(), end, now[ply]) - block.move());
        if (i == block.count) return false;
        // The root's own place takes over what was known of the move, seen by whoever moves next.
        const std::uint32_t child = block.child()[i];
        root.exact[0] = block.visits_of(i);
        root.visits()[0] = block.visits()[i];
        root.child()[0] = child;
        root.proof()[0] = 0;
        if (child > busy_number)
            if (const MoveProof proof = arena_.at(child).best_proof(); proof.known())
                root.proof()[0] = proof.code();
        root.exact[root.room] = root.exact[0] / 2;
        root.value()[0] = 0.5f;
        block.child()[i] = 0;
        arena_.release(number);
    }
    return true;
}

// --- One simulation ---------------------------------------------------------------------------------

std::uint32_t SearchTree::select(const Worker& worker, Block& block) const {
    const Step& step = worker.path.back();
    const float n = peek(step.block->visits()[step.i]);
    const auto best = [&]<bool other>(std::uint32_t than) {
        return tuning_.uct ? select_uct<other>(block, n, than) : select_puct<other>(block, n, than);
    };
    const std::uint32_t i = best.operator()<false>(0);
    if (worker.alone || !is_leased_to_another(worker, block, i)) return i;
    return best.operator()<true>(i);
}

void SearchTree::take_lease(Worker& worker, Block* block) {
    worker.lease_block = block;
    worker.lease_depth = worker.path.size();
    worker.lease_left = simulations_per_lease - 1;
    if (block) poke(block->leased_to, worker.number + 1);
}

bool SearchTree::is_leased_to_another(const Worker& worker, Block& block, std::uint32_t i) const {
    if (peek(block.visits()[i]) < crowded) return false;
    Block* next = replies(block, i);
    const std::uint32_t leased_to = next ? peek(next->leased_to) : 0;
    return leased_to && leased_to != worker.number + 1;
}

void SearchTree::end_lease(Worker& worker) {
    for (std::size_t d = worker.lease_depth; d-- > 0;) {
        const Step& step = worker.path[d];
        if (step.block->wants_exact_sums(step.i)) arena_.make_exact(*step.block);
        step.block->add(step.i, step.visits, step.sum);
        if (d == 0 || !tuning_.amaf) continue;
        worker.credits.add(step.mover, step.block->move()[step.i], step.visits, step.sum);
        credit_lease(worker, *step.block, step.mover, worker.path[d - 1]);
    }
    drop_lease(worker);
}

void SearchTree::drop_lease(Worker& worker) {
    if (!worker.lease_depth) return;
    if (worker.lease_block) poke(worker.lease_block->leased_to, 0u);
    worker.credits.clear();
    worker.lease_block = nullptr;
    worker.lease_depth = 0;
    worker.lease_left = 0;
}

Block* SearchTree::store(Block& above, std::uint32_t i, Worker& worker, Side mover,
                         Side mover_above) {
    const std::size_t count = worker.moves.size();
    const std::uint32_t number = arena_.allocate(static_cast<int>(count));
    if (!number) {
        std::atomic_ref(above.child()[i]).store(0, std::memory_order_release);
        return nullptr;
    }
    Block& block = arena_.at(number);
    std::copy(worker.moves.begin(), worker.moves.end(), block.move());
    float sum = 0;
    for (const float w : worker.weight) sum += w;
    // A move that has not been tried is thought to be as good as the position looks.
    const float seen = peek(above.visits()[i]) > 1 ? peek(above.value()[i]) : 0.5f;
    const float base = mover == mover_above ? seen : 1.0f - seen;
    // In places without a move as well: nothing is ever divided by 0.
    std::fill_n(block.amaf_visits(), block.room, std::max(tuning_.prior_visits, 1e-3f));
    for (std::size_t k = 0; k < count; ++k) {
        block.prior()[k] = worker.weight[k] / sum;
        block.amaf_value()[k] = std::clamp(base + worker.bonus[k], 0.0f, 1.0f);
    }
    return &block;
}

void SearchTree::publish(Block& above, std::uint32_t i, const Block& block) const {
    std::atomic_ref(above.child()[i]).store(arena_.number_of(block), std::memory_order_release);
}

// By the mean, mixed with the AMAF mean as long as the move has few visits, and a share of exploration
// by its prior; n is the visits of the position.
template <bool other>
std::uint32_t SearchTree::select_puct(Block& block, float n, std::uint32_t than) const {
    const float explore = tuning_.exploration * std::sqrt(n), bias = tuning_.amaf_bias;
    const auto* visits = reinterpret_cast<const Floats*>(block.visits());
    const auto* value = reinterpret_cast<const Floats*>(block.value());
    const auto* amaf_visits = reinterpret_cast<const Floats*>(block.amaf_visits());
    const auto* amaf_value = reinterpret_cast<const Floats*>(block.amaf_value());
    const auto* prior = reinterpret_cast<const Floats*>(block.prior());
    return highest<other>(block, than, [&](std::uint32_t k) {
        const Floats own = visits[k], amaf = amaf_visits[k];
        const Floats weight = amaf / (amaf + own + bias * own * amaf);
        return value[k] + weight * (amaf_value[k] - value[k]) + explore * prior[k] / (1.0f + own);
    });
}

// By UCB1: a move that has not been tried comes before all others.
template <bool other>
std::uint32_t SearchTree::select_uct(Block& block, float n, std::uint32_t than) const {
    const float explore = std::max(tuning_.exploration * log_root(n), 1e-20f);
    const auto* visits = reinterpret_cast<const Floats*>(block.visits());
    const auto* value = reinterpret_cast<const Floats*>(block.value());
    const auto* prior = reinterpret_cast<const Floats*>(block.prior());
    return highest<other>(block, than, [&](std::uint32_t k) {
        const Floats score = value[k] + explore / square_root(visits[k]);
        return prior[k] > Block::never ? score : Floats{} + Block::never;
    });
}

void SearchTree::back_up(Worker& worker, Result result) {
    worker.playouts.store(worker.playouts.load(std::memory_order_relaxed) + 1,
                          std::memory_order_relaxed);
    if (result.draw > 0)
        worker.draws.store(worker.draws.load(std::memory_order_relaxed) + double{result.draw},
                           std::memory_order_relaxed);
    auto& path = worker.path;
    // Nobody asks for the mean of the root itself.
    for (std::size_t d = path.size() - 1; d > 0 && d >= worker.lease_depth; --d) {
        Step& step = path[d];
        Block& block = *step.block;
        const float score = score_of(result, step.mover);
        if (block.wants_exact_sums(step.i)) arena_.make_exact(block);
        if (step.later)
            block.add(step.i, 1, score);
        else
            block.add_score(step.i, score);
        if (tuning_.amaf) {
            worker.marks.add(step.mover, block.move()[step.i]);
            credit(worker, block, step.mover, path[d - 1], score);
        }
        // Whoever has a sure draw need not take less.
        if (score < 0.5f && peek(block.drawn)) result.first = 0.5f;
    }
    if (!worker.lease_depth) return;
    if (tuning_.amaf) worker.credits.add(worker.marks, result.first);
    for (std::size_t d = worker.lease_depth; d-- > 0;) {
        Step& step = path[d];
        const float score = score_of(result, step.mover);
        ++step.visits;
        step.sum += score;
        if (score < 0.5f && peek(step.block->drawn)) result.first = 0.5f;
    }
}

// AMAF: every move that the mover made later in the game shares in the result.
void SearchTree::credit(Worker& worker, Block& block, Side mover, const Step& above,
                        float score) const {
    // At a move with many visits its own mean is all that counts; credit is given only now and then.
    float weight = 1;
    const float n = peek(above.block->visits()[above.i]);
    if (n > 1024) {
        const std::uint64_t seldom = n > 16384 ? 63 : 7;
        if (worker.rng.next() & seldom) return;
        weight = static_cast<float>(seldom + 1);
    }
    const float* marks = worker.marks.of(mover);
    for_each_eight(block, [&](Floats& visits, Floats& value, const auto& of_moves) {
        const Floats mark = weight * of_moves(marks);
        visits += mark;
        value += mark / visits * (score - value);
    });
    if (n > most_amaf_visits) forget_amaf(block);
}

// The same for all simulations of a lease.
void SearchTree::credit_lease(Worker& worker, Block& block, Side mover, const Step& above) const {
    float weight = 1;
    const float n = peek(above.block->visits()[above.i]);
    if (n > 4096) {
        if (worker.rng.next() & 7) return;
        weight = 8;
    }
    const float* marks = worker.credits.marks(mover);
    const float* scores = worker.credits.scores(mover);
    for_each_eight(block, [&](Floats& visits, Floats& value, const auto& of_moves) {
        const Floats mark = weight * of_moves(marks);
        visits += mark;
        value += (weight * of_moves(scores) - mark * value) / visits;
    });
    if (n > most_amaf_visits) forget_amaf(block);
}

// Calls change() with the AMAF visits and values of eight moves at a time, and with a function that looks
// up numbers of theirs by their codes. The swap, which comes last, is nobody's later move.
template <class F>
void SearchTree::for_each_eight(Block& block, F&& change) const {
    auto* visits = reinterpret_cast<Floats*>(block.amaf_visits());
    auto* value = reinterpret_cast<Floats*>(block.amaf_value());
    const Move* moves = block.move();
    std::uint32_t count = block.count;
    if (has_pie_rule_ && moves[count - 1] == swap_move) --count;
    std::uint32_t k = 0;
    for (; 8 * k + 8 <= count; ++k)
        change(visits[k], value[k], [eight = moves + 8 * k](const float* numbers) {
            return Floats{numbers[eight[0].code], numbers[eight[1].code], numbers[eight[2].code],
                          numbers[eight[3].code], numbers[eight[4].code], numbers[eight[5].code],
                          numbers[eight[6].code], numbers[eight[7].code]};
        });
    if (8 * k < count)
        change(visits[k], value[k], [&](const float* numbers) {
            Floats some{};
            for (std::uint32_t i = 8 * k; i < count; ++i) some[i % 8] = numbers[moves[i].code];
            return some;
        });
}

// --- Proofs -----------------------------------------------------------------------------------------

void SearchTree::prove(Block& block, std::uint32_t i, MoveProof proof) {
    poke(block.proof()[i], proof.code());
    // What is settled need not be looked at again while something else is open.
    if (proof.kind() != MoveProof::Kind::win) poke(block.prior()[i], Block::never);
    if (proof.kind() == MoveProof::Kind::draw) poke(block.drawn, 1u);
}

void SearchTree::prove_upward(const std::vector<Step>& path) {
    for (std::size_t d = path.size() - 1; d > 0; --d) {
        const MoveProof best = path[d].block->best_proof();
        if (!best.known()) return;
        const Step& above = path[d - 1];
        prove(*above.block, above.i,
              MoveProof(best.winner(path[d].mover), above.mover, best.plies()));
    }
}

void SearchTree::learn(std::optional<std::uint32_t> move, const Proof& proof) const {
    const Side mover = history_->turn();
    if (!move) {
        prove(root(), 0, MoveProof(proof.winner, mover, proof.plies));
        return;
    }
    prove(root_block(), *move, MoveProof(proof.winner, mover, proof.plies));
    if (const MoveProof best = root_block().best_proof(); best.known()) prove(root(), 0, best);
}

// --- For whoever reports and decides ----------------------------------------------------------------

std::vector<std::uint32_t> SearchTree::ranking(Block& block) {
    std::vector<std::uint32_t> order(block.count);
    for (std::uint32_t i = 0; i < block.count; ++i) order[i] = i;
    struct Key {
        int kind;  // 2 won, 1 open or drawn, 0 lost
        double rank, value;
    };
    std::vector<Key> keys(block.count);
    for (std::uint32_t i = 0; i < block.count; ++i) {
        const MoveProof proof = block.proof_of(i);
        const double visits = block.visits_of(i);
        switch (proof.kind()) {
            case MoveProof::Kind::win: keys[i] = {2, -1.0 * proof.plies(), 1.0}; break;
            case MoveProof::Kind::loss: keys[i] = {0, 1.0 * proof.plies(), 0.0}; break;
            case MoveProof::Kind::draw: keys[i] = {1, visits, 0.5}; break;
            case MoveProof::Kind::none: keys[i] = {1, visits, visits > 0 ? block.value_of(i) : 0.0};
        }
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (keys[a].kind != keys[b].kind) return keys[a].kind > keys[b].kind;
        if (keys[a].rank != keys[b].rank) return keys[a].rank > keys[b].rank;
        return keys[a].value > keys[b].value;
    });
    // A sure draw is better than what looks like a loss.
    if (!order.empty() && keys[order[0]].kind == 1 && keys[order[0]].value < 0.5) {
        const auto drawn = std::find_if(order.begin(), order.end(), [&](std::uint32_t i) {
            return block.proof_of(i).kind() == MoveProof::Kind::draw;
        });
        if (drawn != order.end()) std::rotate(order.begin(), drawn, drawn + 1);
    }
    return order;
}

}  // namespace quincunx
