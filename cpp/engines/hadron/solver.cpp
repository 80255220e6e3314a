#include "engines/hadron/solver.hpp"

#include <algorithm>
#include <utility>

namespace quincunx {

namespace {

// Regions of at most this many cells are replaced by their values. Doing so for larger ones saves
// positions but costs time: on 5×5, where the search is short, more than it saves.
constexpr int small_region(int size) { return size <= 5 ? 7 : 9; }
// Values are added up if the sum lasts no more than this many moves: deep values have too many sums.
constexpr int deepest_sum = 8;

}  // namespace

template <int W>
HadronSolver<W>::HadronSolver(std::size_t bytes)
    : values_(bytes / 4),
      regions_(std::max<std::size_t>(bytes / 8 / sizeof(KnownRegion), 1)),
      search_(bytes / 8 * 5) {}

// --- Sums ---------------------------------------------------------------------------------------

template <int W>
struct HadronSolver<W>::Computing {
    HadronSolver& solver;
    const HadronBoard<W>& board() const { return *solver.board_; }
    int small() const { return solver.small_; }
    std::optional<Id> value(const HadronRegion<W>& region) const { return solver.value_of(region); }
    std::optional<Id> sum(Id a, Id b) const { return solver.values_.sum(a, b); }
};

template <int W>
struct HadronSolver<W>::LookingUp {
    const HadronSolver& solver;
    const HadronBoard<W>& its_board;
    int its_small;
    const HadronBoard<W>& board() const { return its_board; }
    int small() const { return its_small; }
    std::optional<Id> value(const HadronRegion<W>& region) const {
        return solver.find_value(region);
    }
    std::optional<Id> sum(Id a, Id b) const { return solver.values_.known_sum(a, b); }
};

template <int W>
void HadronSolver<W>::drop(Parts& parts, std::size_t i) {
    parts[i] = parts.back();
    parts.pop_back();
}

template <int W>
template <class Source>
bool HadronSolver<W>::add_field(Parts& parts, const HadronField<W>& field, Source source) const {
    bool known = true;
    source.board().for_each_region(field.live, [&](const Bits<W>& cells) {
        known = known && add_region(parts, source.board().region_of(field.within(cells)), source);
    });
    return known;
}

template <int W>
template <class Source>
bool HadronSolver<W>::add_region(Parts& parts, const HadronRegion<W>& region, Source source) const {
    if (region.balanced) return true;
    if (region.size <= source.small()) {
        const auto value = source.value(region);
        return value && add_value(parts, *value, source);
    }
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i].value == no_value && parts[i].print == region.negative) {
            drop(parts, i);
            return true;
        }
    parts.push_back({region.print, region.negative, region.field, no_value});
    return true;
}

// Cancels the value against its negative, adds it to the smallest one there is unless the sum would be
// large, or puts it beside the others.
template <int W>
template <class Source>
bool HadronSolver<W>::add_value(Parts& parts, Id value, Source source) const {
    while (value != HadronValues::zero) {
        const Fingerprint& print = values_.print(value, false);
        std::size_t chosen = parts.size();
        int limit = deepest_sum - values_.depth(value) + 1;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (parts[i].value == no_value) continue;
            if (parts[i].negative == print) {
                drop(parts, i);
                return true;
            }
            if (const int depth = values_.depth(parts[i].value); depth < limit) {
                limit = depth;
                chosen = i;
            }
        }
        if (chosen == parts.size()) {
            parts.push_back({print, values_.print(value, true), {}, value});
            return true;
        }
        const auto sum = source.sum(value, parts[chosen].value);
        if (!sum) return false;
        value = *sum;
        drop(parts, chosen);
    }
    return true;
}

template <int W>
std::optional<typename HadronSolver<W>::Id> HadronSolver<W>::find_value(
    const HadronRegion<W>& region) const {
    const auto find = [&](const Fingerprint& print) -> std::optional<Id> {
        const KnownRegion& entry = regions_[regions_.place(scrambled(print.place))];
        if (!entry.value_and_one || entry.check != print.check ||
            entry.place != static_cast<std::uint32_t>(print.place))
            return std::nullopt;
        return entry.value_and_one - 1;
    };
    if (const auto value = find(region.print)) return value;
    if (const auto value = find(region.negative)) return values_.known_negative(*value);
    return std::nullopt;
}

template <int W>
typename HadronSolver<W>::Id HadronSolver<W>::value_of(const HadronRegion<W>& region) {
    if (const auto value = find_value(region)) return *value;
    tick();
    std::vector<Id> after[2];
    region.field.legal().for_each([&](int cell) {
        for (const bool blue : {false, true})
            after[blue].push_back(value_after(region, cell, blue));
    });
    const Id value = values_.value_of(std::move(after[0]), std::move(after[1]));
    const Id negative = values_.negative(value);
    const auto keep = [&](const Fingerprint& print, Id id) {
        regions_[regions_.place(scrambled(print.place))] = {
            print.check, static_cast<std::uint32_t>(print.place), id + 1};
    };
    keep(region.print, value);
    if (region.print != region.negative) keep(region.negative, negative);
    return value;
}

template <int W>
typename HadronSolver<W>::Id HadronSolver<W>::value_after(const HadronRegion<W>& region, int cell,
                                                          bool blue) {
    HadronField<W> field = region.field;
    board_->play(field, cell, blue);
    Id value = HadronValues::zero;
    board_->for_each_region(field.live, [&](const Bits<W>& cells) {
        const HadronRegion<W> part = board_->region_of(field.within(cells));
        if (!part.balanced) value = values_.sum(value, value_of(part));
    });
    return value;
}

// As seen by the player to move: what is won for one side is won for the other with the colours
// exchanged.
template <int W>
Fingerprint HadronSolver<W>::print_of(const Part& part, bool blue) {
    return scrambled(blue ? part.negative : part.print, part.value == no_value ? 4 : 5);
}
template <int W>
Fingerprint HadronSolver<W>::print_of(const Parts& parts, bool blue) {
    Fingerprint sum;
    for (const Part& part : parts) sum += print_of(part, blue);
    return sum;
}

// Does this side win a part that is played alone, if it begins?
template <int W>
std::optional<bool> HadronSolver<W>::wins_first(const Part& part, bool blue) const {
    if (part.value != no_value) return values_.wins_first(part.value, blue);
    const Entry* entry = search_.table().peek(key_of(print_of(part, blue)));
    if (!entry || entry->numbers().open()) return std::nullopt;
    return entry->proof == 0;
}

// Does the player to move win, as far as what is known about the parts can tell?
template <int W>
std::optional<bool> HadronSolver<W>::decided(const Parts& parts, bool blue) const {
    bool hopeless = true;      // the player loses each part, moving first
    int unsafe = 0;            // parts that the player may lose, moving second
    bool wins_unsafe = false;  // … and wins the last of them, moving first
    bool wins_safe = false;    // one of the other parts is won, moving first
    for (const Part& part : parts) {
        const std::optional<bool> first = wins_first(part, blue);
        if (first != false) hopeless = false;
        if (wins_first(part, !blue) == false) {
            wins_safe |= first == true;
        } else {
            ++unsafe;
            wins_unsafe = first == true;
        }
        if (unsafe > 1 && !hopeless) return std::nullopt;
    }
    // Every move can be answered in the part where it was made.
    if (hopeless) return false;
    // The player makes a winning move there, and from then on answers in the same way.
    if (unsafe == 0 && wins_safe) return true;
    if (unsafe == 1 && wins_unsafe) return true;
    return std::nullopt;
}

// The fewer moves there are, the sooner all of them are refuted.
template <int W>
ProofNumbers HadronSolver<W>::guess(const Parts& parts, bool blue) const {
    int moves = 0;
    for (const Part& part : parts)
        moves += part.value == no_value
                     ? part.field.legal().count()
                     : static_cast<int>(values_.options(part.value, blue).size());
    return {1, static_cast<std::uint32_t>(std::max(moves * moves / 8, 1))};
}

template <int W>
void HadronSolver<W>::make_move(const Parts& parts, const Child& child, bool blue, Parts& after) {
    after.clear();
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (i != child.part) after.push_back(parts[i]);
    const Part& part = parts[child.part];
    if (part.value != no_value) {
        add_value(after, values_.options(part.value, blue)[child.move], Computing{*this});
        return;
    }
    HadronField<W> field = part.field;
    board_->play(field, child.move, blue);
    add_field(after, field, Computing{*this});
}

// --- Search -------------------------------------------------------------------------------------

// For the player to move.
template <int W>
ProofNumbers HadronSolver<W>::numbers_of(const Parts& parts, const Fingerprint& print,
                                         bool blue) const {
    const bool only_values = std::all_of(parts.begin(), parts.end(),
                                         [](const Part& part) { return part.value != no_value; });
    // Values are nearer at hand than the table.
    std::optional<bool> wins;
    if (only_values) wins = decided(parts, blue);
    if (!wins) {
        if (const Entry* entry = search_.table().peek(key_of(print))) return entry->numbers();
        if (!only_values && parts.size() > 1) wins = decided(parts, blue);
    }
    if (wins) return *wins ? ProofNumbers::proven() : ProofNumbers::refuted();
    return guess(parts, blue);
}

// True if the move wins at once.
template <int W>
bool HadronSolver<W>::add_child(Frame& frame, int part, int move) {
    Child child;
    child.part = static_cast<std::uint16_t>(part);
    child.move = static_cast<std::uint16_t>(move);
    tick();
    make_move(frame.parts, child, frame.blue, after_);
    child.print = print_of(after_, !frame.blue);
    child.numbers = numbers_of(after_, child.print, !frame.blue).for_opponent();
    if (child.numbers.proof == 0) return true;
    if (child.numbers.disproof == 0) return false;
    for (const Child& other : frame.children)
        if (other.print == child.print) return false;
    frame.children.push_back(child);
    return false;
}

// Lists the moves that are not known to lose, unless one of them wins.
template <int W>
std::optional<typename HadronSolver<W>::Entry> HadronSolver<W>::expand(Frame& frame, const Entry*) {
    search_.count();
    frame.children.clear();
    const int count = static_cast<int>(frame.parts.size());
    for (int i = 0; i < count; ++i) {
        const Part& part = frame.parts[i];
        if (part.value == no_value) continue;
        const int options = static_cast<int>(values_.options(part.value, frame.blue).size());
        for (int move = 0; move < options; ++move)
            if (add_child(frame, i, move)) return Entry::of(ProofNumbers::proven());
    }
    for (int i = 0; i < count; ++i) {
        const Part& part = frame.parts[i];
        if (part.value != no_value) continue;
        bool wins = false;
        part.field.legal().for_each([&](int cell) {
            if (!wins) wins = add_child(frame, i, cell);
        });
        if (wins) return Entry::of(ProofNumbers::proven());
    }
    return std::nullopt;
}

template <int W>
void HadronSolver<W>::descend(const Frame& frame, const Child& child, Frame& next) {
    make_move(frame.parts, child, frame.blue, next.parts);
    next.blue = !frame.blue;
    next.key = key_of(child.print);
}

// --- From outside -------------------------------------------------------------------------------

// However the game goes on, every move fills a live cell. And the winner moves last.
template <int W>
Proof HadronSolver<W>::proof(const Hadron<W>& position, const HadronField<W>& field, bool wins) {
    const int most = field.live.count();
    const bool fits = (most % 2 == 1) == wins;
    return {wins ? position.turn() : other(position.turn()), fits ? most : most - 1};
}

template <int W>
std::optional<Proof> HadronSolver<W>::solve(const Hadron<W>& position, const Past<Hadron<W>>&,
                                            std::int64_t nodes, const StopCheck& check) {
    const int size = position.options().size;
    board_.emplace(size);
    search_.begin(nodes, check);
    small_ = small_region(size);
    const bool blue = position.turn() == Side::second;
    const HadronField<W> field = board_->field_of(position);
    for (;;) {
        const std::int64_t before = this->nodes();
        try {
            Frame& root = search_.root();
            root.parts.clear();
            add_field(root.parts, field, Computing{*this});
            const Fingerprint print = print_of(root.parts, blue);
            ProofNumbers numbers = numbers_of(root.parts, print, blue);
            if (numbers.open() && nodes > 0) {
                root.key = key_of(print);
                root.blue = blue;
                numbers = search_.search(*this).numbers();
            }
            if (numbers.open()) return std::nullopt;
            return proof(position, field, numbers.proof == 0);
        } catch (const HadronValues::Full&) {
            // The table of positions stays, so that the search goes on where it was. If there is so
            // little room that this happens all the time, it does without values.
            values_.clear();
            regions_.clear();
            if (this->nodes() - before < 1000) small_ = 0;
        }
    }
}

template <int W>
void HadronSolver<W>::save(Saver& saver) const {
    values_.save(saver);
    save_slots(
        saver, regions_.size(), [&](std::size_t i) -> const KnownRegion& { return regions_[i]; },
        [](const KnownRegion& region) { return region.value_and_one != 0; });
    search_.save(saver);
}

template <int W>
void HadronSolver<W>::load(Loader& loader, const Hadron<W>&) {
    values_.load(loader);
    load_slots(
        loader, regions_.size(), [&](std::size_t i) -> KnownRegion& { return regions_[i]; },
        [&](const KnownRegion& region) {
            return 0 < region.value_and_one && region.value_and_one <= values_.size();
        });
    search_.load(loader, [](const Entry&) { return true; });
}

template <int W>
std::optional<Proof> HadronSolver<W>::known(const Hadron<W>& position) const {
    const int size = position.options().size;
    const HadronBoard<W> board(size);
    const bool blue = position.turn() == Side::second;
    const HadronField<W> field = board.field_of(position);
    Parts parts;
    if (!add_field(parts, field, LookingUp{*this, board, small_region(size)})) return std::nullopt;
    const ProofNumbers numbers = numbers_of(parts, print_of(parts, blue), blue);
    if (numbers.open()) return std::nullopt;
    return proof(position, field, numbers.proof == 0);
}

// Measured on random positions: with this many live cells nine in ten take less than half a second.
template <int W>
bool HadronSolver<W>::within_reach(const Hadron<W>& position) {
    const int size = position.options().size;
    return size <= 5 || HadronBoard<W>(size).field_of(position).live.count() <= 6 * size - 6;
}

template class HadronSolver<1>;
template class HadronSolver<2>;

}  // namespace quincunx
