// The memory of solvers: a table of fixed size that forgets what was cheap to find.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#include "core/rng.hpp"
#include "play/keys.hpp"
#include "search/checkpoint.hpp"

namespace quincunx {

// An entry has `check`, which tells it from others, and `work`, which is larger the more work it stands
// for (0: empty). It may also have `age`, eight bits that are the table's own, so that old entries go
// first; then `work` is a number of positions, otherwise it may be on any scale.
template <class Entry>
class ProofTable {
  public:
    // The memory is taken from the system page by page as it is used.
    explicit ProofTable(std::size_t bytes)
        : buckets_(bytes > 2 * sizeof(Bucket) ? bytes / sizeof(Bucket) - 1 : 1),
          memory_(std::calloc(buckets_ + 1, sizeof(Bucket))) {
        if (!memory_) throw std::bad_alloc();
        void* place = memory_.get();
        std::size_t room = (buckets_ + 1) * sizeof(Bucket);
        first_ = static_cast<Bucket*>(
            std::align(alignof(Bucket), buckets_ * sizeof(Bucket), place, room));
    }

    // Another position is to be solved: from now on earlier entries are the first to go.
    void grow_older() { ++age_; }

    // The key will soon be looked for: has the processor fetch its bucket meanwhile.
    void expect(const Key& key) const {
#if defined(__GNUC__)
        const char* place = reinterpret_cast<const char*>(&bucket(key));
        for (std::size_t i = 0; i < sizeof(Bucket); i += 64) __builtin_prefetch(place + i);
#endif
    }

    const Entry* find(const Key& key) {
        Entry* entry = at(key);
        if constexpr (ages)
            if (entry) entry->age = age_;
        return entry;
    }
    // The same, but a look that leaves no trace: the entry does not become younger by it.
    const Entry* peek(const Key& key) const { return at(key); }

    // Takes the place of what is known about the same key, or of what has cost the least work.
    void store(const Key& key, Entry entry) {
        Entry* chosen = nullptr;
        std::uint32_t least = ~std::uint32_t{0};
        for (Entry& old : bucket(key).entries) {
            if (old.check == key.check || !old.work) {
                chosen = &old;
                break;
            }
            if (const std::uint32_t worth = worth_of(old); !chosen || worth < least) {
                least = worth;
                chosen = &old;
            }
        }
        entry.check = key.check;
        if constexpr (ages) entry.age = age_;
        if (entry.work == 0) entry.work = 1;
        used_ += !chosen->work;
        *chosen = entry;
    }

    std::size_t used() const { return used_; }  // entries
    std::size_t room() const { return in_bucket * buckets_; }

    void save(Saver& saver) const {
        saver.number(age_);
        save_slots(
            saver, room(), [&](std::size_t i) -> const Entry& { return slot(i); },
            [](const Entry& entry) { return entry.work != 0; });
    }
    // Precondition: the table is empty. If this throws, it holds nonsense. `fits(entry)` says whether
    // an entry can be one of this game.
    template <class Fits>
    void load(Loader& loader, Fits fits) {
        age_ = static_cast<std::uint8_t>(loader.at_most(UINT8_MAX));
        used_ = load_slots(
            loader, room(), [&](std::size_t i) -> Entry& { return slot(i); },
            [&](const Entry& entry) { return entry.work != 0 && fits(entry); });
    }

  private:
    static constexpr bool ages = requires(Entry entry) { entry.age; };
    static constexpr std::size_t in_bucket = 4;
    struct alignas(64) Bucket {
        Entry entries[in_bucket];
    };
    static_assert(std::is_trivially_copyable_v<Entry> && sizeof(Bucket) % 64 == 0);
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    Entry& slot(std::size_t i) const { return first_[i / in_bucket].entries[i % in_bucket]; }

    Bucket& bucket(const Key& key) const {
        return first_[static_cast<std::size_t>((Wide{key.place} * buckets_) >> 64)];
    }

    Entry* at(const Key& key) const {
        for (Entry& entry : bucket(key).entries)
            if (entry.check == key.check && entry.work) return &entry;
        return nullptr;
    }

    // Work of earlier positions counts less the longer ago it was.
    std::uint32_t worth_of(const Entry& entry) const {
        if constexpr (ages) {
            const int ago = static_cast<std::uint8_t>(age_ - entry.age);
            return entry.work >> (ago < 16 ? 2 * ago : 31);
        } else {
            return entry.work;
        }
    }

    std::size_t buckets_, used_ = 0;
    std::unique_ptr<void, Free> memory_;
    Bucket* first_;
    std::uint8_t age_ = 0;
};

}  // namespace quincunx
