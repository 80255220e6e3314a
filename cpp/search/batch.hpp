// Many boards of one game, moved on together: for learners.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "boards/geometry.hpp"
#include "core/errors.hpp"
#include "core/game.hpp"
#include "core/memory.hpp"
#include "core/rng.hpp"
#include "play/history.hpp"
#include "play/notation.hpp"
#include "search/past.hpp"
#include "search/workers.hpp"

namespace quincunx {

// Boards are stepped by action numbers (G::action_of). A board that has ended stays as it is until it
// is reset. Arrays belong to the caller: what is read from them is copied first, so that somebody who
// writes to them meanwhile gets a refusal or a legal move, and nothing else.
class alignas(interference_size) Batch {
  public:
    static constexpr int no_action = -1;  // leaves a board alone

    virtual ~Batch() = default;

    virtual int size() const = 0;
    virtual int action_count() const = 0;
    virtual int cell_count() const = 0;

    // One action for each board. Throws before anything has moved if one of them is not legal.
    virtual void step(const std::int64_t* actions, int threads) = 0;
    // A uniformly random legal move on every board that has not ended.
    virtual void step_random(std::uint64_t seed, int threads) = 0;
    // Begins anew where the byte is not 0.
    virtual void reset(const std::uint8_t* which) = 0;

    // One row for each board: is the action legal?
    virtual void legal(bool* out, int threads) const = 0;
    // One row for each board, the cells in reading order: the height of what stands there, negative for
    // the second side.
    virtual void cells(std::int8_t* out, int threads) const = 0;
    // 0 for the first side, 1 for the second.
    virtual void turns(std::int8_t* out) const = 0;
    // -1 while a game goes on, then 0 or 1 for the winner and 2 for a draw.
    virtual void results(std::int8_t* out) const = 0;

    virtual std::string fen_of(int i) const = 0;
};

template <Game G>
class BatchOf final : public Batch {
  public:
    BatchOf(const History& start, int count)
        : start_{as<G>(start.position()), Past<G>(start), start.outcome()},
          boards_(static_cast<std::size_t>(count), start_) {}

    int size() const override { return static_cast<int>(boards_.size()); }
    int action_count() const override { return start_.position.action_count(); }
    int cell_count() const override { return start_.position.geometry().cell_count(); }

    void step(const std::int64_t* callers_actions, int threads) override {
        const std::vector<std::int64_t> actions(callers_actions, callers_actions + size());
        for (int i = 0; i < size(); ++i)
            if (actions[i] != no_action) require_legal(i, actions[i]);
        for_each_block(threads, [&](int i) {
            if (actions[i] != no_action)
                play(boards_[i], boards_[i].position.move_of_action(static_cast<int>(actions[i])));
        });
    }

    void step_random(std::uint64_t seed, int threads) override {
        for_each_block(threads, [&](int i) {
            if (boards_[i].outcome) return;
            Rng rng(seed, static_cast<std::uint64_t>(i));
            play(boards_[i], *boards_[i].position.random_move(rng));
        });
    }

    void reset(const std::uint8_t* which) override {
        for (int i = 0; i < size(); ++i)
            if (which[i]) boards_[i] = start_;
    }

    void legal(bool* out, int threads) const override {
        const int width = action_count();
        std::fill_n(out, static_cast<std::size_t>(width) * size(), false);
        for_each_block(threads, [&](int i) {
            if (boards_[i].outcome) return;
            std::vector<Move> moves;
            boards_[i].position.legal_moves(moves);
            bool* row = out + static_cast<std::size_t>(width) * i;
            for (const Move m : moves) row[boards_[i].position.action_of(m)] = true;
        });
    }
    void cells(std::int8_t* out, int threads) const override {
        const auto& order = start_.position.geometry().cells();
        for_each_block(threads, [&](int i) {
            std::int8_t* row = out + order.size() * static_cast<std::size_t>(i);
            for (std::size_t c = 0; c < order.size(); ++c) {
                const Piece piece = boards_[i].position.at(order[c]);
                const int sign = piece.side == Side::first ? 1 : -1;
                row[c] = static_cast<std::int8_t>(sign * piece.height);
            }
        });
    }
    void turns(std::int8_t* out) const override {
        for (int i = 0; i < size(); ++i)
            out[i] = static_cast<std::int8_t>(index(boards_[i].position.turn()));
    }
    void results(std::int8_t* out) const override {
        for (int i = 0; i < size(); ++i) {
            const auto& outcome = boards_[i].outcome;
            out[i] = static_cast<std::int8_t>(!outcome           ? -1
                                              : !outcome->winner ? 2
                                                                 : index(*outcome->winner));
        }
    }

    std::string fen_of(int i) const override { return fen(PositionOf<G>(boards_[i].position)); }

  private:
    struct Board {
        G position;
        Past<G> past;
        std::optional<Outcome> outcome;
    };

    static void play(Board& board, Move m) {
        board.position.play_unchecked(m);
        [[maybe_unused]] const bool repeats = board.past.enter(board.position);
        board.outcome = board.position.outcome();
        if constexpr (G::remembers)
            if (repeats && !(board.outcome && board.outcome->winner))
                board.outcome = Outcome{{}, &G::repetition};
    }

    void require_legal(int i, std::int64_t action) const {
        const Board& board = boards_[i];
        const std::string text =
            "action " + std::to_string(action) + " on board " + std::to_string(i);
        if (action < 0 || action >= action_count())
            throw InvalidMove(text,
                              "actions are 0 to " + std::to_string(action_count() - 1) + ", or " +
                                  std::to_string(no_action) + " to leave a board alone",
                              fen_of(i));
        if (board.outcome) throw GameOver(text, "the game is over", fen_of(i));
        const Move m = board.position.move_of_action(static_cast<int>(action));
        if (!board.position.is_legal(m))
            throw IllegalMove(text, board.position.explain(m).text, fen_of(i));
    }

    template <class F>
    void for_each_block(int threads, F&& f) const {
        constexpr int block = 64;
        share_work((size() + block - 1) / block, threads, {},
                   [&](std::int64_t b, const StopCheck&) {
                       const int end = std::min(size(), static_cast<int>(b + 1) * block);
                       for (int i = static_cast<int>(b) * block; i < end; ++i) f(i);
                   });
    }

    Board start_;
    std::vector<Board> boards_;
};

}  // namespace quincunx
