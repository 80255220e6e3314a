// What the search knows about Square Grid Hex: bridges, cells that cannot matter, where to look first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "core/bits.hpp"
#include "core/stop_check.hpp"
#include "engines/square_grid_hex/connections.hpp"
#include "engines/square_grid_hex/patterns.hpp"
#include "games/square_grid_hex.hpp"
#include "search/tree_knowledge.hpp"

namespace quincunx {

// Around a cell: two bits for each of its six neighbours, anticlockwise from the East. Edges count as
// stones of the side that they belong to.
namespace hex_around {

enum : std::uint8_t { empty = 0, black = 1, white = 2 };

constexpr int colour(int around, int d) { return around >> 2 * (d % 6) & 3; }

// By what is around a cell that was just taken: the directions of cells which, taken in answer, keep
// the bridge that went through both. First index: who answers.
constexpr auto bridge_replies = [] {
    std::array<std::array<std::uint8_t, 4096>, 2> replies{};
    for (int side = 0; side < 2; ++side)
        for (int around = 0; around < 4096; ++around)
            for (int d = 0; d < 6; ++d)
                if (colour(around, d) == side + 1 && colour(around, d + 1) == empty &&
                    colour(around, d + 2) == side + 1)
                    replies[side][around] |= static_cast<std::uint8_t>(1 << (d + 1) % 6);
    return replies;
}();

// A cell is dead if, however its empty neighbours are filled, those of one colour stand in one unbroken
// row: a stone on it joins nothing that was apart. (Hayward and others,
// https://doi.org/10.1016/j.tcs.2005.08.020)
constexpr auto dead = [] {
    std::array<bool, 4096> table{};
    for (int around = 0; around < 4096; ++around) {
        bool matters = false, valid = true;
        for (int d = 0; d < 6; ++d) valid &= colour(around, d) != 3;
        for (int filling = 0; filling < 64 && valid && !matters; ++filling) {
            int changes = 0;
            bool fits = true;
            const auto white_at = [&](int d) {
                const int c = colour(around, d);
                return c == empty ? filling >> d % 6 & 1 : static_cast<int>(c == white);
            };
            for (int d = 0; d < 6; ++d) {
                fits &= colour(around, d) == empty || (filling >> d & 1) == white_at(d);
                changes += white_at(d) != white_at(d + 1);
            }
            matters = fits && changes > 2;
        }
        table[around] = valid && !matters;
    }
    return table;
}();

}  // namespace hex_around

// The learnt weights, brought into the form in which they are asked for: by who moves, and by the colours
// that are there.
namespace hex_weights {

// Mirroring along the diagonal makes White's view Black's: East and North, West and South change places.
constexpr int seen_by(int side, int d) { return side == 0 ? d : std::array{2, 1, 0, 5, 4, 3}[d]; }

constexpr auto around = [] {
    std::array<std::array<std::int8_t, 4096>, 2> table{};
    for (int side = 0; side < 2; ++side)
        for (int code = 0; code < 4096; ++code) {
            int pattern = 0;
            for (int d = 5; d >= 0; --d) {
                const int colour = hex_around::colour(code, seen_by(side, d));
                pattern = 3 * pattern + (colour == 0 ? 0 : (colour - 1 == side ? 1 : 2));
            }
            table[side][code] = hex_patterns::around[pattern];
        }
    return table;
}();

// By who moves, who holds the far end, and the direction.
constexpr auto bridge = [] {
    std::array<std::array<std::array<int, 6>, 3>, 2> table{};
    for (int side = 0; side < 2; ++side)
        for (int colour = 1; colour <= 2; ++colour)
            for (int d = 0; d < 6; ++d) {
                // The direction between two neighbours: mirrored, the pair is passed the other way.
                const int seen = side == 0 ? d : (7 - d) % 6;
                table[side][colour][d] = hex_patterns::bridge[seen % 3 * 2 + (colour - 1 != side)];
            }
    return table;
}();

// e to the power of this many sixteenths, the same on every machine.
constexpr auto powers = [] {
    std::array<float, 1024> table{};
    double power = 1, step = 1, term = 1;
    for (int k = 1; k < 20; ++k) step += term *= 1.0 / 16 / k;
    for (int i = 512; i < 1024; ++i, power *= step) table[i] = static_cast<float>(power);
    power = 1;
    for (int i = 512; i >= 0; --i, power /= step) table[i] = static_cast<float>(power);
    return table;
}();
inline float exponential(int sixteenths) { return powers[std::clamp(sixteenths + 512, 0, 1023)]; }

}  // namespace hex_weights

template <int W>
class TreeKnowledge<SquareGridHex<W>> {
    using G = SquareGridHex<W>;

  public:
    static constexpr Tuning tuning{0.3f, 0.002f, 24.0f, 8, true, 40};

    // With half of the carriers and a tenth of the steps, half as many positions were proven.
    static constexpr int prove_after = 4000;
    static constexpr HexEffort effort{8, 16, 4, 1'000'000};

    // How much a sixteenth of a logarithm of the pattern's weight changes the first estimate of a move.
    static constexpr float worth_to_value = 0.006f;

    explicit TreeKnowledge(const G& any)
        : n_(any.grid().n), stride_(n_ + 2), connections_(any.grid()) {
        steps_ = {1, stride_ + 1, stride_, -1, -stride_ - 1, -stride_};
        for (int d = 0; d < 6; ++d) bridges_[d] = steps_[d] + steps_[(d + 1) % 6];
        // Edges: South and North are Black's, West and East White's; a corner may be either's.
        for (int i = 0; i < stride_; ++i) {
            blank_[i] = blank_[(n_ + 1) * stride_ + i] = hex_around::black;
            blank_[i * stride_] = blank_[i * stride_ + n_ + 1] = hex_around::white;
        }
        for (int cell = 0; cell < n_ * n_; ++cell) {
            place_[cell] = static_cast<std::uint16_t>((cell / n_ + 1) * stride_ + cell % n_ + 1);
            cell_[place_[cell]] = static_cast<std::uint16_t>(cell);
        }
    }

    void set_priors(const G& position, Last last, const MovePriors& priors) {
        set_up(position);
        const int me = index(position.turn());
        const int hit = last && *last != swap_move ? place_[last->code] : 0;
        const unsigned kept = hit ? hex_around::bridge_replies[me][around(hit)] : 0;
        for (std::size_t i = 0; i < priors.moves.size(); ++i) {
            const Move m = priors.moves[i];
            if (m == swap_move) continue;
            const int place = place_[m.code];
            const int near = around(place);
            if (hex_around::dead[near]) {
                priors.weight[i] = 1e-3f;
                priors.bonus[i] = -0.5f;
                continue;
            }
            int worth = hex_weights::around[me][near] + near_edges(m.code, me) +
                        near_last(place, hit, kept);
            for (int d = 0; d < 6; ++d)
                if (!hex_around::colour(near, d) && !hex_around::colour(near, d + 1))
                    worth += hex_weights::bridge[me][colours_[place + bridges_[d]]][d];
            priors.weight[i] = hex_weights::exponential(worth);
            priors.bonus[i] = worth_to_value * static_cast<float>(worth);
        }
    }

    // Cells are taken at random, but a bridge that the last move went into is kept.
    Result playout(const G& position, Last last, Past<G>&, Rng& shared, AmafMarks& marks) {
        set_up(position);
        Rng rng = shared;
        int side = index(position.turn());
        std::array<Bits<W>, 2> taken{};
        int at = last && *last != swap_move ? place_[last->code] : -1;
        while (count_ > 0) {
            const unsigned kept = at < 0 ? 0u : hex_around::bridge_replies[side][around(at)];
            if (kept) {
                // One of them, all equally likely.
                const int k = (kept & (kept - 1)) == 0 ? 0 : rng.below(std::popcount(kept));
                at += steps_[nth_bit(kept, k)];
            } else {
                at = empties_[rng.below(count_)];
            }
            take(at, side);
            taken[side].set(cell_[at]);
            side = 1 - side;
        }
        shared = rng;
        for (const Side s : {Side::first, Side::second}) marks.add_all(s, taken[index(s)]);
        return Result::of(position.filled_winner(position.stones(Side::first) | taken[0]));
    }

    // Connections may decide the game. Where they threaten to, moves that leave the threat alone lose.
    PositionProof<Bits<W>> prove(const G& position, const StopCheck& check) {
        const auto threats = find_threats(position, connections_, effort, check);
        return {threats.decided, position.legal_set() & ~threats.must_play,
                threats.plies_elsewhere};
    }

  private:
    static constexpr int most_places = 21 * 21;

    int around(int place) const {
        int code = 0;
        for (int d = 0; d < 6; ++d) code |= colours_[place + steps_[d]] << 2 * d;
        return code;
    }

    int near_edges(int cell, int me) const {
        const int x = cell % n_, y = cell / n_;
        const int own = me == 0 ? y : x, theirs = me == 0 ? x : y;
        return hex_patterns::edge[std::min({own, n_ - 1 - own, 4})] +
               hex_patterns::edge[5 + std::min({theirs, n_ - 1 - theirs, 4})];
    }

    // By where the last move was; `kept` are the directions from there that keep a bridge.
    int near_last(int place, int hit, unsigned kept) const {
        if (!hit) return hex_patterns::last.back();
        const int dx = place % stride_ - hit % stride_, dy = place / stride_ - hit / stride_;
        // Steps along the rising diagonal count once.
        const int far =
            dx * dy >= 0 ? std::max(std::abs(dx), std::abs(dy)) : std::abs(dx) + std::abs(dy);
        if (far == 1) {
            for (int d = 0; d < 6; ++d)
                if (kept >> d & 1 && place == hit + steps_[d]) return hex_patterns::last[0];
            return hex_patterns::last[1];
        }
        if (far == 2) {
            const bool bridge = dx * dy < 0 || std::abs(dx) + std::abs(dy) == 3;
            return hex_patterns::last[bridge ? 2 : 3];
        }
        return hex_patterns::last[static_cast<std::size_t>(std::min(far, 6)) + 1];
    }

    void set_up(const G& position) {
        std::memcpy(colours_.data(), blank_.data(), static_cast<std::size_t>(stride_ * stride_));
        for (const Side side : {Side::first, Side::second})
            position.stones(side).for_each([&](int cell) {
                colours_[place_[cell]] = static_cast<std::uint8_t>(index(side) + 1);
            });
        count_ = 0;
        const Bits<W> empty =
            position.grid().all & ~(position.stones(Side::first) | position.stones(Side::second));
        empty.for_each([&](int cell) {
            spot_[place_[cell]] = static_cast<std::uint16_t>(count_);
            empties_[count_++] = place_[cell];
        });
    }
    void take(int place, int side) {
        colours_[place] = static_cast<std::uint8_t>(side + 1);
        const std::uint16_t last = empties_[--count_];
        const std::uint16_t spot = spot_[place];
        empties_[spot] = last;
        spot_[last] = spot;
    }

    int n_, stride_;
    std::array<int, 6> steps_;    // from a place to its neighbours
    std::array<int, 6> bridges_;  // … to the far ends of its bridges
    std::array<std::uint8_t, most_places> blank_{}, colours_{};
    std::array<std::uint16_t, most_places> place_{}, cell_{};
    std::array<std::uint16_t, most_places> empties_, spot_;
    int count_ = 0;
    HexConnections<W> connections_;
};

}  // namespace quincunx
