// The search tree in flat memory: blocks of siblings in one arena with a fixed cap.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/memory.hpp"
#include "core/proof.hpp"
#include "core/threads.hpp"

namespace quincunx {

// What is proven about a move, as the player who makes it sees it, in sixteen bits.
class MoveProof {
  public:
    enum class Kind : std::uint16_t { none = 0, win = 1, draw = 2, loss = 3 };

    constexpr MoveProof() = default;
    constexpr MoveProof(Kind kind, int plies)
        : code_(static_cast<std::uint16_t>(static_cast<int>(kind) | (plies < 16383 ? plies : 16383)
                                                                        << 2)) {}
    // `plies` to the end after the move.
    constexpr MoveProof(std::optional<Side> winner, Side mover, int plies)
        : MoveProof(!winner           ? Kind::draw
                    : winner == mover ? Kind::win
                                      : Kind::loss,
                    plies) {}
    static constexpr MoveProof from_code(std::uint16_t code) {
        MoveProof proof;
        proof.code_ = code;
        return proof;
    }

    constexpr Kind kind() const { return static_cast<Kind>(code_ & 3); }
    constexpr int plies() const { return code_ >> 2; }
    constexpr bool known() const { return code_ != 0; }
    constexpr std::uint16_t code() const { return code_; }
    constexpr float value() const {
        return kind() == Kind::win ? 1.0f : kind() == Kind::draw ? 0.5f : 0.0f;
    }
    constexpr std::optional<Side> winner(Side mover) const {
        if (kind() == Kind::draw) return std::nullopt;
        return kind() == Kind::win ? mover : other(mover);
    }

  private:
    std::uint16_t code_ = 0;
};

// Numbers that several threads read and write without waiting for one another. A thread that reads an
// old one, or whose addition is lost to another's, changes an estimate by the weight of one visit; what
// is proven is written once and for all, and needs no more than that.
template <class T>
T peek(const T& place) {
    return std::atomic_ref<T>(const_cast<T&>(place)).load(std::memory_order_relaxed);
}
template <class T>
void poke(T& place, T value) {
    std::atomic_ref<T>(place).store(value, std::memory_order_relaxed);
}

// Eight numbers at a time; where the processor has narrower vectors the compiler takes several.
using Floats [[gnu::vector_size(32)]] = float;
using Counts [[gnu::vector_size(32)]] = std::int32_t;

// The moves of one position: field by field, so that eight of them are weighed at a time. Lives in an
// arena; `room` is the number of places, a multiple of eight, those from `count` on never chosen.
//
// Choosing a move takes no more than floats, and most moves are seldom visited. But a float that goes up
// by one stands still from 2^24 on, and a mean kept in one drifts away from its games long before: so
// once a move of the block has had `exact_from` visits, counts and sums are doubles, in memory of their
// own, and the floats are computed from them. The count is exact up to 2^53, and so is the sum of wins
// and draws. Until then the mean may be wrong by a ten-thousandth, and what comes after washes that out.
class alignas(64) Block {
  public:
    static constexpr float exact_from = 4096;

    static constexpr float never = -1e30f;  // a prior that keeps a move from being chosen

    std::uint32_t count = 0, room = 0;
    std::uint32_t drawn = 0;      // is one of the moves a proven draw?
    std::uint32_t studied = 0;    // has a proof been tried by looking at the position alone?
    std::uint32_t leased_to = 0;  // number of the worker that searches here alone, plus one
    double* exact = nullptr;      // visits of all moves, then sums of their scores; or null

    static constexpr std::size_t bytes_for(std::size_t room) {
        return (sizeof(Block) + room * (6 * 4 + 2 * 2) + 63) / 64 * 64;
    }

    float* visits() { return field<float>(0); }
    float* value() { return field<float>(4); }        // mean score for the player to move
    float* amaf_visits() { return field<float>(8); }  // the same for games in which the player
    float* amaf_value() { return field<float>(12); }  // made the move at some later time
    float* prior() { return field<float>(16); }
    std::uint32_t* child() { return field<std::uint32_t>(20); }  // a block's number; 0 for none
    Move* move() { return field<Move>(24); }
    std::uint16_t* proof() { return field<std::uint16_t>(26); }

    double* exact_sums() { return std::atomic_ref<double*>(exact).load(std::memory_order_acquire); }
    double visits_of(std::uint32_t i) {
        const double* sums = exact_sums();
        return sums ? peek(sums[i]) : double{peek(visits()[i])};
    }
    double value_of(std::uint32_t i) {
        const double* sums = exact_sums();
        return sums ? peek(sums[room + i]) / std::max(peek(sums[i]), 1.0)
                    : double{peek(value()[i])};
    }

    // Counts a visit whose score is not known yet.
    void add_visit(std::uint32_t i) {
        if (double* sums = exact_sums())
            count_exactly(i, sums, 1.0);
        else
            poke(visits()[i], peek(visits()[i]) + 1.0f);
    }
    // The score of a visit that has been counted.
    void add_score(std::uint32_t i, float score) {
        if (double* sums = exact_sums()) {
            score_exactly(i, sums, score);
        } else {
            const float mean = peek(value()[i]);
            poke(value()[i], mean + (score - mean) / peek(visits()[i]));
        }
    }
    // Visits, and the sum of their scores.
    void add(std::uint32_t i, std::int32_t more, float score) {
        if (double* sums = exact_sums()) {
            count_exactly(i, sums, more);
            score_exactly(i, sums, score);
        } else {
            const float now = peek(visits()[i]) + static_cast<float>(more), mean = peek(value()[i]);
            poke(visits()[i], now);
            poke(value()[i], mean + (score - static_cast<float>(more) * mean) / now);
        }
    }
    bool wants_exact_sums(std::uint32_t i) {
        return peek(visits()[i]) >= exact_from && !exact_sums();
    }

    MoveProof proof_of(std::uint32_t i) { return MoveProof::from_code(peek(proof()[i])); }

    // What the proofs of the moves prove for the position, if anything: plies from the position on.
    MoveProof best_proof() {
        MoveProof best;
        bool all = true;
        for (std::uint32_t i = 0; i < count; ++i) {
            const MoveProof p = proof_of(i);
            if (!p.known()) {
                all = false;
                continue;
            }
            const auto kind = p.kind();
            const bool better =
                !best.known() || kind < best.kind() ||
                (kind == best.kind() && (kind == MoveProof::Kind::loss ? p.plies() > best.plies()
                                                                       : p.plies() < best.plies()));
            if (better) best = p;
        }
        if (!best.known() || (!all && best.kind() != MoveProof::Kind::win)) return {};
        return {best.kind(), best.plies() + 1};
    }

  private:
    void count_exactly(std::uint32_t i, double* sums, double more) {
        const double now = peek(sums[i]) + more;
        poke(sums[i], now);
        poke(visits()[i], static_cast<float>(now));
    }
    void score_exactly(std::uint32_t i, double* sums, float score) {
        const double sum = peek(sums[room + i]) + double{score};
        poke(sums[room + i], sum);
        poke(value()[i], static_cast<float>(sum / peek(sums[i])));
    }

    template <class T>
    T* field(std::size_t bytes_before) {
        return reinterpret_cast<T*>(reinterpret_cast<std::byte*>(this + 1) + bytes_before * room);
    }
};
static_assert(sizeof(Block) == 64);

// The arena: hands out blocks until its bytes are used up. A tree that is let go is taken apart block by
// block when room is wanted again, so that nobody waits for it.
class Arena {
  public:
    // Memory is taken from the system as it is used, not before.
    explicit Arena(std::size_t bytes)
        : units_(bytes / unit), memory_(static_cast<std::byte*>(reserve(units_ * unit))) {
        if (!memory_) throw std::bad_alloc();
        clear();
    }

    Block& at(std::uint32_t number) const {
        return *std::launder(reinterpret_cast<Block*>(memory_.get() + std::size_t{number} * unit));
    }

    std::uint32_t number_of(const Block& block) const {
        return static_cast<std::uint32_t>(
            (reinterpret_cast<const std::byte*>(&block) - memory_.get()) /
            static_cast<std::ptrdiff_t>(unit));
    }

    // A block for this many moves, all of its fields 0; or 0 if there is no room.
    std::uint32_t allocate(int count) {
        const std::size_t eights = (static_cast<std::size_t>(count) + 7) / 8;
        const auto [number, room] = take(eights);
        if (!number) return 0;
        std::byte* place = memory_.get() + std::size_t{number} * unit;
        std::fill_n(place, Block::bytes_for(room), std::byte{0});
        Block* block = new (place) Block;
        block->count = static_cast<std::uint32_t>(count);
        block->room = static_cast<std::uint32_t>(room);
        for (std::size_t i = block->count; i < room; ++i) block->prior()[i] = Block::never;
        return number;
    }

    // Gives a block doubles for its sums, unless another thread has just done so. They have memory of
    // their own, for which blocks leave room; in the longest of searches they may take somewhat more.
    void make_exact(Block& block) {
        const Guard guard(lock_);
        if (block.exact) return;
        auto& spare = spare_sums_[block.room / 8];
        if (spare.empty()) {
            spare.push_back(sums_.emplace_back(new double[2 * block.room]).get());
            sum_bytes_ += 2 * block.room * sizeof(double);
        }
        double* const sums = spare.back();
        spare.pop_back();
        for (std::uint32_t i = 0; i < block.room; ++i) {
            sums[i] = double{peek(block.visits()[i])};
            sums[block.room + i] = sums[i] * double{peek(block.value()[i])};
        }
        std::atomic_ref<double*>(block.exact).store(sums, std::memory_order_release);
    }

    // Lets a tree go, the block itself and all below it. Not while a search runs.
    void release(std::uint32_t number) {
        if (number) garbage_.push_back(number);
    }

    void clear() {
        next_ = first;
        used_ = 0;
        blocks_ = 0;
        for (auto& list : free_) list.clear();
        for (auto& list : spare_sums_) list.clear();
        sums_.clear();
        sum_bytes_ = 0;
        garbage_.clear();
    }

    std::size_t used_bytes() const {
        return used_.load(std::memory_order_relaxed) * unit +
               sum_bytes_.load(std::memory_order_relaxed);
    }
    std::int64_t blocks() const { return blocks_.load(std::memory_order_relaxed); }

  private:
    static constexpr std::size_t unit = 64;
    static constexpr std::size_t share_of_sums = 32;  // one in this many is kept for exact sums
    static constexpr std::size_t first = 2;  // 0 is not a block, and 1 means that one is being made

    struct Free {
        void operator()(std::byte* p) const { std::free(p); }
    };
    static void* reserve(std::size_t bytes) {
        return std::aligned_alloc(unit, bytes < unit ? unit : bytes);
    }

    struct Found {
        std::uint32_t number;
        std::size_t room;
    };
    // Room for 8 × eights moves or more.
    Found take(std::size_t eights) {
        const std::size_t units = Block::bytes_for(8 * eights) / unit;
        const Guard guard(lock_);
        // New room first: it costs nothing. Then what was let go, a little at a time.
        const std::size_t for_sums =
            std::max(units_ / share_of_sums, sum_bytes_.load(std::memory_order_relaxed) / unit);
        if (next_ + units + for_sums <= units_) {
            const auto number = static_cast<std::uint32_t>(next_);
            next_ += units;
            return counted({number, 8 * eights});
        }
        for (int looked = 0; looked < 64 && !garbage_.empty(); ++looked) {
            const std::uint32_t number = garbage_.back();
            garbage_.pop_back();
            Block& block = at(number);
            for (std::uint32_t i = 0; i < block.count; ++i) release(block.child()[i]);
            if (block.exact) spare_sums_[block.room / 8].push_back(block.exact);
            free_[block.room / 8].push_back(number);
            used_ -= Block::bytes_for(block.room) / unit;
            --blocks_;
        }
        for (std::size_t its = eights; its < free_.size(); ++its)
            if (auto& list = free_[its]; !list.empty()) {
                const std::uint32_t number = list.back();
                list.pop_back();
                return counted({number, 8 * its});
            }
        return {0, 0};
    }
    Found counted(Found found) {
        used_ += Block::bytes_for(found.room) / unit;
        ++blocks_;
        return found;
    }

    std::size_t units_;
    std::unique_ptr<std::byte, Free> memory_;
    alignas(interference_size) Mutex lock_;  // the rest changes while threads read the above
    std::size_t next_ = first;
    std::atomic<std::size_t> used_{0};
    std::atomic<std::int64_t> blocks_{0};
    std::array<std::vector<std::uint32_t>, 64> free_;  // by places / 8: up to 504 moves
    std::vector<std::uint32_t> garbage_;
    std::vector<std::unique_ptr<double[]>> sums_;
    std::array<std::vector<double*>, 64> spare_sums_;  // by places / 8
    std::atomic<std::size_t> sum_bytes_{0};
};

}  // namespace quincunx
