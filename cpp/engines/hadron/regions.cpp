#include "engines/hadron/regions.hpp"

#include <algorithm>

namespace quincunx {

namespace {

// Modulo eight, -2 is 6 and -1 is 7: counted from there, 0 to 4.
template <int W>
int state_of(const HadronField<W>& field, int cell) {
    const int balance = static_cast<int>(field.balance[0].test(cell)) |
                        static_cast<int>(field.balance[1].test(cell)) << 1 |
                        static_cast<int>(field.balance[2].test(cell)) << 2;
    return (balance + 2) & 7;
}

}  // namespace

template <int W>
HadronNumbers<W>::HadronNumbers(int size) {
    std::uint64_t seed = 0x853c49e6748fea9bu;
    const auto draw = [&] { return scrambled(seed += 0x9e3779b97f4a7c15u); };
    for (Base* base : {&place, &check}) {
        // 3 modulo 8: of all odd numbers their powers take the longest to return.
        const std::uint64_t factors[2] = {(draw() & ~std::uint64_t{7}) | 3,
                                          (draw() & ~std::uint64_t{7}) | 3};
        std::array<std::array<std::uint64_t, 16>, 2> powers;
        for (int i = 0; i < 2; ++i) {
            // Newton's method doubles the number of correct bits; an odd number is its own inverse
            // modulo 8, so it starts with three.
            std::uint64_t inverse = factors[i];
            for (int step = 0; step < 5; ++step) inverse *= 2 - factors[i] * inverse;
            powers[i][0] = base->inverse[i][0] = 1;
            for (int k = 1; k < 16; ++k) {
                powers[i][k] = powers[i][k - 1] * factors[i];
                base->inverse[i][k] = base->inverse[i][k - 1] * inverse;
            }
        }
        std::array<std::uint64_t, states> weights;
        for (std::uint64_t& weight : weights) weight = draw() | 1;
        for (int cell = 0; cell < size * size; ++cell)
            for (int state = 0; state < states; ++state)
                for (int s = 0; s < symmetries; ++s) {
                    const int x = cell % size, y = cell / size, swapped = s >> 2;
                    const std::uint64_t power = powers[swapped][s & 1 ? size - 1 - x : x] *
                                                powers[1 - swapped][s & 2 ? size - 1 - y : y];
                    Cell& numbers = base->cells[cell * states + state];
                    numbers.plain[s] = power * weights[state];
                    numbers.exchanged[s] = power * weights[states - 1 - state];
                }
    }
}

template <int W>
HadronRegion<W> HadronBoard<W>::region_of(const HadronField<W>& field) const {
    using Numbers = HadronNumbers<W>;
    constexpr int symmetries = Numbers::symmetries;
    const int n = grid_->n;
    HadronRegion<W> region;
    region.field = field;
    std::array<std::uint16_t, Bits<W>::capacity> rows;  // of the tables, cell by cell
    int left = n, right = 0, bottom = n, top = 0;
    typename Numbers::Cell sums{};
    field.live.for_each([&](int cell) {
        const int x = cell % n, y = cell / n;
        left = std::min(left, x);
        right = std::max(right, x);
        bottom = std::min(bottom, y);
        top = std::max(top, y);
        const int row = cell * Numbers::states + state_of(field, cell);
        rows[region.size++] = static_cast<std::uint16_t>(row);
        const typename Numbers::Cell& numbers = numbers_->place.cells[row];
        for (int s = 0; s < symmetries; ++s) sums.plain[s] += numbers.plain[s];
        for (int s = 0; s < symmetries; ++s) sums.exchanged[s] += numbers.exchanged[s];
    });
    const auto columns = [&](int s) { return s & 1 ? n - 1 - right : left; };
    const auto lines = [&](int s) { return s & 2 ? n - 1 - top : bottom; };
    for (int s = 0; s < symmetries; ++s) {
        const std::uint64_t factor = numbers_->place.factor(s, columns(s), lines(s));
        sums.plain[s] *= factor;
        sums.exchanged[s] *= factor;
    }
    const auto least = [](const auto& of) {
        return static_cast<int>(std::min_element(of.begin(), of.end()) - of.begin());
    };
    const int plain = least(sums.plain), exchanged = least(sums.exchanged);
    region.print.place = sums.plain[plain];
    region.negative.place = sums.exchanged[exchanged];
    for (int i = 0; i < region.size; ++i) {
        const typename Numbers::Cell& numbers = numbers_->check.cells[rows[i]];
        region.print.check += numbers.plain[plain];
        region.negative.check += numbers.exchanged[exchanged];
    }
    region.print.check *= numbers_->check.factor(plain, columns(plain), lines(plain));
    region.negative.check *=
        numbers_->check.factor(exchanged, columns(exchanged), lines(exchanged));
    if (sums.plain[0] == sums.exchanged[Numbers::half_turn])
        region.balanced = answers_itself(field, left + right, bottom + top);
    return region;
}

// The opposite of a cell at (x, y) is at (x_sum - x, y_sum - y).
template <int W>
bool HadronBoard<W>::answers_itself(const HadronField<W>& field, int x_sum, int y_sum) const {
    const int n = grid_->n;
    bool result = true;
    field.live.for_each([&](int cell) {
        const int opposite = (y_sum - cell / n) * n + x_sum - cell % n;
        if (opposite == cell || grid_->neighbours[cell].test(opposite) ||
            !field.live.test(opposite) || state_of(field, cell) + state_of(field, opposite) != 4)
            result = false;
    });
    return result;
}

// Which cells can be filled: the legal ones, then those that these can balance, and so on. A cell that
// is filled in some game is found here at the latest after all those that were filled before it.
template <int W>
void HadronBoard<W>::drop_dead(HadronField<W>& field) const {
    const auto& [ones, twos, fours] = field.balance;
    const Bits<W> by_one = field.live & ones & ~(twos ^ fours);
    const Bits<W> by_two = field.live & twos & ~ones;
    Bits<W> live = field.legal();
    for (;;) {
        const Bits<W> east = (live & grid_->not_east) << 1, west = (live & grid_->not_west) >> 1;
        const Bits<W> north = live << grid_->n, south = live >> grid_->n;
        const Bits<W> across = east | west, along = north | south;
        const Bits<W> more = live | (by_one & (across | along)) |
                             (by_two & ((east & west) | (north & south) | (across & along)));
        if (more == live) break;
        live = more;
    }
    field = field.within(live);
}

template struct HadronNumbers<1>;
template struct HadronNumbers<2>;
template class HadronBoard<1>;
template class HadronBoard<2>;

}  // namespace quincunx
