// Solving positions of any game: who wins, proven.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "boards/geometry.hpp"
#include "core/adjudicator.hpp"
#include "core/game.hpp"
#include "core/proof.hpp"
#include "core/stop_check.hpp"
#include "play/keys.hpp"
#include "search/df_pn.hpp"
#include "search/proof_knowledge.hpp"
#include "search/proof_numbers.hpp"
#include "search/solver.hpp"

namespace quincunx {

// What is known about a position and a question.
struct ProofEntry {
    std::uint64_t check = 0;
    std::uint64_t region = 0;  // of an answer: the cells that it needs (ProofKnowledge: monotone)
    std::uint32_t proof = 1, disproof = 1;
    std::uint32_t work = 0;
    std::uint16_t plies = 0;  // of an answer: to the end of the game at most
    std::int8_t value = 0;  // of an answer: a win or a loss for sure, or a draw at least or at most
    std::uint8_t age = 0;

    ProofNumbers numbers() const { return {proof, disproof}; }
    std::int64_t nodes() const { return work; }
    void set_nodes(std::int64_t n) {
        work = static_cast<std::uint32_t>(std::min<std::int64_t>(n, UINT32_MAX));
    }
};

// Proof-number search (search/df_pn.hpp) that knows the rules of a game and what its ProofKnowledge says.
//
// Where more stones never hurt, answers keep the cells that they need, and moves elsewhere are refuted
// with them ("must-play"; Hayward et al., "Solving 7x7 Hex", 2003).
//
// Values are win, draw and loss. The question is whether the player to move gets a win, or at least a
// draw; the refutation of a win that finds no draw at the end of any line proves a loss.
template <Game G, class Adjudicator = RulesAdjudicator<G>, class Known = ProofKnowledge<G>>
class ProofSearch {
  public:
    explicit ProofSearch(std::size_t bytes) : search_(bytes) {}

    std::optional<Proof> solve(const G& position, const Past<G>&, std::int64_t nodes,
                               const StopCheck& check) {
        set_board(position.geometry());
        search_.begin(nodes, check);
        const Key key = keys_->of(position);
        if (key != last_) search_.table().grow_older();
        last_ = key;
        // Does the first player win? If not, does the second? (Always in this order, so that what was
        // found for one position helps with the next one, whoever is to move there.)
        const Side mover = position.turn();
        std::int8_t least = -1, most = 1;
        ProofEntry answer;
        for (const bool draw_is_enough : {mover == Side::second, mover == Side::first}) {
            set(search_.root(), position, asked(key, draw_is_enough), draw_is_enough);
            answer = search_.search(*this);
            if (answer.numbers().open()) return std::nullopt;
            if (answer.proof == 0) least = std::max(least, answer.value);
            if (answer.disproof == 0) most = std::min(most, answer.value);
            if (least == most) break;
        }
        if (least == 0) return Proof{std::nullopt, answer.plies};
        return Proof{least > 0 ? mover : other(mover), answer.plies};
    }

    std::int64_t nodes() const { return search_.nodes(); }
    SolverState state() const { return search_.state(); }

    static constexpr std::string_view kind = "proof search 1";
    void save(Saver& saver) const {
        saver.number(last_.place);
        saver.number(last_.check);
        search_.save(saver);
    }
    void load(Loader& loader, const G& position) {
        const int cells = position.geometry().cell_count();
        last_ = {loader.number(), loader.number()};
        search_.load(loader, [&](const ProofEntry& entry) {
            return -1 <= entry.value && entry.value <= 1 &&
                   (cells >= 64 || !(entry.region >> cells));
        });
    }

    static bool within_reach(const G& position) {
        if constexpr (requires { Known::within_reach(position); })
            return Known::within_reach(position);
        else
            return false;
    }

  private:
    static constexpr bool draws = !requires { requires Known::decisive; };
    static constexpr bool monotone = requires { requires Known::monotone; };

    // A move of a position that is being looked at, as the player who makes it sees it.
    struct Child {
        Key key;
        std::uint64_t region = 0;
        ProofNumbers numbers;
        std::int32_t twin = -1;  // an earlier move, by number, that leads to an equal position
        Move move;
        std::uint16_t plies = 0;
        std::int8_t value = 0;
        bool over = false;
        bool same_turn = false;
        bool known = false;      // from the table
        bool pointless = false;  // the refutation of another move refutes it as well
        bool waits = false;      // while its twin is looked at

        bool open() const { return numbers.open() && !pointless; }
        bool refuted() const { return !numbers.disproof && !pointless; }
        bool counts() const { return numbers.disproof != 0 && !pointless && !waits; }
    };
    struct Frame {
        Key key;
        std::optional<G> position;
        bool draw_is_enough = false;
        std::vector<Child> children;
    };
    using Search = DfPn<ProofEntry, Frame>;
    friend Search;

    void set_board(const Geometry& board) {
        board_ = &board;
        keys_ = &keys_of<G>(board);
        regions_ = monotone && board.cell_count() <= 64;
    }

    static void set(Frame& frame, const G& position, const Key& key, bool draw_is_enough) {
        frame.position = position;
        frame.key = key;
        frame.draw_is_enough = draw_is_enough;
    }

    // --- What df-pn asks for ---------------------------------------------------------------------

    static constexpr Together together = Together::largest;
    static constexpr bool in_order = false;

    std::optional<ProofEntry> expand(Frame& frame, const ProofEntry*) {
        frame.children.clear();
        if (const Child* winning = play_all(frame)) return answer_of(frame, *winning);
        recall(frame);
        return std::nullopt;
    }

    // Of moves that lead to equal positions only the first is looked at.
    std::span<Child> moves(Frame& frame) const {
        auto& children = frame.children;
        if (regions_) leave_out_pointless(children);
        for (Child& child : children)
            if (child.twin >= 0)
                child.waits = children[static_cast<std::size_t>(child.twin)].open();
        return children;
    }

    ProofEntry found(Frame& frame, const ProofNumbers& numbers, const Child* best) const {
        if (!best) return refutation(frame);
        if (!numbers.proof) return answer_of(frame, *best);
        ProofEntry entry;
        entry.proof = numbers.proof;
        entry.disproof = numbers.disproof;
        return entry;
    }

    void descend(const Frame& frame, const Child& child, Frame& next) const {
        set(next, *frame.position, child.key, frame.draw_is_enough == child.same_turn);
        next.position->play_unchecked(child.move);
    }

    void take(Frame& frame, Child& child, const Frame&, const ProofEntry& entry) const {
        take(child, entry);
        for (Child& c : frame.children)
            if (c.open() && c.twin >= 0 &&
                &frame.children[static_cast<std::size_t>(c.twin)] == &child)
                take(c, entry);
    }

    // --- The moves of a position -----------------------------------------------------------------

    // Lists them. If one of them ends the game as it should, the rest does not matter.
    const Child* play_all(Frame& frame) {
        const Side mover = frame.position->turn();
        const int wanted = draws && frame.draw_is_enough ? 0 : 1;
        moves_.clear();
        after_.clear();
        frame.position->legal_moves(moves_);
        for (const Move m : moves_) {
            G next = *frame.position;
            next.play_unchecked(m);
            search_.count();
            tick(1);
            Child& child = frame.children.emplace_back();
            child.move = m;
            child.same_turn = next.turn() == mover;
            if (next.over()) {
                const auto winner = Adjudicator::winner(next);
                child.over = true;
                child.value = static_cast<std::int8_t>(!winner ? 0 : *winner == mover ? 1 : -1);
                child.plies = 1;
                if (child.value >= wanted) return &child;
                child.numbers = ProofNumbers::refuted();
            } else {
                after_.push_back(next);
            }
        }
        return nullptr;
    }

    // What the table knows about the moves; a guess for each of the others.
    void recall(Frame& frame) {
        const std::span children(frame.children);
        auto next = after_.begin();
        for (Child& child : children)
            if (!child.over) {
                child.key = asked(keys_->of(*next++), frame.draw_is_enough == child.same_turn);
                search_.table().expect(child.key);
            }
        bool guesses_matter = false, proven = false;
        for (std::size_t i = 0; i < children.size(); ++i) {
            Child& child = children[i];
            if (child.over) continue;
            for (std::size_t j = 0; j < i && child.twin < 0; ++j)
                if (!children[j].over && children[j].key == child.key &&
                    children[j].same_turn == child.same_turn)
                    child.twin = static_cast<std::int32_t>(j);
            if (const ProofEntry* entry = search_.table().find(child.key))
                take(child, *entry);
            else
                guesses_matter = true;
            proven |= !child.numbers.proof;
        }
        if constexpr (requires { known_.weigh(*frame.position, moves_, after_, guesses_); }) {
            if (proven || !guesses_matter) return;
            moves_.clear();
            for (const Child& child : children)
                if (!child.over) moves_.push_back(child.move);
            guesses_.assign(moves_.size(), {});
            known_.weigh(*frame.position, moves_, after_, guesses_);
            tick(16);
            auto guess = guesses_.begin();
            for (Child& child : children) {
                if (child.over) continue;
                if (!child.known) child.numbers = *guess;
                ++guess;
            }
        }
    }

    // Takes over what was found about the position that a move leads to.
    void take(Child& child, const ProofEntry& entry) const {
        child.numbers = child.same_turn ? entry.numbers() : entry.numbers().for_opponent();
        child.known = true;
        if (child.numbers.open()) return;
        child.value = static_cast<std::int8_t>(child.same_turn ? entry.value : -entry.value);
        child.plies = static_cast<std::uint16_t>(entry.plies + 1);
        if (regions_) child.region = moved(entry.region, keys_->back(child.key.symmetry));
    }

    // --- Answers ---------------------------------------------------------------------------------

    // The move that does what was asked, as the answer.
    ProofEntry answer_of(const Frame& frame, const Child& child) const {
        return answer(frame, ProofNumbers::proven(), child.value, child.plies,
                      child.region | bit(child.move));
    }

    // All moves fail: the best value, the longest way, the cells that the opponent needs.
    ProofEntry refutation(Frame& frame) const {
        if (regions_) leave_out_needless(frame.children);
        std::int8_t value = -1;
        std::uint16_t plies = 0;
        std::uint64_t region = 0;
        for (const Child& child : frame.children)
            if (child.refuted()) {
                value = std::max(value, child.value);
                plies = std::max(plies, child.plies);
                region |= child.region;
            }
        return answer(frame, ProofNumbers::refuted(), value, plies, region);
    }

    ProofEntry answer(const Frame& frame, const ProofNumbers& numbers, std::int8_t value,
                      std::uint16_t plies, std::uint64_t region) const {
        ProofEntry entry;
        entry.proof = numbers.proof;
        entry.disproof = numbers.disproof;
        entry.value = value;
        entry.plies = plies;
        if (regions_) entry.region = moved(region, keys_->there(frame.key.symmetry));
        return entry;
    }

    // A move has been refuted by play within a region. The same play refutes every move outside the
    // region: the opponent plays as if the refuted one had been made instead.
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

    // The key of a position together with what is asked about it.
    static Key asked(Key key, bool draw_is_enough) {
        if (draws && draw_is_enough) {
            key.place = ~key.place;
            key.check = ~key.check;
        }
        return key;
    }

    // Regions: one bit per cell, in the order of the board's cells.
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
    void tick(int positions) { search_.tick(positions * board_->cell_count()); }

    Search search_;
    Known known_;
    const Geometry* board_ = nullptr;
    const Keys<G>* keys_ = nullptr;
    bool regions_ = false;
    Key last_;
    std::vector<Move> moves_;
    std::vector<G> after_;
    std::vector<ProofNumbers> guesses_;
};

}  // namespace quincunx
