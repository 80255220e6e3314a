// Solving positions of games that remember: who wins, and within how many plies.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/adjudicator.hpp"
#include "core/game.hpp"
#include "core/proof.hpp"
#include "core/rng.hpp"
#include "core/stop_check.hpp"
#include "play/keys.hpp"
#include "search/checkpoint.hpp"
#include "search/past.hpp"
#include "search/proof_table.hpp"
#include "search/solver.hpp"

namespace quincunx {

// Asks in turn whether one player or the other can win within 1, 2, 3 … plies. An arrangement that
// returns is a draw, so answers depend on the arrangements that stood before. Two things keep the table
// right all the same (the problem is known as graph history interaction; Kishimoto and Müller, "A
// general solution to the graph history interaction problem", 2004):
//
// - A win holds only for the past with which it was found. It is kept with a number for that past, and
//   only taken where the number is the same.
// - "No win within d plies" holds for every past, unless it rests on a draw by an arrangement that
//   stood before the position: another past can only turn more of what follows into draws, and no draw
//   makes a win. So it is kept if it does not rest on one.
template <Game G, class Adjudicator = RulesAdjudicator<G>>
    requires(G::remembers)
class WinSearch {
  public:
    explicit WinSearch(std::size_t bytes) : table_(bytes) {}

    std::optional<Proof> solve(const G& position, const Past<G>& past, std::int64_t nodes,
                               const StopCheck& check) {
        begin(position, past);
        check_ = &check;
        limit_ = nodes_ + nodes;
        kept_ = false;
        for (; depth_ <= deepest; ++depth_, asked_ = 0) {
            // Once both have failed with a look at all that can ever come, nobody wins.
            for (; asked_ < 2; ++asked_) {
                if (hopeless_[asked_]) continue;
                attacker_ = asked_ == 0 ? position.turn() : other(position.turn());
                const Answer answer = look(position, depth_);
                if (answer.stopped) return std::nullopt;
                if (answer.wins) return Proof{attacker_, answer.plies};
                hopeless_[asked_] = !answer.shallow;
            }
            if (hopeless_[0] && hopeless_[1]) return Proof{std::nullopt, depth_};
        }
        return std::nullopt;
    }

    std::int64_t nodes() const { return nodes_; }
    SolverState state() const { return {table_.used(), table_.room(), std::nullopt, depth_}; }

    static constexpr std::string_view kind = "win search 1";
    void save(Saver& saver) const {
        saver.number(static_cast<std::uint64_t>(nodes_));
        saver.number(began_);
        saver.number(question_);
        for (const int n : {depth_, asked_, int{hopeless_[0]}, int{hopeless_[1]}})
            saver.number(static_cast<std::uint64_t>(n));
        table_.save(saver);
    }
    void load(Loader& loader, const G&) {
        nodes_ = static_cast<std::int64_t>(loader.at_most(INT64_MAX));
        began_ = loader.at_most(1);
        question_ = loader.number();
        depth_ = static_cast<int>(loader.at_most(deepest + 1));
        asked_ = static_cast<int>(loader.at_most(2));
        for (bool& hopeless : hopeless_) hopeless = loader.at_most(1);
        if (!depth_) Loader::refuse("it holds what cannot be");
        table_.load(loader, [](const Entry&) { return true; });
    }

    // A short look at what is forced never hurts, and more than that is out of reach anyway.
    static bool within_reach(const G&) { return true; }

  private:
    static constexpr std::uint16_t for_ever = 0xFFFF;
    // Far beyond what is ever reached, except in dead ends: what the table says about one depth can hide
    // that everything has been seen, so that a draw goes unproven.
    static constexpr int deepest = 1000;
    static constexpr int nowhere = 1 << 30;
    static constexpr Move no_move{0xFFFE};

    // Plies within which there is a win, or within which there is none; 0 where nothing is known. What
    // holds for one past and what holds whatever the past (never a win) are separate entries.
    struct Entry {
        std::uint64_t check = 0;
        std::uint32_t work = 0;
        std::uint16_t win_within = 0, none_within = 0;
        Move move = no_move;        // that won or refuted, even if with another past
        std::uint8_t symmetry = 0;  // that `move` is seen under
        std::uint8_t age = 0;
    };

    struct Answer {
        bool wins = false;
        bool stopped = false;  // no answer: too many positions
        bool shallow = false;  // no win within the depth, but perhaps later
        int rests_on =
            nowhere;    // where in the past the first arrangement is that "no win" rests on
        int plies = 0;  // of a win
        Move move = no_move;
    };

    // The past: the arrangements, and a number for all of them up to here, whatever their order.
    struct Stood {
        std::uint64_t arrangement, all;
    };

    void begin(const G& position, const Past<G>& past) {
        keys_ = &keys_of<G>(position.geometry());
        past_.clear();
        for (const std::uint64_t arrangement : past.arrangements()) enter(arrangement);
        // Turn and markers are not part of an arrangement, but of what is asked.
        const std::uint64_t question = past_.back().all + position.hash();
        if (began_ && question == question_) return;
        began_ = true;
        question_ = question;
        table_.grow_older();
        depth_ = 1;
        asked_ = 0;
        hopeless_ = {};
    }

    void enter(std::uint64_t arrangement) {
        past_.push_back(
            {arrangement, (past_.empty() ? 0 : past_.back().all) + Rng(arrangement).next()});
    }

    // Where in the past the arrangement stood, or -1.
    int place_of(const G& position) const {
        const std::uint64_t key = position.arrangement_hash();
        for (std::size_t i = 0; i < past_.size(); ++i)
            if (past_[i].arrangement == key) return static_cast<int>(i);
        return -1;
    }

    Entry find(const Key& key) {
        const Entry* entry = table_.find(key);
        return entry ? *entry : Entry{};
    }

    // Can the attacker win within `depth` plies? Precondition: depth > 0, the game is not over, and the
    // position is the last one of the past.
    Answer look(const G& position, int depth) {
        const bool attacks = position.turn() == attacker_;
        // The last ply is looked at sooner than the table.
        if (depth == 1)
            return attacks ? attack(position, 1, no_move) : defend(position, 1, no_move);
        Key key = keys_->of(position);
        if (!attacks) key = {~key.place, ~key.check, key.symmetry};
        const std::uint64_t past = past_.back().all;
        const Key key_here{key.place + past, key.check ^ past, key.symmetry};
        Entry always = find(key), here = find(key_here);
        if (here.win_within && here.win_within <= depth)
            return {.wins = true, .plies = here.win_within};
        if (always.none_within == for_ever) return {};
        if (here.none_within == for_ever) return {.rests_on = 0};
        if (always.none_within >= depth) return {.shallow = true};
        if (here.none_within >= depth) return {.shallow = true, .rests_on = 0};
        // Something must come of every call, or the next one would do no more.
        if (nodes_ >= limit_ && kept_) return {.stopped = true};
        const std::int64_t before = nodes_;
        const Move hint = always.symmetry == key.symmetry ? always.move : no_move;
        const Answer answer =
            attacks ? attack(position, depth, hint) : defend(position, depth, hint);
        if (answer.stopped) return answer;
        const auto within = static_cast<std::uint16_t>(answer.wins      ? answer.plies
                                                       : answer.shallow ? depth
                                                                        : for_ever);
        const auto keep = [&](const Key& where, Entry entry) {
            entry.move = answer.move;
            entry.symmetry = static_cast<std::uint8_t>(key.symmetry);
            entry.work = static_cast<std::uint32_t>(
                std::min<std::int64_t>(entry.work + (nodes_ - before), 0x7FFFFFFF));
            table_.store(where, entry);
        };
        const bool whatever_the_past =
            !answer.wins && answer.rests_on >= static_cast<int>(past_.size()) - 1;
        if (whatever_the_past) {
            always.none_within = within;
        } else {
            (answer.wins ? here.win_within : here.none_within) = within;
            keep(key_here, here);
        }
        keep(key, always);
        kept_ = true;
        return answer;
    }

    // The attacker is to move: one move that wins will do.
    Answer attack(const G& position, int depth, Move hint) {
        Answer none;
        auto& moves = moves_of(position, depth, hint);
        // First the moves that win at once; those of the others that are worth a look stay in the list.
        std::size_t left = 0;
        for (const Move m : moves) {
            G next = position;
            next.play_unchecked(m);
            tick();
            if (next.over()) {
                if (Adjudicator::winner(next) == attacker_)
                    return {.wins = true, .plies = 1, .move = m};
            } else if (const int place = place_of(next); place >= 0) {
                none.rests_on = std::min(none.rests_on, place);
            } else {
                moves[left++] = m;
            }
        }
        if (depth == 1) {
            none.shallow = left > 0;
            return none;
        }
        for (std::size_t i = 0; i < left; ++i) {
            const Move m = buffers_[static_cast<std::size_t>(depth)][i];
            G next = position;
            next.play_unchecked(m);
            const Answer answer = after(next, depth);
            if (answer.stopped) return answer;
            if (answer.wins) return {.wins = true, .plies = answer.plies + 1, .move = m};
            none.shallow |= answer.shallow;
            none.rests_on = std::min(none.rests_on, answer.rests_on);
        }
        return none;
    }

    // The other player is to move: one move that does not lose within the depth refutes the attack.
    Answer defend(const G& position, int depth, Move hint) {
        Answer win{.wins = true};
        const std::size_t count = moves_of(position, depth, hint).size();
        for (std::size_t i = 0; i < count; ++i) {
            const Move m = buffers_[static_cast<std::size_t>(depth)][i];
            G next = position;
            next.play_unchecked(m);
            tick();
            if (next.over()) {
                if (Adjudicator::winner(next) != attacker_) return {.move = m};
                win.plies = std::max(win.plies, 1);
                continue;
            }
            if (const int place = place_of(next); place >= 0) return {.rests_on = place, .move = m};
            if (depth == 1) return {.shallow = true, .move = m};
            Answer answer = after(next, depth);
            if (answer.stopped) return answer;
            if (!answer.wins) {
                answer.move = m;
                return answer;
            }
            win.plies = std::max(win.plies, answer.plies + 1);
        }
        return win;
    }

    Answer after(const G& next, int depth) {
        enter(next.arrangement_hash());
        const Answer answer = look(next, depth - 1);
        past_.pop_back();
        return answer;
    }

    // The moves, a hint first. One list for each depth: it is in use until the look at that depth ends.
    std::vector<Move>& moves_of(const G& position, int depth, Move hint) {
        if (buffers_.size() <= static_cast<std::size_t>(depth))
            buffers_.resize(static_cast<std::size_t>(depth) + 1);
        auto& moves = buffers_[static_cast<std::size_t>(depth)];
        moves.clear();
        position.legal_moves(moves);
        if (const auto found = std::find(moves.begin(), moves.end(), hint); found != moves.end())
            std::rotate(moves.begin(), found, found + 1);
        return moves;
    }

    void tick() {
        if (++nodes_ % 256 == 0) (*check_)();
    }

    ProofTable<Entry> table_;
    std::int64_t nodes_ = 0, limit_ = 0;
    const StopCheck* check_ = nullptr;
    const Keys<G>* keys_ = nullptr;
    std::vector<Stood> past_;
    std::vector<std::vector<Move>> buffers_;
    Side attacker_ = Side::first;
    bool kept_ = false;  // has anything been kept during this call?
    // How far the question of the last call has got.
    bool began_ = false;
    std::uint64_t question_ = 0;
    int depth_ = 1, asked_ = 0;
    std::array<bool, 2> hopeless_{};
};

}  // namespace quincunx
