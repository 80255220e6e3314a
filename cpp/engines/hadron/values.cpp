#include "engines/hadron/values.hpp"

#include <algorithm>
#include <utility>

namespace quincunx {

namespace {

// What a value takes in all: itself, its options, its places in the three tables.
constexpr std::size_t options_a_value = 5;
constexpr std::size_t bytes_a_value = 48 + 4 * options_a_value + 2 * 4 + 4 * 8 + 12;
constexpr std::size_t least_values = 16;
constexpr std::size_t most_values = std::size_t{1} << 28;

}  // namespace

HadronValues::HadronValues(std::size_t bytes)
    : most_values_(std::clamp(bytes / bytes_a_value, least_values, most_values)),
      most_options_(most_values_ * options_a_value),
      index_(2 * most_values_),
      compared_(4 * most_values_),
      sums_(most_values_) {
    static_assert(sizeof(Value) <= 48);
    // Once and for all: options are looked at while others are added.
    values_.reserve(most_values_);
    options_.reserve(most_options_);
    kept({}, {});
}

void HadronValues::clear() {
    values_.clear();
    options_.clear();
    index_.clear();
    compared_.clear();
    sums_.clear();
    kept({}, {});
}

// The values by their options, from which everything else about them follows; and the sums and
// comparisons, which were long in the making.
void HadronValues::save(Saver& saver) const {
    saver.number(most_values_);
    saver.number(values_.size());
    for (const Value& v : values_) {
        saver.value(v.red);
        saver.value(v.blue);
        saver.bytes(options_.data() + v.first, sizeof(Id) * (std::size_t{v.red} + v.blue));
    }
    for (const Value& v : values_) saver.value(v.negative);
    save_slots(
        saver, compared_.size(),
        [&](std::size_t i) -> const std::uint64_t& { return compared_[i]; },
        [](std::uint64_t entry) { return entry != 0; });
    save_slots(
        saver, sums_.size(), [&](std::size_t i) -> const Sum& { return sums_[i]; },
        [](const Sum& entry) { return entry.a != zero; });
}

void HadronValues::load(Loader& loader) {
    const auto refuse_unless = [](bool good) {
        if (!good) Loader::refuse("it holds what cannot be");
    };
    loader.expect(most_values_);
    const auto count = static_cast<Id>(loader.at_most(most_values_));
    Ids options[2];
    for (Id id = 0; id < count; ++id) {
        options[0].resize(loader.value<std::uint16_t>());
        options[1].resize(loader.value<std::uint16_t>());
        for (Ids& some : options) {
            loader.bytes(some.data(), some.size() * sizeof(Id));
            for (const Id option : some) refuse_unless(option < id);
        }
        refuse_unless(options_.size() + options[0].size() + options[1].size() <= most_options_);
        refuse_unless(kept(options[0], options[1]) == id);
    }
    for (Id id = 0; id < count; ++id) {
        const Id negative = loader.value<Id>();
        refuse_unless(negative < count &&
                      (negative == zero || values_[negative].print == values_[id].negative_print));
        values_[id].negative = negative;
    }
    load_slots(
        loader, compared_.size(), [&](std::size_t i) -> std::uint64_t& { return compared_[i]; },
        [](std::uint64_t) { return true; });
    load_slots(
        loader, sums_.size(), [&](std::size_t i) -> Sum& { return sums_[i]; },
        [&](const Sum& entry) { return entry.a < count && entry.b < count && entry.sum < count; });
}

// Precondition: the options are those of a canonical form.
HadronValues::Id HadronValues::kept(const Ids& red, const Ids& blue) {
    Value v{};
    Fingerprint reds, blues, negative_reds, negative_blues;
    for (const Id id : red) {
        const Value& option = values_[id];
        reds += scrambled(option.print, 1);
        negative_blues += scrambled(option.negative_print, 1);
        v.red_wins |= !option.blue_wins;
        v.depth = std::max<std::uint8_t>(v.depth, option.depth + 1);
    }
    for (const Id id : blue) {
        const Value& option = values_[id];
        blues += scrambled(option.print, 1);
        negative_reds += scrambled(option.negative_print, 1);
        v.blue_wins |= !option.red_wins;
        v.depth = std::max<std::uint8_t>(v.depth, option.depth + 1);
    }
    v.print = scrambled(reds, 2);
    v.print += scrambled(blues, 3);
    v.negative_print = scrambled(negative_reds, 2);
    v.negative_print += scrambled(negative_blues, 3);

    std::size_t place = index_.place(scrambled(v.print.place));
    while (const Id found = index_[place]) {
        if (values_[found - 1].print == v.print) return found - 1;
        if (++place == index_.size()) place = 0;
    }
    if (values_.size() == most_values_ ||
        options_.size() + red.size() + blue.size() > most_options_)
        throw Full{};
    v.first = static_cast<std::uint32_t>(options_.size());
    v.red = static_cast<std::uint16_t>(red.size());
    v.blue = static_cast<std::uint16_t>(blue.size());
    options_.insert(options_.end(), red.begin(), red.end());
    options_.insert(options_.end(), blue.begin(), blue.end());
    const Id id = static_cast<Id>(values_.size());
    values_.push_back(v);
    index_[place] = id + 1;
    return id;
}

// a ≤ b unless Red has a move in a that leaves at least b, or Blue one in b that leaves at most a.
bool HadronValues::at_most(Id a, Id b) {
    if (a == b) return true;
    if (a == zero) return !values_[b].blue_wins;
    if (b == zero) return !values_[a].red_wins;
    // Numbers are below 2^28.
    const std::uint64_t key = std::uint64_t{a} << 30 | std::uint64_t{b} << 2 | 2;
    std::uint64_t& entry = compared_[compared_.place(hash(a, b))];
    if ((entry & ~std::uint64_t{1}) == key) return entry & 1;
    bool result = true;
    for (const Id option : options(a, false))
        if (at_most(b, option)) {
            result = false;
            break;
        }
    if (result)
        for (const Id option : options(b, true))
            if (at_most(option, a)) {
                result = false;
                break;
            }
    entry = key | static_cast<std::uint64_t>(result);
    return result;
}

// The same for a game {red | blue} that is not in canonical form.
bool HadronValues::game_at_most(const Ids& red, const Ids& blue, Id x) {
    for (const Id option : red)
        if (at_most(x, option)) return false;
    for (const Id option : options(x, true))
        if (at_most_game(option, red, blue)) return false;
    return true;
}
bool HadronValues::at_most_game(Id x, const Ids& red, const Ids& blue) {
    for (const Id option : blue)
        if (at_most(option, x)) return false;
    for (const Id option : options(x, false))
        if (game_at_most(red, blue, option)) return false;
    return true;
}

// Leaves out options that are no better than another one.
void HadronValues::drop_dominated(Ids& options, bool blue) {
    std::sort(options.begin(), options.end());
    options.erase(std::unique(options.begin(), options.end()), options.end());
    Ids good;
    for (const Id a : options)
        if (std::none_of(options.begin(), options.end(),
                         [&](Id b) { return a != b && (blue ? at_most(b, a) : at_most(a, b)); }))
            good.push_back(a);
    options = std::move(good);
}

// If the opponent can answer an option so as to be no worse off than before, the answer will be given at
// once, and what counts is what can be done after it. True if such an option was replaced.
bool HadronValues::bypass_reversible(Ids& red, Ids& blue, bool of_blue) {
    Ids& own = of_blue ? blue : red;
    for (std::size_t i = 0; i < own.size(); ++i)
        for (const Id answer : options(own[i], !of_blue)) {
            if (of_blue ? !game_at_most(red, blue, answer) : !at_most_game(answer, red, blue))
                continue;
            const auto after = options(answer, of_blue);
            own.erase(own.begin() + static_cast<std::ptrdiff_t>(i));
            own.insert(own.end(), after.begin(), after.end());
            drop_dominated(own, of_blue);
            return true;
        }
    return false;
}

HadronValues::Id HadronValues::value_of(Ids red, Ids blue) {
    drop_dominated(red, false);
    drop_dominated(blue, true);
    while (bypass_reversible(red, blue, false) || bypass_reversible(red, blue, true)) {
    }
    return kept(red, blue);
}

HadronValues::Id HadronValues::negative(Id a) {
    if (a == zero) return zero;
    if (values_[a].negative) return values_[a].negative;
    Ids red, blue;
    for (const Id option : options(a, true)) red.push_back(negative(option));
    for (const Id option : options(a, false)) blue.push_back(negative(option));
    const Id result = kept(red, blue);
    values_[a].negative = result;
    values_[result].negative = a;
    return result;
}

std::optional<HadronValues::Id> HadronValues::known_negative(Id a) const {
    if (a == zero) return zero;
    if (values_[a].negative) return values_[a].negative;
    return std::nullopt;
}

std::optional<HadronValues::Id> HadronValues::known_sum(Id a, Id b) const {
    if (a == zero) return b;
    if (b == zero) return a;
    if (values_[a].print == values_[b].negative_print) return zero;
    if (a > b) std::swap(a, b);
    const Sum& entry = sums_[sums_.place(hash(a, b))];
    if (entry.a == a && entry.b == b) return entry.sum;
    return std::nullopt;
}

HadronValues::Id HadronValues::sum(Id a, Id b) {
    if (const auto known = known_sum(a, b)) return *known;
    if (a > b) std::swap(a, b);
    Ids after[2];
    for (const bool blue : {false, true}) {
        for (const Id option : options(a, blue)) after[blue].push_back(sum(option, b));
        for (const Id option : options(b, blue)) after[blue].push_back(sum(a, option));
    }
    const Id result = value_of(std::move(after[0]), std::move(after[1]));
    sums_[sums_.place(hash(a, b))] = {a, b, result};
    return result;
}

}  // namespace quincunx
