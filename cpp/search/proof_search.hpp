// Solving positions of any game: who wins, proven.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "boards/geometry.hpp"
#include "core/game.hpp"
#include "core/judge.hpp"
#include "core/proof.hpp"
#include "core/tick.hpp"
#include "games/insight.hpp"
#include "games/solving.hpp"
#include "play/keys.hpp"
#include "play/line.hpp"
#include "search/proof_table.hpp"
#include "search/win_search.hpp"

namespace quincunx {

// What is known about a position and a question: how much work an answer seems to need at least, which
// is 0 for the answer that is proven.
struct ProofEntry {
    std::uint64_t check = 0;
    std::uint64_t region = 0;  // of an answer: the cells that it needs (Insight: monotone)
    std::uint32_t proof = 1, disproof = 1;
    std::uint32_t work = 0;
    std::uint16_t plies = 0;  // of an answer: to the end of the game at most
    std::int8_t value = 0;  // of an answer: a win or a loss for sure, or a draw at least or at most
    std::uint8_t age = 0;

    bool open() const { return proof && disproof; }
};

// Depth-first proof-number search (Nagai, "Df-pn algorithm for searching AND/OR trees and its
// applications", 2002; see https://www.chessprogramming.org/Proof-Number_Search), with three additions:
//
// - Numbers of alternatives that must all fail are not added up. Where many orders of moves lead to the
//   same positions, sums count the same work many times; so the largest is taken, and one more for each
//   of the others (Ueda et al., "Weak proof-number search", 2008).
// - A move that seems best is followed until it needs a quarter more work than the next one, not just
//   more (Pawlewicz and Lew, "Improving depth-first pn-search: 1 + ε trick", 2006).
// - Where more stones never hurt, answers keep the cells that they need, and moves elsewhere are
//   refuted with them ("must-play"; Hayward et al., "Solving 7x7 Hex", 2003).
//
// Values are win, draw and loss. Asked is whether the player to move gets a win, or at least a draw;
// the refutation of a win that knows of no draw at any end of a line proves a loss.
template <Game G, class Verdict = Judge<G>, class Sight = Insight<G>>
class ProofSearch {
  public:
    explicit ProofSearch(std::size_t bytes) : table_(bytes) {}

    std::optional<Proof> solve(const Line<G>& line, std::int64_t nodes, const Tick& check) {
        const G& position = line.position();
        if (position.over()) return Proof{Verdict::winner(position), 0};
        set_board(position.geometry());
        children_.clear();
        check_ = &check;
        limit_ = nodes_ + nodes;
        kept_ = false;
        const Key key = keys_->of(position);
        if (key != last_) table_.grow_older();
        last_ = key;
        // Does the first player win? If not, does the second? (Always in this order, so that what was
        // found for one position helps with the next one, whoever is to move there.)
        const Side mover = position.turn();
        std::int8_t least = -1, most = 1;
        ProofEntry answer;
        for (const bool draw_is_enough : {mover == Side::second, mover == Side::first}) {
            answer = look(position, asked(key, draw_is_enough), draw_is_enough, never, never);
            if (answer.open()) return std::nullopt;
            if (answer.proof == 0) least = std::max(least, answer.value);
            if (answer.disproof == 0) most = std::min(most, answer.value);
            if (least == most) break;
        }
        if (least == 0) return Proof{std::nullopt, answer.plies};
        return Proof{least > 0 ? mover : other(mover), answer.plies};
    }

    std::int64_t nodes() const { return nodes_; }

    static bool within_reach(const G& position) {
        if constexpr (requires { Sight::within_reach(position); })
            return Sight::within_reach(position);
        else
            return false;
    }

  private:
    static constexpr std::uint32_t never = 1u << 30;
    static constexpr bool draws = !requires { requires Sight::decisive; };
    static constexpr bool monotone = requires { requires Sight::monotone; };

    // A move of a position that is being looked at, from the view of the player who makes it.
    struct Child {
        Key key;
        std::uint64_t region = 0;
        std::uint32_t proof = 1, disproof = 1;
        std::int32_t twin = -1;  // an earlier move, by number, that leads to an equal position
        Move move;
        std::uint16_t plies = 0;
        std::int8_t value = 0;
        bool over = false;
        bool same_turn = false;
        bool known = false;      // from the table
        bool pointless = false;  // the refutation of another move refutes it as well

        bool open() const { return proof && disproof && !pointless; }
        bool refuted() const { return !disproof && !pointless; }
    };

    void set_board(const Geometry& board) {
        board_ = &board;
        keys_ = &keys_of<G>(board);
        regions_ = monotone && board.cell_count() <= 64;
    }

    // Looks at a position until one of its numbers reaches a limit.
    ProofEntry look(const G& position, const Key& key, bool draw_is_enough,
                    std::uint32_t proof_limit, std::uint32_t disproof_limit) {
        const auto enough = [&](const ProofEntry& entry) {
            return !entry.open() || entry.proof >= proof_limit || entry.disproof >= disproof_limit;
        };
        std::int64_t work = 0;
        if (const ProofEntry* entry = table_.find(key)) {
            if (enough(*entry)) return *entry;
            work = entry->work;
        }
        const std::int64_t before = nodes_;
        const std::size_t first = children_.size();
        ProofEntry result;
        if (!play_all(position, draw_is_enough, result)) {
            recall(position, first, draw_is_enough);
            // Something must come of every call of solve(), or the next one would do no more.
            while (result = weigh_up(first), !enough(result) && !(nodes_ >= limit_ && kept_))
                descend(position, first, draw_is_enough, proof_limit, disproof_limit);
        }
        children_.resize(first);
        if (regions_) result.region = moved(result.region, keys_->there(key.symmetry));
        work += nodes_ - before;
        result.work = static_cast<std::uint32_t>(std::min<std::int64_t>(work, 1u << 31));
        table_.store(key, result);
        kept_ = true;
        return result;
    }

    // Adds the moves of a position to the list. True: one of them is the answer.
    bool play_all(const G& position, bool draw_is_enough, ProofEntry& result) {
        const Side mover = position.turn();
        const int wanted = draws && draw_is_enough ? 0 : 1;
        moves_.clear();
        after_.clear();
        position.legal_moves(moves_);
        for (const Move m : moves_) {
            G next = position;
            next.play_unchecked(m);
            ++nodes_;
            tick(1);
            Child child;
            child.move = m;
            child.same_turn = next.turn() == mover;
            if (next.over()) {
                const auto winner = Verdict::winner(next);
                child.over = true;
                child.value = static_cast<std::int8_t>(!winner ? 0 : *winner == mover ? 1 : -1);
                child.plies = 1;
                (child.value >= wanted ? child.proof : child.disproof) = 0;
                if (!child.proof) {
                    result = answer_of(child);
                    return true;
                }
            } else {
                after_.push_back(next);
            }
            children_.push_back(child);
        }
        return false;
    }

    // What the table knows about the moves; a guess for each of the others.
    void recall(const G& position, std::size_t first, bool draw_is_enough) {
        const auto children = std::span(children_).subspan(first);
        auto next = after_.begin();
        for (Child& child : children)
            if (!child.over) {
                child.key = asked(keys_->of(*next++), draw_is_enough == child.same_turn);
                table_.expect(child.key);
            }
        bool all_known = true;
        for (std::size_t i = 0; i < children.size(); ++i) {
            Child& child = children[i];
            if (child.over) continue;
            for (std::size_t j = 0; j < i && child.twin < 0; ++j)
                if (!children[j].over && children[j].key == child.key &&
                    children[j].same_turn == child.same_turn)
                    child.twin = static_cast<std::int32_t>(j);
            if (const ProofEntry* entry = table_.find(child.key))
                take(child, *entry);
            else
                all_known = false;
        }
        if constexpr (requires { sight_.weigh(position, moves_, after_, guesses_); }) {
            if (all_known) return;
            moves_.clear();
            for (const Child& child : children)
                if (!child.over) moves_.push_back(child.move);
            guesses_.assign(moves_.size(), {});
            sight_.weigh(position, moves_, after_, guesses_);
            tick(16);
            auto guess = guesses_.begin();
            for (Child& child : children) {
                if (child.over) continue;
                if (!child.known) {
                    child.proof = guess->proof;
                    child.disproof = guess->disproof;
                }
                ++guess;
            }
        }
    }

    // Takes over what was found about the position that a move leads to.
    void take(Child& child, const ProofEntry& entry) const {
        child.proof = child.same_turn ? entry.proof : entry.disproof;
        child.disproof = child.same_turn ? entry.disproof : entry.proof;
        child.known = true;
        if (entry.open()) return;
        child.value = static_cast<std::int8_t>(child.same_turn ? entry.value : -entry.value);
        child.plies = static_cast<std::uint16_t>(entry.plies + 1);
        if (regions_) child.region = moved(entry.region, keys_->back(child.key.symmetry));
    }

    // The move that does what was asked, as the answer.
    ProofEntry answer_of(const Child& child) const {
        ProofEntry entry;
        entry.proof = 0;
        entry.disproof = never;
        entry.value = child.value;
        entry.plies = child.plies;
        entry.region = child.region | bit(child.move);
        return entry;
    }

    // To be looked at? Of moves that lead to equal positions only the first.
    bool in_turn(std::span<const Child> children, const Child& child) const {
        return child.open() &&
               (child.twin < 0 || !children[static_cast<std::size_t>(child.twin)].open());
    }

    // The numbers of a position from those of its moves: the least for one move that does it, the
    // largest and one for each of the others for all that must fail.
    ProofEntry weigh_up(std::size_t first) {
        const auto children = std::span(children_).subspan(first);
        if (regions_) leave_out_pointless(children);
        ProofEntry sum;
        sum.proof = never;
        std::uint32_t largest = 0, count = 0;
        for (const Child& child : children) {
            if (!child.proof) return answer_of(child);
            if (!in_turn(children, child)) continue;
            sum.proof = std::min(sum.proof, child.proof);
            largest = std::max(largest, child.disproof);
            ++count;
        }
        if (!count) return refutation(children);
        sum.disproof = std::min(largest + count - 1, never - 1);
        return sum;
    }

    // All moves fail: the best value, the longest way, the cells that the opponent needs.
    ProofEntry refutation(std::span<Child> children) const {
        if (regions_) leave_out_needless(children);
        ProofEntry entry;
        entry.proof = never;
        entry.disproof = 0;
        entry.value = -1;
        for (const Child& child : children)
            if (child.refuted()) {
                entry.value = std::max(entry.value, child.value);
                entry.plies = std::max(entry.plies, child.plies);
                entry.region |= child.region;
            }
        return entry;
    }

    // A move has been refuted by play within a region. The same play refutes every move outside the
    // region: the opponent does as if the refuted one had been made instead.
    void leave_out_pointless(std::span<Child> children) const {
        std::uint64_t needed = ~std::uint64_t{0};
        for (const Child& child : children)
            if (child.refuted()) needed &= child.region;
        for (Child& child : children)
            if (child.open() && !(needed & bit(child.move))) child.pointless = true;
    }

    // The same for refuted moves, so that the region of them all is smaller.
    void leave_out_needless(std::span<Child> children) const {
        std::uint64_t legal = 0;
        for (const Child& child : children) legal |= bit(child.move);
        for (Child& child : children) {
            if (!child.refuted()) continue;
            std::uint64_t needed = legal, answered = 0;
            for (const Child& c : children)
                if (&c != &child && c.refuted()) {
                    needed &= c.region;
                    answered |= bit(c.move);
                }
            if (answered && !(needed & ~answered)) child.pointless = true;
        }
    }

    // Looks at the move that seems to need the least work to do what is asked.
    void descend(const G& position, std::size_t first, bool draw_is_enough,
                 std::uint32_t proof_limit, std::uint32_t disproof_limit) {
        const auto children = std::span(children_).subspan(first);
        std::size_t best = 0;
        std::uint32_t least = never, second = never, count = 0;
        for (std::size_t i = 0; i < children.size(); ++i) {
            const Child& child = children[i];
            if (!in_turn(children, child)) continue;
            ++count;
            if (child.proof < least ||
                (child.proof == least && child.disproof < children[best].disproof)) {
                second = least;
                least = child.proof;
                best = i;
            } else {
                second = std::min(second, child.proof);
            }
        }
        const std::uint32_t proof = std::min(proof_limit, second + second / 4 + 1);
        const std::uint32_t disproof =
            disproof_limit == never ? never : disproof_limit - (count - 1);
        const Child child = children[best];  // the list may move
        G next = position;
        next.play_unchecked(child.move);
        const bool enough = draw_is_enough == child.same_turn;
        const ProofEntry entry = child.same_turn ? look(next, child.key, enough, proof, disproof)
                                                 : look(next, child.key, enough, disproof, proof);
        for (std::size_t i = first; i < children_.size(); ++i)
            if (Child& c = children_[i];
                i == first + best ||
                (c.open() && c.twin >= 0 && static_cast<std::size_t>(c.twin) == best))
                take(c, entry);
    }

    // The key of a position together with what is asked about it.
    static Key asked(Key key, bool draw_is_enough) {
        if (draws && draw_is_enough) {
            key.place = ~key.place;
            key.check = ~key.check;
        }
        return key;
    }

    // Regions: one bit a cell, in the order of the board's cells.
    std::uint64_t bit(Move m) const {
        return regions_ ? std::uint64_t{1} << board_->order_of(m.code) : 0;
    }
    std::uint64_t moved(std::uint64_t region, const std::uint16_t* map) const {
        std::uint64_t result = 0;
        for (; region; region &= region - 1) {
            const int cell = board_->cells()[static_cast<std::size_t>(std::countr_zero(region))];
            result |= std::uint64_t{1} << board_->order_of(map[cell]);
        }
        return result;
    }

    // On the largest boards a position takes some ten microseconds.
    void tick(int positions) {
        work_ += positions * board_->cell_count();
        if (work_ < 4096) return;
        work_ = 0;
        (*check_)();
    }

    ProofTable<ProofEntry> table_;
    Sight sight_;
    const Geometry* board_ = nullptr;
    const Keys<G>* keys_ = nullptr;
    bool regions_ = false;
    Key last_;
    std::int64_t nodes_ = 0, limit_ = 0;
    bool kept_ = false;  // has anything been kept during this call?
    const Tick* check_ = nullptr;
    int work_ = 0;
    std::vector<Child> children_;  // of all positions from the first to the one being looked at
    std::vector<Move> moves_;
    std::vector<G> after_;
    std::vector<Guess> guesses_;
};

// Where an arrangement that returns ends the game, what is proven depends on what stood before.
template <Game G, class Verdict, class Sight>
    requires(G::remembers)
class ProofSearch<G, Verdict, Sight> : public WinSearch<G, Verdict> {
  public:
    using WinSearch<G, Verdict>::WinSearch;
};

}  // namespace quincunx
