// Values of combinatorial games in canonical form, for regions of Hadron.
//
// Two games are equal if they can stand for one another in every sum. Of all games that are equal there
// is one simplest, the canonical form: no option is worse than another one for the player who has it,
// and none can be reversed by the opponent (Conway, On Numbers and Games, 1976; Siegel, Combinatorial
// Game Theory, 2013, section II.2). In Hadron both players can move or neither can, so that the values
// are all infinitesimal, and their canonical forms stay small: two or three options on average, even
// for regions of a dozen cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <vector>

#include "core/rng.hpp"
#include "engines/hadron/regions.hpp"
#include "search/checkpoint.hpp"

namespace quincunx {

// Memory that is all zero at first and is taken from the system page by page as it is used.
template <class T>
class ZeroedArray {
  public:
    explicit ZeroedArray(std::size_t size) : size_(size) { clear(); }

    void clear() {
        memory_.reset();
        memory_.reset(static_cast<T*>(std::calloc(size_, sizeof(T))));
        if (!memory_) throw std::bad_alloc();
    }
    T& operator[](std::size_t i) { return memory_.get()[i]; }
    const T& operator[](std::size_t i) const { return memory_.get()[i]; }
    std::size_t size() const { return size_; }
    // Where something with this hash belongs.
    std::size_t place(std::uint64_t hash) const {
        return static_cast<std::size_t>((Wide{hash} * size_) >> 64);
    }

  private:
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    std::size_t size_;
    std::unique_ptr<T, Free> memory_;
};

// A store of values, each of them kept once: equal games have the same number. Red is the player whom
// the literature calls Left.
class HadronValues {
  public:
    using Id = std::uint32_t;
    static constexpr Id zero = 0;

    // Thrown when there is no room for another value. All that is there stays valid.
    struct Full {};

    explicit HadronValues(std::size_t bytes);

    void clear();  // all numbers but zero lose their meaning

    // The value of a game with these options.
    Id value_of(std::vector<Id> red, std::vector<Id> blue);
    Id sum(Id a, Id b);
    Id negative(Id a);
    bool at_most(Id a, Id b);  // a ≤ b: Red does at least as well with b in every sum

    std::optional<Id> known_sum(Id a, Id b) const;
    std::optional<Id> known_negative(Id a) const;

    std::span<const Id> options(Id a, bool blue) const {
        const Value& v = values_[a];
        const Id* first = options_.data() + v.first;
        return blue ? std::span(first + v.red, v.blue) : std::span(first, v.red);
    }
    bool wins_first(Id a, bool blue) const {
        return blue ? values_[a].blue_wins : values_[a].red_wins;
    }
    // Of the value and of its negative. They outlast clear().
    const Fingerprint& print(Id a, bool negative) const {
        return negative ? values_[a].negative_print : values_[a].print;
    }
    int depth(Id a) const { return values_[a].depth; }  // moves to the end, at most
    std::size_t size() const { return values_.size(); }

    void save(Saver& saver) const;
    // Precondition: there is no value yet but zero. If it throws, what is there is nonsense.
    void load(Loader& loader);

  private:
    struct Value {
        Fingerprint print, negative_print;
        std::uint32_t first;      // of its options
        std::uint16_t red, blue;  // how many there are: Red's, and behind them Blue's
        Id negative;              // or zero, if it has not been made
        std::uint8_t depth;
        bool red_wins, blue_wins;  // when that player begins
    };
    // An entry of the table of sums. 0 for none, as the value zero is never looked up.
    struct Sum {
        Id a, b, sum;
    };

    using Ids = std::vector<Id>;

    Id kept(const Ids& red, const Ids& blue);
    bool game_at_most(const Ids& red, const Ids& blue, Id x);
    bool at_most_game(Id x, const Ids& red, const Ids& blue);
    void drop_dominated(Ids& options, bool blue);
    bool bypass_reversible(Ids& red, Ids& blue, bool of_blue);

    static std::uint64_t pair(Id a, Id b) { return std::uint64_t{a} << 32 | b; }
    static std::uint64_t hash(Id a, Id b) { return scrambled(pair(a, b)); }

    std::size_t most_values_, most_options_;
    std::vector<Value> values_;
    Ids options_;
    ZeroedArray<Id> index_;                // by print: open addressing
    ZeroedArray<std::uint64_t> compared_;  // a, b, whether a ≤ b: lossy
    ZeroedArray<Sum> sums_;                // lossy
};

}  // namespace quincunx
