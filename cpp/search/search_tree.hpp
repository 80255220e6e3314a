// The tree of a Monte-Carlo tree search: all that happens in it and knows no game. What one simulation
// does in a game is in search/simulator.hpp; threads, limits and reports are in search/engine.hpp.
//
// A tree, not a graph: a node is reached by only one sequence of moves, so that repetition (Quadrature)
// is exact in it. Ideas: PUCT (https://doi.org/10.1007/s10472-011-9258-6), AMAF as in MC-RAVE
// (https://doi.org/10.1016/j.artint.2011.03.007), the solver
// (https://doi.org/10.1007/978-3-540-87608-3_3), threads without locks
// (https://doi.org/10.1007/978-3-642-12993-3_2).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "core/memory.hpp"
#include "core/proof.hpp"
#include "core/rng.hpp"
#include "play/history.hpp"
#include "search/amaf.hpp"
#include "search/random_game.hpp"
#include "search/tree_knowledge.hpp"
#include "search/tree_memory.hpp"

namespace quincunx {

// Several workers may be in it at the same time.
class SearchTree {
  public:
    // One place of the path that a simulation takes: move i of a block.
    struct Step {
        Block* block;
        std::uint32_t i;
        Side mover;
        bool later;  // the visit is counted when the worker's lease ends
        std::int32_t visits = 0;
        float sum = 0;  // the scores of those visits
    };

    // One thread's own things, apart from the others' in memory: threads that write all the time would
    // otherwise take turns with the same line of the cache.
    //
    // What one thread writes is slow for another to read. So where there are several, each takes a lease
    // on a small part of the tree: it stays there for a few simulations, alone if possible, and when the
    // lease ends counts them all at once along the path that leads there.
    struct alignas(interference_size) Worker {
        // `codes`: moves have codes below this, the swap apart.
        Worker(int codes, std::uint64_t seed, std::uint64_t number)
            : rng(seed, number),
              marks(codes),
              credits(codes),
              number(static_cast<std::uint32_t>(number)) {}

        Rng rng;
        AmafMarks marks;
        AmafCredits credits;  // for the places on the way to the lease
        std::vector<Step> path;
        std::vector<Move> moves;
        std::vector<float> weight, bonus;
        std::uint32_t number;
        bool alone = true;  // is there no other worker in the tree?
        Block* lease_block =
            nullptr;  // the moves of the position that is leased, if they are stored
        std::size_t lease_depth =
            0;               // the first steps of the path lead there; 0: there is no lease
        int lease_left = 0;  // simulations
        // Sums of the playouts' results, for reports.
        std::atomic<double> draws{0.0};
        std::atomic<std::int64_t> playouts{0};
    };

    SearchTree(std::size_t bytes, const Tuning& tuning, bool has_pie_rule)
        : tuning_(tuning), has_pie_rule_(has_pie_rule), arena_(bytes) {}

    // --- The root -----------------------------------------------------------------------------------

    // Goes on in the tree where the history continues the last one; begins anew where it does not.
    void set_root(const History& history);
    // Begins anew, to make room.
    void plant();
    void clear();

    Block& root() const {
        return arena_.at(root_);
    }  // of one place, which stands for the root itself
    Block& root_block() const { return arena_.at(root().child()[0]); }
    MoveProof root_proof() const { return root().proof_of(0); }
    const History& history() const { return *history_; }

    // --- One simulation -----------------------------------------------------------------------------

    // Starts the path: at the worker's lease, or at the root.
    void begin(Worker& worker) const {
        if (tuning_.amaf) worker.marks.clear();
        if (worker.lease_depth) {
            --worker.lease_left;
            worker.path.resize(worker.lease_depth);
        } else {
            worker.path.clear();
            enter(worker, root(), 0, root_mover_);
        }
    }
    // The most promising move of a block; the path leads to its position.
    std::uint32_t select(const Worker& worker, Block& block) const;
    // Before a step: should the worker take a lease on the position of this block? It has come through
    // places that others visit as well, and move i is not one of them.
    static bool wants_lease(const Worker& worker, Block& block, std::uint32_t i) {
        return worker.path.back().later && !worker.lease_depth && peek(block.visits()[i]) < crowded;
    }
    // Adds the move to the path and counts the visit, or notes that it is to be counted later.
    static void enter(Worker& worker, Block& block, std::uint32_t i, Side mover) {
        // Counted on the way down, so that others look elsewhere until the result is known.
        const bool later =
            !worker.alone && !worker.lease_depth && peek(block.visits()[i]) >= crowded;
        if (!later) block.add_visit(i);
        worker.path.push_back({&block, i, mover, later});
    }
    // The path as it is leads to the lease; `block` holds its moves, or is null if they are not stored.
    static void take_lease(Worker& worker, Block* block);
    // Is it over: used up, or proven meanwhile?
    static bool lease_has_ended(const Worker& worker) {
        if (worker.lease_left == 0) return true;
        const Step& step = worker.path[worker.lease_depth - 1];
        return step.block->proof_of(step.i).known();
    }
    // Counts what has not been counted yet.
    void end_lease(Worker& worker);
    // Forgets the lease without counting, after a failure.
    static void drop_lease(Worker& worker);

    // Should the replies to move i of the block be stored now?
    bool wants_replies(Block& block, std::uint32_t i, std::size_t depth) const {
        return depth <= 1 || peek(block.visits()[i]) >= static_cast<float>(tuning_.expand_after);
    }
    // The replies, or null while they are not stored; `busy`: somebody is at it.
    Block* replies(Block& block, std::uint32_t i, bool* busy = nullptr) const {
        const std::uint32_t child =
            std::atomic_ref(block.child()[i]).load(std::memory_order_acquire);
        if (busy) *busy = child == busy_number;
        return child > busy_number ? &arena_.at(child) : nullptr;
    }
    // Reserves the place for the replies to move i. False if there are some, or somebody else is at it.
    static bool reserve(Block& above, std::uint32_t i) {
        std::uint32_t none = 0;
        return std::atomic_ref(above.child()[i])
            .compare_exchange_strong(none, busy_number, std::memory_order_acquire);
    }
    // Stores the worker's moves, weights and bonuses there, open for the caller to add what is proven;
    // null if there is no room, and the place is free again.
    Block* store(Block& above, std::uint32_t i, Worker& worker, Side mover, Side mover_above);
    // Shows what store() gave to everybody.
    void publish(Block& above, std::uint32_t i, const Block& block) const;

    void back_up(Worker& worker, Result result);

    // --- Proofs -------------------------------------------------------------------------------------

    static void prove(Block& block, std::uint32_t i, MoveProof proof);
    // The last move of the path is proven: is the one before it proven by that, and so on?
    static void prove_upward(const std::vector<Step>& path);
    // What another search has proven about a move of the root, or about the root (no move given).
    void learn(std::optional<std::uint32_t> move, const Proof& proof) const;

    // --- For whoever reports and decides ------------------------------------------------------------

    // The move to play first: a proven win, the shortest one; else the most visited of those that are not
    // lost, or a proven draw where that looks worse than one; else the longest loss.
    static std::vector<std::uint32_t> ranking(Block& block);

    std::size_t used_bytes() const { return arena_.used_bytes(); }
    std::int64_t blocks() const { return arena_.blocks(); }

  private:
    static constexpr std::uint32_t busy_number = 1;  // no block's number: somebody is making it
    static constexpr float crowded = 32;  // from this many visits on, a place is counted later
    static constexpr int simulations_per_lease = 16;

    bool follow(const History& history);
    bool is_leased_to_another(const Worker& worker, Block& block, std::uint32_t i) const;
    template <bool other>
    std::uint32_t select_puct(Block& block, float n, std::uint32_t than) const;
    template <bool other>
    std::uint32_t select_uct(Block& block, float n, std::uint32_t than) const;
    void credit(Worker& worker, Block& block, Side mover, const Step& above, float score) const;
    void credit_lease(Worker& worker, Block& block, Side mover, const Step& above) const;
    template <class F>
    void for_each_eight(Block& block, F&& change) const;

    const Tuning tuning_;
    const bool has_pie_rule_;
    Arena arena_;
    std::uint32_t root_ = 0;
    std::optional<History> history_;
    Side root_mover_ = Side::first;
};

}  // namespace quincunx
