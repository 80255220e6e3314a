// What solvers have learnt, as bytes: for a file from which they go on later.
//
// The bytes go in blocks, each with its length and a sum over its number and its bytes, and an empty block
// ends them. So what was cut off, changed or put in another order is noticed before it is used.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace quincunx {

// Bytes that are no checkpoint, or damaged, or were saved by another solver.
struct BadCheckpoint : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// Numbers are written as they lie in memory, the lowest byte first.
static_assert(std::endian::native == std::endian::little);

class Saver {
  public:
    using Sink = std::function<void(std::span<const std::byte>)>;

    explicit Saver(Sink sink);

    void bytes(const void* from, std::size_t count);
    template <class T>
    void value(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes(&value, sizeof value);
    }
    void number(std::uint64_t n) { value(n); }
    // To be called once, at the end.
    void finish();

  private:
    void put_block();

    Sink sink_;
    std::vector<std::byte> block_;
    std::uint64_t blocks_ = 0;
};

class Loader {
  public:
    // Fills as much as there is, and says how much that was.
    using Source = std::function<std::size_t(std::span<std::byte>)>;

    explicit Loader(Source source);

    void bytes(void* to, std::size_t count);
    template <class T>
    T value() {
        static_assert(std::is_trivially_copyable_v<T>);
        T result;
        bytes(&result, sizeof result);
        return result;
    }
    std::uint64_t number() { return value<std::uint64_t>(); }
    std::uint64_t at_most(std::uint64_t most);
    // It must be this number: of what is fixed by game, memory and solver.
    void expect(std::uint64_t n);
    // To be called once: nothing may be left.
    void finish();

    [[noreturn]] static void refuse(const char* what);

  private:
    void get_block();
    void fill(void* to, std::size_t count);

    Source source_;
    std::vector<std::byte> block_;
    std::size_t used_ = 0;
    std::uint64_t blocks_ = 0;
};

namespace detail {
constexpr std::size_t slots_in_part = std::size_t{1} << 16;
}

// A table of fixed size, of which only the slots in use are written. `slot(i)` is the i-th one, and
// `used(slot)` says whether it is in use.
template <class Slot, class Used>
void save_slots(Saver& saver, std::size_t size, Slot slot, Used used) {
    using T = std::remove_cvref_t<decltype(slot(0))>;
    saver.number(sizeof(T));
    saver.number(size);
    std::vector<std::uint16_t> places;
    for (std::size_t first = 0; first < size; first += detail::slots_in_part) {
        const std::size_t count = std::min(detail::slots_in_part, size - first);
        places.clear();
        for (std::size_t i = 0; i < count; ++i)
            if (used(slot(first + i))) places.push_back(static_cast<std::uint16_t>(i));
        if (places.empty()) continue;
        saver.number(first);
        saver.number(places.size());
        saver.bytes(places.data(), places.size() * sizeof places[0]);
        for (const std::uint16_t place : places) saver.value(slot(first + place));
    }
    saver.number(size);
}

// The same way back, into a table that is empty. `fits(slot)` says whether that can stand in a table.
// Returns how many slots are in use.
template <class Slot, class Fits>
std::size_t load_slots(Loader& loader, std::size_t size, Slot slot, Fits fits) {
    using T = std::remove_cvref_t<decltype(slot(0))>;
    loader.expect(sizeof(T));
    loader.expect(size);
    std::size_t all = 0;
    std::vector<std::uint16_t> places;
    for (;;) {
        const std::size_t first = loader.at_most(size);
        if (first == size) return all;
        const std::size_t room = std::min(detail::slots_in_part, size - first);
        places.resize(loader.at_most(room));
        loader.bytes(places.data(), places.size() * sizeof places[0]);
        for (const std::uint16_t place : places) {
            const T value = loader.value<T>();
            if (place >= room || !fits(value)) Loader::refuse("it holds what cannot be");
            slot(first + place) = value;
        }
        all += places.size();
    }
}

}  // namespace quincunx
