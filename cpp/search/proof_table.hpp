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

namespace quincunx {

// An entry has `check`, which tells it from others; `work`, the number of positions that were looked at
// for it (0: empty); and `age`, which is the table's own.
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

    // Another position is to be solved: from now on entries of before are the first to go.
    void grow_older() { ++age_; }

    // Will soon be looked for: has the processor fetch it meanwhile.
    void expect(const Key& key) const {
#if defined(__GNUC__)
        const char* place = reinterpret_cast<const char*>(&bucket(key));
        for (std::size_t i = 0; i < sizeof(Bucket); i += 64) __builtin_prefetch(place + i);
#endif
    }

    const Entry* find(const Key& key) {
        for (Entry& entry : bucket(key).entries)
            if (entry.check == key.check && entry.work) {
                entry.age = age_;
                return &entry;
            }
        return nullptr;
    }

    // Takes the place of what is known about the same key, or of what has cost the least work.
    void store(const Key& key, Entry entry) {
        Entry* chosen = nullptr;
        std::uint32_t least = ~std::uint32_t{0};
        for (Entry& old : bucket(key).entries) {
            if (old.check == key.check || !old.work) {
                chosen = &old;
                break;
            }
            // Work of earlier positions counts less the longer it is ago.
            const int ago = static_cast<std::uint8_t>(age_ - old.age);
            const std::uint32_t worth = old.work >> (ago < 16 ? 2 * ago : 31);
            if (worth < least) {
                least = worth;
                chosen = &old;
            }
        }
        entry.check = key.check;
        entry.age = age_;
        if (entry.work == 0) entry.work = 1;
        *chosen = entry;
    }

  private:
    struct alignas(64) Bucket {
        Entry entries[4];
    };
    static_assert(std::is_trivially_copyable_v<Entry> && sizeof(Bucket) % 64 == 0);
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    Bucket& bucket(const Key& key) const {
        return first_[static_cast<std::size_t>((Wide{key.place} * buckets_) >> 64)];
    }

    std::size_t buckets_;
    std::unique_ptr<void, Free> memory_;
    Bucket* first_;
    std::uint8_t age_ = 0;
};

}  // namespace quincunx
