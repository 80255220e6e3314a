// What one simulation of the tree search does in a game, with what is known about the game.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/adjudicator.hpp"
#include "core/game.hpp"
#include "core/proof.hpp"
#include "core/stop_check.hpp"
#include "play/history.hpp"
#include "search/past.hpp"
#include "search/search_tree.hpp"
#include "search/tree_knowledge.hpp"

namespace quincunx {

// K: what is known about the game (TreeKnowledge).
template <Game G, class K, class Adjudicator = RulesAdjudicator<G>>
class Simulator {
  public:
    static constexpr Tuning tuning = K::tuning;

    struct Worker : SearchTree::Worker {
        Worker(const G& any, std::uint64_t seed, std::uint64_t number)
            : SearchTree::Worker(codes_of(any), seed, number), knowledge(any) {}

        K knowledge;
        std::optional<Past<G>> past;
        std::optional<G> leased;  // the position, where there is a lease
    };

    explicit Simulator(std::size_t bytes) : tree(bytes, K::tuning, G::info.has_pie_rule) {}

    // Makes this the root. The workers' past must be that of the root, too.
    void set_root(const History& history, Worker& worker) {
        worker.path.clear();
        tree.set_root(history);
        root_ = as<G>(history.position());
        if (tree.replies(tree.root(), 0) || expand(tree.root(), 0, *root_, worker)) return;
        // No room beside what was kept: begin anew.
        tree.plant();
        if (!expand(tree.root(), 0, *root_, worker)) throw std::bad_alloc();
    }

    // One simulation: down the tree, a playout, back up. Precondition: set_root(). check() may throw
    // Stopped, which cuts a proof short.
    void simulate(Worker& worker, const StopCheck& check) {
        auto& path = worker.path;
        if (worker.lease_depth && SearchTree::lease_has_ended(worker)) end_lease(worker);
        tree.begin(worker);
        G position = worker.lease_depth ? *worker.leased : *root_;
        Result result;
        int entered = 0;
        bool grown = false;  // one new block for each simulation
        for (;;) {
            const auto& step = path.back();
            Block& above = *step.block;
            const std::uint32_t at = step.i;
            bool busy = false;
            Block* const block = tree.replies(above, at, &busy);
            if (!block) {
                if (busy || grown || !tree.wants_replies(above, at, path.size() - 1) ||
                    !expand(above, at, position, worker)) {
                    if (step.later && !worker.lease_depth) {
                        take_lease(worker, nullptr, position);
                        entered = 0;
                    }
                    result = worker.knowledge.playout(position, last(worker), *worker.past,
                                                      worker.rng, worker.marks);
                    break;
                }
                grown = true;
                if (const MoveProof proof = above.proof_of(at); proof.known()) {
                    // The replies decide it at once.
                    result = Result::of(proof.winner(step.mover));
                    SearchTree::prove_upward(path);
                    break;
                }
                continue;
            }
            if constexpr (requires { K::prove_after; })
                if (peek(above.visits()[at]) >= K::prove_after && !peek(block->studied))
                    if (const auto decided = prove(worker, *block, position, check)) {
                        result = *decided;
                        break;
                    }
            const std::uint32_t i = tree.select(worker, *block);
            const Side mover = position.turn();
            if (SearchTree::wants_lease(worker, *block, i)) {
                take_lease(worker, block, position);
                entered = 0;
            }
            SearchTree::enter(worker, *block, i, mover);
            if (const MoveProof proof = block->proof_of(i); proof.known()) {
                result = Result::of(proof.winner(mover));
                break;
            }
            position.play_unchecked(block->move()[i]);
            ++entered;
            if (const auto end = enter(position, *worker.past)) {
                SearchTree::prove(*block, i, MoveProof(end->winner, mover, 0));
                SearchTree::prove_upward(path);
                result = Result::of(end->winner);
                break;
            }
        }
        while (entered-- > 0) worker.past->leave();
        tree.back_up(worker, result);
    }

    // Counts what the worker has not counted yet. Called before the root changes, and at the end of a
    // search.
    void settle(Worker& worker) { end_lease(worker); }

    SearchTree tree;

  private:
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
        if (position.over()) return End{Adjudicator::winner(position)};
        if (repeats) return End{std::nullopt};
        return std::nullopt;
    }

    static void take_lease(Worker& worker, Block* block, const G& position) {
        worker.leased = position;
        SearchTree::take_lease(worker, block);
    }
    void end_lease(Worker& worker) {
        if (!worker.lease_depth) return;
        for (std::size_t d = worker.lease_depth; --d > 0;) worker.past->leave();
        tree.end_lease(worker);
    }

    // Stores the moves of the position that place `at` leads to. False if there is no room, or if
    // somebody else is at it.
    bool expand(Block& above, std::uint32_t at, const G& position, Worker& worker) {
        if (!SearchTree::reserve(above, at)) return false;
        auto& moves = worker.moves;
        moves.clear();
        position.legal_moves(moves);
        if constexpr (tuning.uct)  // the order in which UCT tries them first
            for (std::size_t i = moves.size(); i > 1; --i)
                std::swap(moves[i - 1],
                          moves[static_cast<std::size_t>(worker.rng.below(static_cast<int>(i)))]);
        worker.weight.assign(moves.size(), 1.0f);
        worker.bonus.assign(moves.size(), 0.0f);
        worker.knowledge.set_priors(position, last(worker), {moves, worker.weight, worker.bonus});
        const Side mover = position.turn();
        // The root's own place is nobody's move: it is seen by whoever is to move.
        const bool is_root = worker.path.size() <= 1;
        const Side mover_above = is_root ? mover : worker.path.back().mover;
        Block* const block = tree.store(above, at, worker, mover, mover_above);
        if (!block) return false;
        if (worker.path.size() <= 2) find_ends(*block, position, *worker.past);
        if (const MoveProof best = block->best_proof(); best.known())
            SearchTree::prove(above, at, MoveProof(best.winner(mover), mover_above, best.plies()));
        tree.publish(above, at, *block);
        return true;
    }

    // Near the root no move that ends the game is overlooked, however few the simulations.
    static void find_ends(Block& block, const G& position, Past<G>& past) {
        for (std::uint32_t i = 0; i < block.count; ++i) {
            G next = position;
            next.play_unchecked(block.move()[i]);
            if (const auto end = enter(next, past))
                SearchTree::prove(block, i, MoveProof(end->winner, position.turn(), 0));
            past.leave();
        }
    }

    // The move that led to where the worker is.
    Last last(const Worker& worker) const {
        if (worker.path.size() > 1) return worker.path.back().block->move()[worker.path.back().i];
        if (tree.history().ply() > 0) return tree.history().last_move();
        return std::nullopt;
    }

    // Looks closely at the position of a block, to which the path leads. The result, if that is now
    // proven: not at the root, which is won by a move or not at all.
    static std::optional<Result> prove(Worker& worker, Block& block, const G& position,
                                       const StopCheck& check) try {
        poke(block.studied, 1u);
        const auto proof = worker.knowledge.prove(position, check);
        if (!proof.decided) {
            for (std::uint32_t i = 0; i < block.count; ++i)
                if (const Move m = block.move()[i];
                    m != swap_move && proof.lost.test(m.code) && !block.proof_of(i).known())
                    SearchTree::prove(block, i, MoveProof(MoveProof::Kind::loss, proof.plies_lost));
            return std::nullopt;
        }
        const auto& step = worker.path.back();
        if (worker.path.size() == 1) return std::nullopt;
        SearchTree::prove(*step.block, step.i,
                          MoveProof(proof.decided->winner, step.mover, proof.decided->plies));
        SearchTree::prove_upward(worker.path);
        return Result::of(proof.decided->winner);
    } catch (const Stopped&) {
        poke(block.studied, 0u);
        return std::nullopt;
    }

    std::optional<G> root_;
};

}  // namespace quincunx
