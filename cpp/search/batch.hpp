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
#include "search/planes.hpp"
#include "search/workers.hpp"

namespace quincunx {

// Where to write what is to be seen on each board: one row for each.
struct Sight {
    std::uint8_t* planes;
    bool* legal;
    std::int8_t* turns;
};

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

    // For learners (search/planes.hpp). An observation is planes of side × side bytes.
    virtual std::vector<std::string> plane_names() const = 0;
    virtual int plane_side() const = 0;
    // What the side to move sees on each board, or what the other one does.
    virtual void observe(const Sight& out, bool other_side, int threads) const = 0;
    // A uniformly random legal action for each board, no_action for one that has ended.
    virtual void sample(std::int64_t* out, std::uint64_t seed) const = 0;
    // Steps, begins anew where a game has ended, and says what is to be seen then. Rewards are the
    // mover's: 1 for a win, -1 for a loss, 0 for a draw and while a game goes on.
    virtual void advance(const std::int64_t* actions, const Sight& sight, float* rewards,
                         bool* ends, int threads) = 0;

    virtual std::string fen_of(int i) const = 0;
};

template <Game G>
class BatchOf final : public Batch {
  public:
    BatchOf(const History& start, int count)
        : start_{as<G>(start.position()), Past<G>(start), start.outcome()},
          planes_(start_.position),
          boards_(static_cast<std::size_t>(count), start_) {}

    int size() const override { return static_cast<int>(boards_.size()); }
    int action_count() const override { return start_.position.action_count(); }
    int cell_count() const override { return start_.position.geometry().cell_count(); }

    void step(const std::int64_t* callers_actions, int threads) override {
        const std::vector<std::int64_t> actions = checked(callers_actions);
        for_each_block(threads, [&](int i) {
            if (actions[i] != no_action) play(boards_[i], actions[i]);
        });
    }

    void step_random(std::uint64_t seed, int threads) override {
        for_each_block(threads, [&](int i) {
            if (boards_[i].outcome) return;
            Rng rng(seed, static_cast<std::uint64_t>(i));
            play_move(boards_[i], *boards_[i].position.random_move(rng));
        });
    }

    void reset(const std::uint8_t* which) override {
        for (int i = 0; i < size(); ++i)
            if (which[i]) boards_[i] = start_;
    }

    void legal(bool* out, int threads) const override {
        const std::size_t width = static_cast<std::size_t>(action_count());
        for_each_block(threads, [&](int i) {
            planes_.write_legal(boards_[i].position, boards_[i].outcome.has_value(),
                                out + width * static_cast<std::size_t>(i));
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

    std::vector<std::string> plane_names() const override { return planes_.names(); }
    int plane_side() const override { return planes_.side(); }
    void observe(const Sight& out, bool other_side, int threads) const override {
        for_each_block(threads, [&](int i) { show(i, out, other_side); });
    }
    void sample(std::int64_t* out, std::uint64_t seed) const override {
        for (int i = 0; i < size(); ++i) {
            Rng rng(seed, static_cast<std::uint64_t>(i));
            const G& position = boards_[i].position;
            out[i] =
                boards_[i].outcome ? no_action : position.action_of(*position.random_move(rng));
        }
    }
    void advance(const std::int64_t* callers_actions, const Sight& sight, float* rewards,
                 bool* ends, int threads) override {
        const std::vector<std::int64_t> actions = checked(callers_actions);
        for_each_block(threads, [&](int i) {
            Board& board = boards_[i];
            rewards[i] = 0;
            ends[i] = false;
            if (actions[i] != no_action) {
                const Side mover = board.position.turn();
                play(board, actions[i]);
                if (board.outcome) {
                    ends[i] = true;
                    if (board.outcome->winner)
                        rewards[i] = *board.outcome->winner == mover ? 1.0f : -1.0f;
                    board = start_;
                }
            }
            show(i, sight, false);
        });
    }

    std::string fen_of(int i) const override { return fen(PositionOf<G>(boards_[i].position)); }

  private:
    struct Board {
        G position;
        Past<G> past;
        std::optional<Outcome> outcome;
    };

    void show(int i, const Sight& out, bool other_side) const {
        const G& position = boards_[i].position;
        const Side turn = position.turn();
        const auto row = static_cast<std::size_t>(i);
        planes_.write(position, other_side ? other(turn) : turn, out.planes + planes_.size() * row);
        planes_.write_legal(position, boards_[i].outcome.has_value(),
                            out.legal + static_cast<std::size_t>(action_count()) * row);
        out.turns[i] = static_cast<std::int8_t>(index(turn));
    }

    static void play(Board& board, std::int64_t action) {
        play_move(board, board.position.move_of_action(static_cast<int>(action)));
    }
    static void play_move(Board& board, Move m) {
        board.position.play_unchecked(m);
        [[maybe_unused]] const bool repeats = board.past.enter(board.position);
        board.outcome = board.position.outcome();
        if constexpr (G::remembers)
            if (repeats && !(board.outcome && board.outcome->winner))
                board.outcome = Outcome{{}, &G::repetition};
    }

    // A copy of the caller's actions, all of them legal. Throws if one is not.
    std::vector<std::int64_t> checked(const std::int64_t* callers_actions) const {
        std::vector<std::int64_t> actions(callers_actions, callers_actions + size());
        for (int i = 0; i < size(); ++i)
            if (actions[i] != no_action && !is_legal(boards_[i], actions[i])) refuse(i, actions[i]);
        return actions;
    }
    bool is_legal(const Board& board, std::int64_t action) const {
        return 0 <= action && action < action_count() && !board.outcome &&
               board.position.is_legal(board.position.move_of_action(static_cast<int>(action)));
    }
    [[noreturn]] void refuse(int i, std::int64_t action) const {
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
    Planes<G> planes_;
    std::vector<Board> boards_;
};

}  // namespace quincunx
