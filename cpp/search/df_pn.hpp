// Depth-first proof-number search, written once for all solvers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>

#include "core/stop_check.hpp"
#include "search/checkpoint.hpp"
#include "search/proof_numbers.hpp"
#include "search/proof_table.hpp"
#include "search/solver.hpp"

namespace quincunx {

// How the numbers of moves that must all be refuted are put together.
enum class Together {
    sum,
    // Where many orders of moves lead to the same positions, a sum counts the same work many times. So
    // the largest is taken, and one more for each of the others (Ueda, Hashimoto, Hashimoto, Iida: Weak
    // proof-number search, 2008, https://doi.org/10.1007/978-3-540-87608-3_15).
    largest,
};

// Df-pn (Nagai: Df-pn algorithm for searching AND/OR trees and its applications, 2002; see
// https://www.chessprogramming.org/Proof-Number_Search) with thresholds that save it from going back and
// forth between two moves: the best one is followed until it needs a quarter more work than the next
// (Pawlewicz and Lew: Improving depth-first pn-search: 1 + ε trick, 2006,
// https://doi.org/10.1007/978-3-540-75538-8_14).
//
// What is searched is up to the solver that uses it, its "domain". The domain brings two types,
//
//   Entry   What the table keeps about a position (search/proof_table.hpp), with
//             ProofNumbers numbers() const    for the player to move
//             std::int64_t nodes() const      about how many were counted for it
//             void set_nodes(std::int64_t)
//           and whatever else an answer needs: plies, regions, carriers.
//   Frame   A position on the way from the root to where the search is: its `key`, and what is known
//           about it and its moves while it is looked at. There is one for each depth, used over and
//           over again. Each of its moves, a "child", has
//             ProofNumbers numbers            for the player who makes it
//             bool same_turn                  will the same player move again?
//             bool counts() const             false: refuted, or to be left aside for now
//
// and these functions and constants:
//
//   std::optional<Entry> expand(Frame& frame, const Entry* known);
//       Lists the moves of a position with first numbers, or gives the answer if that is seen at once.
//       `known` is what the table has, which is not enough, or null.
//   std::span<Child> moves(Frame& frame);
//       The moves to weigh. Asked for after every change, since what was found about one move may tell
//       something about others. None that counts: the position is refuted.
//   Entry found(Frame& frame, const ProofNumbers& numbers, const Child* best);
//       What to keep about a position. If it is proven, `best` is the move that does it; if it is
//       refuted, `best` is null.
//   void descend(const Frame& frame, const Child& child, Frame& next);
//       Makes a move. `next` still holds another position.
//   void take(Frame& frame, Child& child, const Frame& next, const Entry& entry);
//       Takes over what was found about the position that a move leads to.
//   static constexpr Together together;
//   static constexpr bool in_order;
//       Of moves that are equally easy to prove, which one is followed? The first one, if the moves are
//       in order of promise; otherwise the one that is easiest to refute.
//
// Any of them may throw what the stop check throws; the search is in order afterwards.
template <class Entry, class Frame>
class DfPn {
  public:
    explicit DfPn(std::size_t bytes) : table_(bytes) {}

    ProofTable<Entry>& table() { return table_; }
    const ProofTable<Entry>& table() const { return table_; }

    // A call of the solver begins. It may take this many nodes; `check` is called now and then.
    void begin(std::int64_t nodes, const StopCheck& check) {
        check_ = &check;
        limit_ = nodes_ + nodes;
        kept_ = false;
    }

    // To be filled in before a search.
    Frame& root() { return frame_at(0); }

    // Searches the position at the root until it is solved or the nodes are used up.
    template <class Domain>
    Entry search(Domain& domain) {
        return look(domain, 0, {ProofNumbers::never, ProofNumbers::never});
    }

    // The numbers of the root are those that it had when its moves were last weighed.
    SolverState state() const { return {table_.used(), table_.room(), root_numbers_}; }

    // What has been learnt. No search goes on meanwhile.
    void save(Saver& saver) const {
        saver.number(static_cast<std::uint64_t>(nodes_));
        table_.save(saver);
    }
    // As ProofTable::load().
    template <class Fits>
    void load(Loader& loader, Fits fits) {
        nodes_ = static_cast<std::int64_t>(loader.at_most(INT64_MAX));
        table_.load(loader, fits);
    }

    // It is for the domain to say what a node is.
    void count() { ++nodes_; }
    std::int64_t nodes() const { return nodes_; }

    // To be called with the effort of each step. There is a check after every 4096 or so, which the
    // domain scales so that they take less than a millisecond.
    static constexpr int between_checks = 4096;
    void tick(int effort) {
        effort_ += effort;
        if (effort_ < between_checks) return;
        effort_ = 0;
        (*check_)();
    }

  private:
    template <class Child>
    struct Choice {
        ProofNumbers numbers;   // of the position
        Child* best = nullptr;  // null: every move is refuted
        ProofNumbers limits;    // for the best move, as its player sees them
    };

    Frame& frame_at(std::size_t depth) {
        while (frames_.size() <= depth) frames_.emplace_back();
        return frames_[depth];
    }

    // Looks at the position of a frame until one of its numbers reaches its limit.
    template <class Domain>
    Entry look(Domain& domain, std::size_t depth, const ProofNumbers& limits) {
        Frame& frame = frames_[depth];
        // Step 1. Perhaps it has been reached by another order of moves in the meantime.
        const Entry* known = table_.find(frame.key);
        if (known && known->numbers().reach(limits)) return *known;
        const std::int64_t before = nodes_ - (known ? known->nodes() : 0);
        // Step 2. The moves.
        std::optional<Entry> result = domain.expand(frame, known);
        while (!result) {
            // Step 3. Weigh them. Something must be kept in every call of the solver, or the next
            // call would get no further.
            const std::span moves = domain.moves(frame);
            const auto choice = choose<Domain>(moves, limits);
            if (depth == 0) root_numbers_ = choice.numbers;
            if (choice.numbers.reach(limits) || (nodes_ >= limit_ && kept_)) {
                result = domain.found(frame, choice.numbers, choice.best);
                break;
            }
            // Step 4. One ply down.
            Frame& next = frame_at(depth + 1);
            domain.descend(frame, *choice.best, next);
            const Entry below =
                look(domain, depth + 1,
                     choice.best->same_turn ? choice.limits : choice.limits.for_opponent());
            domain.take(frame, *choice.best, next, below);
        }
        result->set_nodes(nodes_ - before);
        table_.store(frame.key, *result);
        kept_ = true;
        return *result;
    }

    // One move that does it proves a position, so the easiest one counts; to refute it, all must fail.
    template <class Domain, class Child>
    static Choice<Child> choose(std::span<Child> moves, const ProofNumbers& limits) {
        constexpr std::uint32_t never = ProofNumbers::never;
        Choice<Child> choice;
        std::uint32_t second = never, largest = 0;
        std::uint64_t sum = 0, count = 0;
        for (Child& child : moves) {
            if (!child.counts()) continue;
            const ProofNumbers& n = child.numbers;
            ++count;
            sum += n.disproof;
            largest = std::max(largest, n.disproof);
            const ProofNumbers least = choice.best ? choice.best->numbers : ProofNumbers::refuted();
            if (!choice.best || n.proof < least.proof ||
                (!Domain::in_order && n.proof == least.proof && n.disproof < least.disproof)) {
                second = least.proof;
                choice.best = &child;
            } else {
                second = std::min(second, n.proof);
            }
        }
        if (!choice.best) {
            choice.numbers = ProofNumbers::refuted();
            return choice;
        }
        const ProofNumbers& best = choice.best->numbers;
        if (best.proof == 0) {
            choice.numbers = ProofNumbers::proven();
            return choice;
        }
        // The part of the position's disproof number that looking at the best move cannot change.
        constexpr bool adds = Domain::together == Together::sum;
        const std::uint64_t others = adds ? sum - best.disproof : count - 1;
        const std::uint64_t all = adds ? sum : largest + others;
        choice.numbers = {best.proof,
                          static_cast<std::uint32_t>(std::min<std::uint64_t>(all, never - 1))};
        choice.limits.proof = std::min(limits.proof, second + second / 4 + 1);
        choice.limits.disproof =
            limits.disproof == never ? never : limits.disproof - static_cast<std::uint32_t>(others);
        return choice;
    }

    ProofTable<Entry> table_;
    std::deque<Frame> frames_;  // by depth; references to them stay good as more are added
    ProofNumbers root_numbers_;
    std::int64_t nodes_ = 0, limit_ = 0;
    bool kept_ = false;  // has anything been kept during this call?
    const StopCheck* check_ = nullptr;
    int effort_ = 0;  // since the last check
};

}  // namespace quincunx
