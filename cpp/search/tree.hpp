// The search tree in flat memory: blocks of siblings in one arena with a fixed cap.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <vector>

#include "core/apart.hpp"
#include "core/game.hpp"
#include "core/proof.hpp"

namespace quincunx {

// What is proven about a move, from the view of the player who makes it, in sixteen bits.
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
class alignas(64) Block {
  public:
    static constexpr float never = -1e30f;  // a prior that keeps a move from being chosen

    std::uint32_t count = 0, room = 0;
    std::uint32_t drawn = 0;    // is one of the moves a proven draw?
    std::uint32_t studied = 0;  // has the position been looked at closely?
    std::uint32_t camp_of = 0;  // the number of the worker who searches here alone, and one

    static constexpr std::size_t bytes_for(std::size_t room) {
        return (sizeof(Block) + room * (6 * 4 + 2 * 2) + 63) / 64 * 64;
    }

    std::int32_t* visits() { return field<std::int32_t>(0); }
    float* value() { return field<float>(1); }        // mean score for the player to move
    float* amaf_visits() { return field<float>(2); }  // the same for games in which the player
    float* amaf_value() { return field<float>(3); }   // made the move at some later time
    float* prior() { return field<float>(4); }
    std::uint32_t* child() { return field<std::uint32_t>(5); }  // a block's number; 0 for none
    Move* move() { return reinterpret_cast<Move*>(field<std::uint32_t>(6)); }
    std::uint16_t* proof() { return reinterpret_cast<std::uint16_t*>(move() + room); }

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
    template <class T>
    T* field(std::size_t i) {
        return reinterpret_cast<T*>(reinterpret_cast<std::byte*>(this + 1) + i * room * 4);
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

    // A block for so many moves, all of its fields 0; or 0 if there is no room.
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

    // Lets a tree go, the block itself and all below it. Not while a search runs.
    void release(std::uint32_t number) {
        if (number) garbage_.push_back(number);
    }

    void clear() {
        next_ = first;
        used_ = 0;
        blocks_ = 0;
        for (auto& list : free_) list.clear();
        garbage_.clear();
    }

    std::size_t used_bytes() const { return used_.load(std::memory_order_relaxed) * unit; }
    std::int64_t blocks() const { return blocks_.load(std::memory_order_relaxed); }

  private:
    static constexpr std::size_t unit = 64;
    static constexpr std::size_t first = 2;  // 0 is no block, and 1 means that one is being made

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
        const std::scoped_lock guard(lock_);
        // New room first: it costs nothing. Then what was let go, a little at a time.
        if (next_ + units <= units_) {
            const auto number = static_cast<std::uint32_t>(next_);
            next_ += units;
            return counted({number, 8 * eights});
        }
        for (int looked = 0; looked < 64 && !garbage_.empty(); ++looked) {
            const std::uint32_t number = garbage_.back();
            garbage_.pop_back();
            Block& block = at(number);
            for (std::uint32_t i = 0; i < block.count; ++i) release(block.child()[i]);
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
    alignas(apart) std::mutex lock_;  // the rest changes while threads read the above
    std::size_t next_ = first;
    std::atomic<std::size_t> used_{0};
    std::atomic<std::int64_t> blocks_{0};
    std::array<std::vector<std::uint32_t>, 64> free_;  // by places / 8: up to 504 moves
    std::vector<std::uint32_t> garbage_;
};

}  // namespace quincunx
