// Monte-Carlo tree search over any game: what happens in one simulation. Threads, limits and reports
// are in search/engine.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <new>
#include <optional>
#include <vector>

#include "core/apart.hpp"
#include "core/game.hpp"
#include "core/judge.hpp"
#include "core/proof.hpp"
#include "core/rng.hpp"
#include "core/tick.hpp"
#include "games/knowledge.hpp"
#include "play/line.hpp"
#include "search/past.hpp"
#include "search/tree.hpp"

namespace quincunx {

// One tree. Several workers may run simulations in it at the same time.
//
// A tree, not a graph: a node is reached by one line of play only, so that repetition (Quadrature) is
// exact in it. Ideas: PUCT (https://doi.org/10.1007/s10472-011-9258-6), AMAF as in MC-RAVE
// (https://doi.org/10.1016/j.artint.2011.03.007), the solver (https://doi.org/10.1007/978-3-540-87608-3_3),
// threads without locks (https://doi.org/10.1007/978-3-642-12993-3_2).
template <Game G, class K, class Verdict = Judge<G>>
class Mcts {
  public:
    static constexpr Tuning tuning = K::tuning;

    // One thread's own things, apart from the others' in memory: what is written all the time would
    // otherwise take turns with a neighbour on the same line of the cache.
    struct alignas(apart) Worker {
        Worker(const G& any, std::uint64_t seed, std::uint64_t number)
            : knowledge(any),
              rng(seed, number),
              marks(codes_of(any)),
              number(static_cast<std::uint32_t>(number)),
              credits(codes_of(any)) {}

        struct Step {
            Block* block;
            std::uint32_t i;
            Side mover;
            bool later;  // the visit is counted when the worker leaves its camp
            std::int32_t visits = 0;
            float sum = 0;  // the scores of those visits
        };

        K knowledge;
        Rng rng;
        Marks marks;
        std::vector<Step> path;
        std::vector<Move> moves;
        std::vector<float> weight, bonus;
        std::optional<Past<G>> past;
        bool alone = true;  // is there no other worker in the tree?
        // The place in the tree from which the next simulations start: the first steps of the path lead
        // to it. See make_camp().
        std::uint32_t number;
        std::optional<G> camp;
        Block* camp_block = nullptr;  // its moves
        std::size_t camp_depth = 0;   // 0: there is none
        int stay = 0;                 // simulations that are left there
        Credits credits;              // for the places on the way to it
        // Sums of the playouts' results, for reports.
        std::atomic<double> draws{0.0};
        std::atomic<std::int64_t> playouts{0};
    };

    explicit Mcts(std::size_t bytes) : arena_(bytes) {}

    // Makes this the root. Goes on in the tree where the line continues the last one.
    void set_root(const Line<G>& line, Worker& worker) {
        worker.path.clear();
        if (!follow(line)) plant();
        line_ = line;
        if (root().child()[0] > busy || expand(root(), 0, line.position(), worker, 0)) return;
        // No room beside what was kept: begin anew.
        plant();
        if (!expand(root(), 0, line.position(), worker, 0)) throw std::bad_alloc();
    }

    void clear() {
        arena_.clear();
        line_.reset();
    }

    // One simulation: down the tree, a playout, back up. Precondition: set_root(), and the worker's past
    // is that of the root. check() may throw Stopped, which cuts a study short.
    void simulate(Worker& worker, const Tick& check) {
        auto& path = worker.path;
        if (worker.stay == 0 || camp_is_proven(worker)) leave_camp(worker);
        if constexpr (tuning.amaf) worker.marks.clear();
        if (worker.camp_depth) {
            --worker.stay;
            path.resize(worker.camp_depth);
        } else {
            path.clear();
            Block& root = arena_.at(root_);
            path.push_back({&root, 0, line_->turn(), visit(worker, root, 0)});
        }
        G position = worker.camp_depth ? *worker.camp : line_->position();
        Result result;
        int entered = 0;
        bool grown = false;  // one new block a simulation
        for (;;) {
            const auto& step = path.back();
            Block& above = *step.block;
            const std::uint32_t at = step.i;
            const std::uint32_t child =
                std::atomic_ref(above.child()[at]).load(std::memory_order_acquire);
            const int depth = static_cast<int>(path.size()) - 1;
            if (child <= busy) {
                if (child == busy || grown || !wants_replies(above, at, depth) ||
                    !expand(above, at, position, worker, depth)) {
                    if (step.later && !worker.camp_depth) {
                        make_camp(worker, nullptr, position);
                        entered = 0;
                    }
                    result = playout(position, worker);
                    break;
                }
                grown = true;
                if (const MoveProof proof = above.proof_of(at); proof.known()) {
                    // The replies decide it at once.
                    result = Result::of(proof.winner(step.mover));
                    prove_upward(path);
                    break;
                }
                continue;
            }
            Block& block = arena_.at(child);
            const std::int32_t n = peek(above.visits()[at]);
            if constexpr (requires { K::study_after; })
                if (n >= K::study_after && !peek(block.studied))
                    if (const auto decided = study(worker, block, position, check)) {
                        result = *decided;
                        break;
                    }
            std::uint32_t i = select<false>(block, n, 0);
            if (!worker.alone && is_anothers_camp(worker, block, i)) i = select<true>(block, n, i);
            const Side mover = position.turn();
            const bool later = visit(worker, block, i);
            if (step.later && !later && !worker.camp_depth) {
                make_camp(worker, &block, position);
                entered = 0;
            }
            path.push_back({&block, i, mover, later});
            if (const MoveProof proof = block.proof_of(i); proof.known()) {
                result = Result::of(proof.winner(mover));
                break;
            }
            position.play_unchecked(block.move()[i]);
            ++entered;
            if (const auto end = enter(position, *worker.past)) {
                prove(block, i, MoveProof(end->winner, mover, 0));
                prove_upward(path);
                result = Result::of(end->winner);
                break;
            }
        }
        worker.playouts.store(worker.playouts.load(std::memory_order_relaxed) + 1,
                              std::memory_order_relaxed);
        if (result.draw > 0)
            worker.draws.store(
                worker.draws.load(std::memory_order_relaxed) + static_cast<double>(result.draw),
                std::memory_order_relaxed);
        while (entered-- > 0) worker.past->leave();
        back_up(worker, result);
    }

    // Counts what the worker has not counted yet. Before the root changes, and at the end of a search.
    void settle(Worker& worker) { leave_camp(worker); }

    // --- For whoever reports and decides ------------------------------------------------------------

    Block& root_block() const { return arena_.at(arena_.at(root_).child()[0]); }
    Block& root() const { return arena_.at(root_); }
    Block* replies(Block& block, std::uint32_t i) const {
        const std::uint32_t child =
            std::atomic_ref(block.child()[i]).load(std::memory_order_acquire);
        return child > busy ? &arena_.at(child) : nullptr;
    }
    MoveProof root_proof() const { return root().proof_of(0); }
    const Line<G>& line() const { return *line_; }
    std::size_t used_bytes() const { return arena_.used_bytes(); }
    std::int64_t blocks() const { return arena_.blocks(); }

    // What another search has proven about a move of the root, or about the root (no move given).
    void learn(std::optional<std::uint32_t> move, const Proof& proof) {
        const Side mover = line_->turn();
        if (!move) {
            prove(root(), 0, MoveProof(proof.winner, mover, proof.plies));
            return;
        }
        prove(root_block(), *move, MoveProof(proof.winner, mover, proof.plies));
        if (const MoveProof best = root_block().best_proof(); best.known()) prove(root(), 0, best);
    }

    // The move to play: a proven win, the shortest one; else the most visited of those that are not
    // lost, or a proven draw where that looks worse than one; else the longest loss.
    static std::vector<std::uint32_t> ranking(Block& block) {
        std::vector<std::uint32_t> order(block.count);
        for (std::uint32_t i = 0; i < block.count; ++i) order[i] = i;
        struct Key {
            int kind;  // 2 won, 1 open or drawn, 0 lost
            std::int64_t rank;
            float value;
        };
        std::vector<Key> keys(block.count);
        for (std::uint32_t i = 0; i < block.count; ++i) {
            const MoveProof proof = block.proof_of(i);
            const std::int32_t visits = peek(block.visits()[i]);
            switch (proof.kind()) {
                case MoveProof::Kind::win: keys[i] = {2, -proof.plies(), 1.0f}; break;
                case MoveProof::Kind::loss: keys[i] = {0, proof.plies(), 0.0f}; break;
                case MoveProof::Kind::draw: keys[i] = {1, visits, 0.5f}; break;
                case MoveProof::Kind::none:
                    keys[i] = {1, visits, visits ? peek(block.value()[i]) : 0.0f};
            }
        }
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            if (keys[a].kind != keys[b].kind) return keys[a].kind > keys[b].kind;
            if (keys[a].rank != keys[b].rank) return keys[a].rank > keys[b].rank;
            return keys[a].value > keys[b].value;
        });
        // A sure draw is better than what looks like a loss.
        if (!order.empty() && keys[order[0]].kind == 1 && keys[order[0]].value < 0.5f) {
            const auto drawn = std::find_if(order.begin(), order.end(), [&](std::uint32_t i) {
                return block.proof_of(i).kind() == MoveProof::Kind::draw;
            });
            if (drawn != order.end()) std::rotate(order.begin(), drawn, drawn + 1);
        }
        return order;
    }

  private:
    void plant() {
        arena_.clear();
        root_ = arena_.allocate(1);
        if (!root_) throw std::bad_alloc();
    }

    static constexpr std::uint32_t busy = 1;  // no block's number: somebody is making it

    static int codes_of(const G& any) {
        if (!tuning.amaf) return 0;
        int most = 0;
        for (int action = 0; action < any.action_count(); ++action)
            if (const Move m = any.move_of_action(action); m != swap_move)
                most = std::max(most, m.code + 1);
        return most;
    }

    struct End {
        std::optional<Side> winner;
    };
    // The game's end after a move, with the past taken into account.
    static std::optional<End> enter(const G& position, Past<G>& past) {
        const bool repeats = past.enter(position);
        if (position.over()) return End{Verdict::winner(position)};
        if (repeats) return End{std::nullopt};
        return std::nullopt;
    }

    bool follow(const Line<G>& line) {
        if (!line_ || line_->positions()[0]->hash() != line.positions()[0]->hash()) return false;
        const auto before = line_->moves(), now = line.moves();
        if (now.size() < before.size() || !std::equal(before.begin(), before.end(), now.begin()))
            return false;
        for (std::size_t ply = before.size(); ply < now.size(); ++ply) {
            Block& root = arena_.at(root_);
            const std::uint32_t number = root.child()[0];
            if (number <= busy) return false;
            Block& block = arena_.at(number);
            Move* const end = block.move() + block.count;
            const auto i =
                static_cast<std::uint32_t>(std::find(block.move(), end, now[ply]) - block.move());
            if (i == block.count) return false;
            // The root's own place takes over what was known of the move, seen by whoever moves next.
            const std::uint32_t child = block.child()[i];
            root.visits()[0] = block.visits()[i];
            root.child()[0] = child;
            root.proof()[0] = 0;
            if (child > busy)
                if (const MoveProof proof = arena_.at(child).best_proof(); proof.known())
                    root.proof()[0] = proof.code();
            root.value()[0] = 0.5f;
            block.child()[i] = 0;
            arena_.release(number);
        }
        return true;
    }

    // --- Several workers in one tree ----------------------------------------------------------------
    //
    // What one thread writes is slow for another to read. So each stays in a small part of the tree for
    // a few simulations, alone if possible, and counts them all on the way to it when it leaves.

    static constexpr std::int32_t crowded = 32;  // visits from which on a place is counted later
    static constexpr int simulations_in_camp = 16;

    // Counted on the way down, so that others look elsewhere until the result is known. Says whether it
    // is to be counted later instead.
    static bool visit(Worker& worker, Block& block, std::uint32_t i) {
        const std::int32_t visits = peek(block.visits()[i]);
        if (!worker.alone && !worker.camp_depth && visits >= crowded) return true;
        poke(block.visits()[i], visits + 1);
        return false;
    }

    // The path as it is leads to the camp; its moves are stored in the block, if they are stored.
    static void make_camp(Worker& worker, Block* block, const G& position) {
        worker.camp = position;
        worker.camp_block = block;
        worker.camp_depth = worker.path.size();
        worker.stay = simulations_in_camp - 1;
        if (block) poke(block->camp_of, worker.number + 1);
    }
    static bool camp_is_proven(const Worker& worker) {
        const auto& step = worker.path[worker.camp_depth - 1];
        return step.block->proof_of(step.i).known();
    }
    bool is_anothers_camp(const Worker& worker, Block& block, std::uint32_t i) const {
        if (peek(block.visits()[i]) < crowded) return false;
        Block* next = replies(block, i);
        const std::uint32_t camp_of = next ? peek(next->camp_of) : 0;
        return camp_of && camp_of != worker.number + 1;
    }
    static void leave_camp(Worker& worker) {
        if (!worker.camp_depth) return;
        if (worker.camp_block) poke(worker.camp_block->camp_of, 0u);
        for (std::size_t d = worker.camp_depth; d-- > 0;) {
            const auto& step = worker.path[d];
            count(step);
            if (d == 0) break;
            worker.past->leave();
            if constexpr (tuning.amaf) {
                worker.credits.add(step.mover, step.block->move()[step.i], step.visits, step.sum);
                credit(worker, *step.block, step.mover, worker.path[d - 1]);
            }
        }
        if constexpr (tuning.amaf) worker.credits.clear();
        worker.camp_depth = 0;
        worker.stay = 0;
    }
    static void count(const typename Worker::Step& step) {
        std::int32_t& visits = step.block->visits()[step.i];
        float& mean = step.block->value()[step.i];
        const std::int32_t now = peek(visits) + step.visits;
        poke(visits, now);
        const float value = peek(mean), more = static_cast<float>(step.visits);
        poke(mean, value + (step.sum - more * value) / static_cast<float>(now));
    }

    static bool wants_replies(Block& block, std::uint32_t i, int depth) {
        return depth <= 1 || peek(block.visits()[i]) >= tuning.expand_after;
    }

    // Stores the moves of the position that place i leads to. No if there is no room, or if somebody
    // else is at it.
    bool expand(Block& above, std::uint32_t at, const G& position, Worker& worker, int depth) {
        std::uint32_t none = 0;
        std::atomic_ref child(above.child()[at]);
        if (!child.compare_exchange_strong(none, busy, std::memory_order_acquire)) return false;
        worker.moves.clear();
        position.legal_moves(worker.moves);
        if constexpr (requires { K::uct; })  // the order in which UCT tries them first
            for (std::size_t i = worker.moves.size(); i > 1; --i)
                std::swap(
                    worker.moves[i - 1],
                    worker.moves[static_cast<std::size_t>(worker.rng.below(static_cast<int>(i)))]);
        const auto count = worker.moves.size();
        const std::uint32_t number = arena_.allocate(static_cast<int>(count));
        if (!number) {
            child.store(0, std::memory_order_release);
            return false;
        }
        Block& block = arena_.at(number);
        std::copy(worker.moves.begin(), worker.moves.end(), block.move());
        worker.weight.assign(count, 1.0f);
        worker.bonus.assign(count, 0.0f);
        worker.knowledge.estimate(position, last(worker),
                                  {worker.moves, worker.weight, worker.bonus});
        float sum = 0;
        for (const float w : worker.weight) sum += w;
        // A move that has not been tried is thought to be as good as the position looks.
        const Side mover = position.turn();
        const Side mover_above = depth > 0 ? worker.path.back().mover : mover;
        const float seen = peek(above.visits()[at]) > 1 ? peek(above.value()[at]) : 0.5f;
        const float base = mover == mover_above ? seen : 1.0f - seen;
        for (std::size_t i = 0; i < count; ++i) {
            block.prior()[i] = worker.weight[i] / sum;
            block.amaf_visits()[i] = std::max(tuning.prior_visits, 1e-3f);
            block.amaf_value()[i] = std::clamp(base + worker.bonus[i], 0.0f, 1.0f);
        }
        if (depth <= 1) find_ends(block, position, *worker.past);
        if (const MoveProof best = block.best_proof(); best.known())
            prove(above, at, MoveProof(best.winner(mover), mover_above, best.plies()));
        child.store(number, std::memory_order_release);
        return true;
    }

    // Near the root no move that ends the game is overlooked, however few the simulations.
    static void find_ends(Block& block, const G& position, Past<G>& past) {
        for (std::uint32_t i = 0; i < block.count; ++i) {
            G next = position;
            next.play_unchecked(block.move()[i]);
            if (const auto end = enter(next, past))
                prove(block, i, MoveProof(end->winner, position.turn(), 0));
            past.leave();
        }
    }

    // The most promising move of a block, n the visits of its position; or the next best after one.
    template <bool other>
    static std::uint32_t select(Block& block, std::int32_t n, std::uint32_t than) {
        if constexpr (requires { K::uct; }) {
            return select_uct<other>(block, n, than);
        } else {
            const float explore = tuning.exploration * std::sqrt(static_cast<float>(n));
            const float bias = tuning.amaf_bias;
            Floats best = Floats{} + 2 * Block::never;
            Counts chosen{};
            Counts here{0, 1, 2, 3, 4, 5, 6, 7};
            const auto* visits = reinterpret_cast<const Counts*>(block.visits());
            const auto* value = reinterpret_cast<const Floats*>(block.value());
            const auto* amaf_visits = reinterpret_cast<const Floats*>(block.amaf_visits());
            const auto* amaf_value = reinterpret_cast<const Floats*>(block.amaf_value());
            const auto* prior = reinterpret_cast<const Floats*>(block.prior());
            for (std::uint32_t k = 0; k < (block.count + 7) / 8; ++k, here += 8) {
                const Floats own = __builtin_convertvector(visits[k], Floats);
                const Floats amaf = amaf_visits[k];
                const Floats weight = amaf / (amaf + own + bias * own * amaf);
                const Floats score = value[k] + weight * (amaf_value[k] - value[k]) +
                                     explore * prior[k] / (1.0f + own);
                Counts better = score > best;
                if constexpr (other) better &= here != static_cast<std::int32_t>(than);
                best = better ? score : best;
                chosen = better ? here : chosen;
            }
            int lane = 0;
            for (int l = 1; l < 8; ++l)
                if (best[l] > best[lane] || (best[l] == best[lane] && chosen[l] < chosen[lane]))
                    lane = l;
            if (other && best[lane] < Block::never / 2) return than;  // the others are settled
            return static_cast<std::uint32_t>(chosen[lane]);
        }
    }

    template <bool other>
    static std::uint32_t select_uct(Block& block, std::int32_t n, std::uint32_t than) {
        const float log_n = tuning.exploration * std::sqrt(std::log(static_cast<float>(n)));
        std::uint32_t chosen = than;
        float best = other ? Block::never : 2 * Block::never;
        for (std::uint32_t i = 0; i < block.count; ++i) {
            if (other && i == than) continue;
            const std::int32_t own = peek(block.visits()[i]);
            const float prior = block.prior()[i];
            if (own == 0 && prior > Block::never) return i;
            const float score =
                prior > Block::never ? block.value()[i] + log_n * inverse_root(own) : Block::never;
            if (score > best) {
                best = score;
                chosen = i;
            }
        }
        return chosen;
    }
    static float inverse_root(std::int32_t n) {
        static const auto table = [] {
            std::array<float, 4096> t{};
            for (std::size_t i = 1; i < t.size(); ++i) t[i] = 1 / std::sqrt(static_cast<float>(i));
            return t;
        }();
        return static_cast<std::size_t>(n) < table.size() ? table[static_cast<std::size_t>(n)]
                                                          : 1 / std::sqrt(static_cast<float>(n));
    }

    // The move that led to where the worker is.
    Last last(const Worker& worker) const {
        if (worker.path.size() > 1) return worker.path.back().block->move()[worker.path.back().i];
        if (line_ && line_->ply() > 0) return line_->last_move();
        return std::nullopt;
    }

    Result playout(G& position, Worker& worker) {
        return worker.knowledge.playout(position, last(worker), *worker.past, worker.rng,
                                        worker.marks);
    }

    void back_up(Worker& worker, Result result) {
        auto& path = worker.path;
        // Nobody asks for the mean of the root itself.
        for (std::size_t d = path.size() - 1; d > 0 && d >= worker.camp_depth; --d) {
            auto& step = path[d];
            Block& block = *step.block;
            const float score = score_of(result, step.mover);
            if (step.later) {
                step.visits = 1;
                step.sum = score;
                count(step);
            } else {
                const float value = peek(block.value()[step.i]);
                poke(block.value()[step.i],
                     value + (score - value) / static_cast<float>(peek(block.visits()[step.i])));
            }
            if constexpr (tuning.amaf) {
                worker.marks.add(step.mover, block.move()[step.i]);
                credit(worker, block, step.mover, path[d - 1], score);
            }
            // Who has a draw for sure need not take less.
            if (score < 0.5f && peek(block.drawn)) result.first = 0.5f;
        }
        if (!worker.camp_depth) return;
        if constexpr (tuning.amaf) worker.credits.add(worker.marks, result.first);
        for (std::size_t d = worker.camp_depth; d-- > 0;) {
            auto& step = path[d];
            const float score = score_of(result, step.mover);
            ++step.visits;
            step.sum += score;
            if (score < 0.5f && peek(step.block->drawn)) result.first = 0.5f;
        }
    }
    static float score_of(const Result& result, Side mover) {
        return mover == Side::first ? result.first : 1.0f - result.first;
    }

    // AMAF: every move that the mover made later in the game shares in the result.
    static void credit(Worker& worker, Block& block, Side mover, const typename Worker::Step& above,
                       float score) {
        // At a move of many visits its own mean counts for all; credit is given to it now and then.
        float weight = 1;
        const std::int32_t n = peek(above.block->visits()[above.i]);
        if (n > 1024) {
            const std::uint64_t seldom = n > 16384 ? 63 : 7;
            if (worker.rng.next() & seldom) return;
            weight = static_cast<float>(seldom + 1);
        }
        const float* marks = worker.marks.of(mover);
        for_each_code(block, [&](float& visits, float& value, std::uint16_t code) {
            const float mark = weight * marks[code];
            visits += mark;
            value += mark / visits * (score - value);
        });
    }
    // The same for all simulations of a camp.
    static void credit(Worker& worker, Block& block, Side mover,
                       const typename Worker::Step& above) {
        float weight = 1;
        if (peek(above.block->visits()[above.i]) > 4096) {
            if (worker.rng.next() & 7) return;
            weight = 8;
        }
        const float* marks = worker.credits.marks(mover);
        const float* scores = worker.credits.scores(mover);
        for_each_code(block, [&](float& visits, float& value, std::uint16_t code) {
            const float mark = weight * marks[code];
            visits += mark;
            value += (weight * scores[code] - mark * value) / visits;
        });
    }
    template <class F>
    static void for_each_code(Block& block, F&& change) {
        float* visits = block.amaf_visits();
        float* value = block.amaf_value();
        const Move* moves = block.move();
        std::uint32_t count = block.count;
        if (G::info.has_pie_rule && moves[count - 1] == swap_move) --count;
        for (std::uint32_t i = 0; i < count; ++i) change(visits[i], value[i], moves[i].code);
    }

    // Looks closely at the position of a block, to which the path leads. The result, if that is now
    // proven: not at the root, which is won by a move or not at all.
    static std::optional<Result> study(Worker& worker, Block& block, const G& position,
                                       const Tick& check) try {
        poke(block.studied, 1u);
        const auto study = worker.knowledge.study(position, check);
        if (!study.decided) {
            for (std::uint32_t i = 0; i < block.count; ++i)
                if (const Move m = block.move()[i];
                    m != swap_move && study.lost.test(m.code) && !block.proof_of(i).known())
                    prove(block, i, MoveProof(MoveProof::Kind::loss, study.plies_lost));
            return std::nullopt;
        }
        const auto& step = worker.path.back();
        if (worker.path.size() == 1) return std::nullopt;
        prove(*step.block, step.i,
              MoveProof(study.decided->winner, step.mover, study.decided->plies));
        prove_upward(worker.path);
        return Result::of(study.decided->winner);
    } catch (const Stopped&) {
        poke(block.studied, 0u);
        return std::nullopt;
    }

    static void prove(Block& block, std::uint32_t i, MoveProof proof) {
        poke(block.proof()[i], proof.code());
        // What is settled need not be looked at again while something else is open.
        if (proof.kind() != MoveProof::Kind::win) poke(block.prior()[i], Block::never);
        if (proof.kind() == MoveProof::Kind::draw) poke(block.drawn, 1u);
    }

    // The last move of the path is proven: is then the one before it, and so on?
    static void prove_upward(const std::vector<typename Worker::Step>& path) {
        for (std::size_t d = path.size() - 1; d > 0; --d) {
            const MoveProof best = path[d].block->best_proof();
            if (!best.known()) return;
            const auto& above = path[d - 1];
            prove(*above.block, above.i,
                  MoveProof(best.winner(path[d].mover), above.mover, best.plies()));
        }
    }

    Arena arena_;
    std::uint32_t root_ = 0;  // a block of one place, which stands for the root itself
    std::optional<Line<G>> line_;
};

}  // namespace quincunx
