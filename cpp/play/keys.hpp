// Keys of positions for the tables of solvers: the same for all positions that are equal but for a
// symmetry, sides exchanged where the rules allow it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "boards/geometry.hpp"
#include "core/bits.hpp"
#include "core/game.hpp"
#include "core/rng.hpp"
#include "core/threads.hpp"
#include "play/symmetry.hpp"

namespace quincunx {

// Two numbers that have nothing to do with one another: one says where to look in a table, the other
// whether what lies there is what was looked for. `symmetry` is the one that was applied to the position
// (keys_of() knows its maps); positions that are symmetric themselves have several that would do.
struct Key {
    std::uint64_t place = 0, check = 0;
    int symmetry = 0;

    friend constexpr bool operator==(const Key& a, const Key& b) {
        return a.place == b.place && a.check == b.check;
    }
};

// The same classes of positions as canonical() of play/symmetry.hpp, without making the positions. The
// key of a position under a symmetry is the sum of random numbers for its pieces, and the tables below
// hold these numbers for all symmetries side by side, so that one pass over the pieces gives the keys
// under all of them; the least one is taken.
//
// A symmetry that exchanges the sides changes who is to move. So of all positions of a class those
// with the first player to move will do, unless the sides must not be exchanged.
template <Game G>
class Keys {
  public:
    explicit Keys(const Geometry& board) : board_(board) {
        const Symmetries& symmetries = symmetries_of<G>(board);
        fill(views_[0], symmetries.keeping, 0);
        may_exchange_ = !symmetries.swapping.empty();
        if (may_exchange_) fill(views_[1], symmetries.swapping, 1);
    }

    Key of(const G& position) const {
        const bool free = position.exchangeable();
        const bool exchanged = may_exchange_ && free && position.turn() == Side::second;
        // What counts beside the pieces: whose turn it is, unless it is as good as the first player's;
        // whether the sides differ (the pie rule is still open); what the game has to say.
        std::uint64_t rest = (position.turn() == Side::second && !exchanged) + 2 * !free;
        if constexpr (requires { position.beside_pieces(exchanged); })
            rest += 4 * position.beside_pieces(exchanged);
        const View& view = views_[exchanged];
        switch (view.width) {
            case 1: return look<1>(position, view, exchanged, rest);
            case 2: return look<2>(position, view, exchanged, rest);
            default: return look<3>(position, view, exchanged, rest);
        }
    }

    // Where a cell of a position goes under the symmetry of its key, and back.
    const std::uint16_t* there(int symmetry) const { return maps_[symmetry].data(); }
    const std::uint16_t* back(int symmetry) const { return backs_[symmetry].data(); }

  private:
    static constexpr int most_width = 3;  // vectors for the twelve symmetries of a hexhex board

    struct View {
        int width = 0;                    // vectors per cell
        int first = 0;                    // the number of the first symmetry in maps_
        std::size_t n = 0;                // how many there are
        std::vector<std::uint64_t> sums;  // by side, cell and symmetry
    };

    void fill(View& view, const std::vector<Symmetry>& symmetries, int exchange) {
        const int cells = static_cast<int>(symmetries[0].map.size());
        view.n = symmetries.size();
        view.width = static_cast<int>((view.n + lane_count - 1) / lane_count);
        view.first = static_cast<int>(maps_.size());
        const std::size_t lanes = static_cast<std::size_t>(view.width) * lane_count;
        view.sums.assign(2 * static_cast<std::size_t>(cells) * lanes, 0);
        for (std::size_t s = 0; s < lanes; ++s) {
            // What is left of the last vector repeats the first symmetry, which changes nothing.
            const auto& map = symmetries[s < view.n ? s : 0].map;
            for (int side = 0; side < 2; ++side)
                for (const int cell : board_.cells())
                    view.sums[(side * cells + cell) * lanes + s] =
                        number(0, side ^ exchange, map[cell]);
            if (s >= view.n) continue;
            maps_.push_back(map);
            backs_.emplace_back(map.size());
            for (const int cell : board_.cells())
                backs_.back()[map[cell]] = static_cast<std::uint16_t>(cell);
        }
        stride_ = cells;
        checks_.resize(2 * static_cast<std::size_t>(cells));
        for (int side = 0; side < 2; ++side)
            for (const int cell : board_.cells())
                checks_[side * cells + cell] = number(1, side, cell);
    }

    // Boards of several sizes may share a table, so each has numbers of its own.
    std::uint64_t number(int table, int side, int cell) const {
        return Rng(static_cast<std::uint64_t>(board_.size()),
                   static_cast<std::uint64_t>((table * 2 + side) * 1024 + cell))
            .next();
    }
    // For stacks the bits of a piece's number are rotated, differently for each height.
    static int turned(int height) { return 7 * (height - 1) % 64; }

    template <class F>
    void for_each_piece(const G& position, F&& f) const {
        if constexpr (requires { position.for_each_piece(f); })
            position.for_each_piece(f);
        else
            for (const int cell : board_.cells())
                if (const Piece piece = position.at(cell); piece.height) f(cell, piece);
    }

    template <int width>
    Key look(const G& position, const View& view, bool exchanged, std::uint64_t rest) const {
        constexpr int lanes = width * lane_count;
        std::array<std::uint64_t, lanes> sums{};
        for_each_piece(position, [&](int cell, Piece piece) {
            const std::uint64_t* numbers =
                &view.sums[static_cast<std::size_t>(index(piece.side) * stride_ + cell) * lanes];
            if (piece.height == 1) {
                for (int i = 0; i < lanes; ++i) sums[i] += numbers[i];
            } else {
                const int turn = turned(piece.height), back = (64 - turn) % 64;
                for (int i = 0; i < lanes; ++i)
                    sums[i] += (numbers[i] << turn) | (numbers[i] >> back);
            }
        });
        int least = 0;
        for (int i = 1; i < lanes; ++i)
            if (sums[i] < sums[least]) least = i;
        Key key{sums[least], 0,
                view.first + (static_cast<std::size_t>(least) < view.n ? least : 0)};
        const std::uint16_t* map = there(key.symmetry);
        for_each_piece(position, [&](int cell, Piece piece) {
            const int side = index(piece.side) ^ (exchanged ? 1 : 0);
            key.check += std::rotl(checks_[side * stride_ + map[cell]], turned(piece.height));
        });
        key.place = scrambled(key.place + 0x9e3779b97f4a7c15u * rest);
        key.check = scrambled(key.check + 0xd6e8feb86659fd93u * rest);
        return key;
    }

    static std::uint64_t scrambled(std::uint64_t x) {
        x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
        return x ^ (x >> 32);
    }

    const Geometry& board_;
    bool may_exchange_ = false;
    int stride_ = 0;
    std::array<View, 2> views_;  // as it is, and with the sides exchanged
    std::vector<std::vector<std::uint16_t>> maps_, backs_;
    std::vector<std::uint64_t> checks_;
};

// One per game and board, made at first use and kept.
template <Game G>
const Keys<G>& keys_of(const Geometry& board) {
    static Mutex lock;
    static std::map<int, Keys<G>> all;
    const Guard guard(lock);
    return all.try_emplace(board.size(), board).first->second;
}

}  // namespace quincunx
