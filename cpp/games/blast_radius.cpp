#include "games/blast_radius.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "boards/setup.hpp"
#include "core/errors.hpp"
#include "core/hash.hpp"

namespace quincunx {

template <int W>
BlastRadius<W>::BlastRadius(const Options& options) : grid_(&grid_of<HexGrid<W>>(options.size)) {}

template <int W>
BlastRadius<W> BlastRadius<W>::from(const Setup& setup) {
    require_fields(info, setup, 0);
    BlastRadius g(setup.options);
    g.top_ = tallest;
    const auto& cells = g.geometry().cells();
    const int highest = 2 * setup.options.size - 2;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Piece piece = setup.pieces[i];
        if (piece.height > highest)
            throw InvalidPosition("a stack of " + std::to_string(piece.height) + " on " +
                                  g.geometry().name(cells[i]) + " is higher than the " +
                                  std::to_string(highest) + " that reach the whole board");
        if (piece.height) g.stacks_[index(piece.side)].set(cells[i]);
        for (int h = 2; h <= piece.height; ++h) g.from_height(h).set(cells[i]);
    }
    // Ruling "no stack in a REZ": placing avoids every REZ and growing clears its own.
    g.occupied().for_each([&](int cell) {
        const Bits<W> hit = g.grid_->disc(g.height(cell), cell) & g.occupied();
        if (hit.any())
            throw InvalidPosition("the stack on " + g.geometry().name(hit.lowest()) +
                                  " stands in the REZ of the one on " + g.geometry().name(cell) +
                                  " (RADIATION EXCLUSION ZONE)");
    });
    g.turn_ = setup.turn;
    g.find_zones();
    const Bits<W>& mine = g.stacks_[index(g.turn_)];
    const Bits<W>& theirs = g.stacks_[index(other(g.turn_))];
    const std::string mover(info.side_name(g.turn_));
    if (theirs.none() && (mine.any() || g.turn_ == Side::second))
        throw InvalidPosition("it is " + mover +
                              "'s turn, but the stack that the opponent formed last is not there");
    if (mine.none() && theirs.any()) {
        // OBJECT OF THE GAME: the game is over, unless this is what Red's first turn left.
        const bool first_turn = g.turn_ == Side::second && theirs.count() == 1 && g.top_ == 1;
        if (!first_turn && g.top_ == 1)
            throw InvalidPosition(
                "no checker of " + mover +
                " is left, but no stack of two or more took the last one (CAPTURES)");
        g.over_ = !first_turn;
    }
    return g;
}

// Count the stacks of height 1 or more, of 2 or more and so on, up to the height that ends the game. The
// numbers never grow from one to the next, and each ply raises one of them and lowers at most those of
// lesser heights (CAPTURES: only lower stacks go). So no row of numbers returns, and of d numbers up to c
// that do not grow there are (c + d) choose d.
template <int W>
std::optional<int> BlastRadius<W>::most_plies() const {
    const std::int64_t cells = geometry().cell_count(), heights = 2 * (grid_->side - 1);
    std::int64_t rows = 1;
    for (std::int64_t d = 1; d <= heights; ++d) {
        rows = rows * (cells + d) / d;  // exact: a binomial coefficient at every step
        if (rows > std::numeric_limits<int>::max()) return std::nullopt;
    }
    return static_cast<int>(rows) - 1;
}

template <int W>
Piece BlastRadius<W>::at(int cell) const {
    Piece stack = piece_on(stacks_, cell);
    stack.height = height(cell);
    return stack;
}

template <int W>
Explanation BlastRadius<W>::explain(Move m) const {
    const int cell = m.code;
    const std::string& name = geometry().name(cell);
    const Bits<W> free = free_cells();
    const std::string mine(info.side_name(turn_));
    if (const Piece there = at(cell); there.height) {
        if (there.side != turn_)
            return {name + " holds an enemy stack (Blast Radius, PLAY 1)", "PLAY", {cell}};
        if (free.any()) {
            const int first = free.lowest();
            return {"an empty cell outside every REZ is left (" + geometry().name(first) +
                        "): the smallest stack comes first (Blast Radius, PLAY 2)",
                    "PLAY",
                    {first}};
        }
        const int low = lowest(stacks_[index(turn_)]).lowest();
        return {name + " has height " + std::to_string(there.height) + ", but " + mine + " has a " +
                    std::to_string(height(low)) + "-stack on " + geometry().name(low) +
                    ": the smallest stack comes first (Blast Radius, PLAY 2)",
                "PLAY",
                {low}};
    }
    int source = -1;
    occupied().for_each([&](int stack) {
        if (grid_->disc(height(stack), stack).test(cell) && source < 0) source = stack;
    });
    const Piece by = at(source);
    return {name + " lies in the REZ of the " + std::string(info.sides[index(by.side)].colour) +
                " " + std::to_string(by.height) + "-stack on " + geometry().name(source) +
                " (Blast Radius, PLAY 1)",
            "PLAY",
            {source}};
}

// Random games in step, one in each lane. Every game makes one move per step, of whichever kind, and
// masks say which: all that is left for the processor to guess is the end of a game.
template <int W>
class BlastRadius<W>::InStep {
  public:
    explicit InStep(const BlastRadius& start) : start_(start), grid_(*start.grid_) {
        for (int lane = 0; lane < lane_count; ++lane) {
            set(all_, lane, grid_.all);
            begin(lane);
        }
    }

    // Plays one move in each lane. A lane of the result is all ones if its mover has won.
    Lanes step(Rng& rng) {
        // PLAY: a free cell outside every REZ while there is one; otherwise one of the mover's lowest
        // stacks, whose height is the number of levels that all of the mover's stacks reach.
        const Sets stacks = mine_ | theirs_;
        const Sets free = all_ & ~(stacks | zones_);
        const Lanes placing = some(free);
        Sets lowest = mine_;
        Lanes height = Lanes{} + 1;
        for (int h = top_; h >= 2; --h) {
            const Sets low = mine_ & ~from_[h];
            const Lanes there = some(low);
            lowest = choose(there, low, lowest);
            height += 1 + there;
        }
        const Sets legal = choose(placing, free, lowest);
        height = (height & ~placing) + 1;
        std::array<std::uint64_t, lane_count> cell;
        std::array<const Bits<W>*, lane_count> disc;
        for (int lane = 0; lane < lane_count; ++lane) {
            Bits<W> cells;
            for (int i = 0; i < W; ++i) cells.words[i] = legal.words[i][lane];
            const int at = cells.nth(rng.below(cells.count()));
            const int h = static_cast<int>(height[lane]);
            cell[lane] = static_cast<std::uint64_t>(at);
            disc[lane] = &grid_.disc(h, at);
            top_ = std::max(top_, h);
        }
        const Lanes cells{cell[0], cell[1], cell[2], cell[3]};
        const Lanes bit = (Lanes{} + 1) << (cells & 63), word = cells >> 6;
        Sets stack, zone;
        for (int i = 0; i < W; ++i) {
            stack.words[i] = bit & (word == static_cast<std::uint64_t>(i));
            zone.words[i] =
                Lanes{disc[0]->words[i], disc[1]->words[i], disc[2]->words[i], disc[3]->words[i]};
        }
        // CAPTURES: what stands in the new REZ of a stack that grew goes.
        const Sets hit = choose(placing, Sets{}, stacks & zone);
        mine_ = (mine_ | stack) & ~hit;
        theirs_ &= ~hit;
        for (int h = 2; h <= top_; ++h) {
            const Lanes grown = height == static_cast<std::uint64_t>(h);
            from_[h] = (from_[h] | choose(grown, stack, Sets{})) & ~hit;
        }
        if (any(some(hit))) {
            zones_ = {};
            for (int h = top_; h > 1; --h) zones_ = grid_.spread(zones_ | from_[h]) & all_;
            zones_ = grid_.spread(zones_ | mine_ | theirs_) & all_;
            while (top_ > 1 && !any(some(from_[top_]))) --top_;
        } else {
            zones_ |= zone;
        }
        // OBJECT OF THE GAME: no enemy checker left, except at the end of Red's first turn.
        const Lanes won = ~(placing | some(theirs_));
        std::swap(mine_, theirs_);
        return won;
    }

    // Starts a lane's game anew.
    void begin(int lane) {
        set(mine_, lane, start_.stacks_[index(start_.turn_)]);
        set(theirs_, lane, start_.stacks_[index(other(start_.turn_))]);
        set(zones_, lane, start_.zones_);
        top_ = std::max<int>(top_, start_.top_);
        for (int h = 2; h <= top_; ++h)
            set(from_[h], lane, h <= start_.top_ ? start_.from_height(h) : Bits<W>{});
    }

  private:
    using Sets = Bits<W, Lanes>;

    static Lanes some(const Sets& sets) {
        Lanes merged = sets.words[0];
        for (int i = 1; i < W; ++i) merged |= sets.words[i];
        return merged != 0;
    }
    static Sets choose(const Lanes& mask, const Sets& a, const Sets& b) {
        Sets result;
        for (int i = 0; i < W; ++i) result.words[i] = mask ? a.words[i] : b.words[i];
        return result;
    }
    static void set(Sets& sets, int lane, const Bits<W>& to) {
        for (int i = 0; i < W; ++i) sets.words[i][lane] = to.words[i];
    }

    const BlastRadius& start_;
    const HexGrid<W>& grid_;
    Sets all_, mine_, theirs_, zones_;
    std::array<Sets, tallest + 1> from_{};  // from_[h]: the stacks of height h or more, h from 2
    int top_ = 1;
};

template <int W>
Tally BlastRadius<W>::play_many(std::int64_t games, Rng& shared) const {
    // Two sets of lanes take turns: while one waits for its last step, the processor does the other.
    std::array<InStep, 2> sets{InStep(*this), InStep(*this)};
    struct Game {
        std::int64_t began = 0;
        bool counts;  // false for games that were started beyond the number wanted
    };
    std::array<std::array<Game, lane_count>, 2> running;
    std::int64_t started = 0;
    for (auto& set : running)
        for (Game& game : set) game.counts = started++ < games;
    Rng rng = shared;
    Tally tally;
    for (std::int64_t step = 1, done = 0; done < games; ++step)
        for (std::size_t s = 0; s < sets.size(); ++s) {
            const Lanes won = sets[s].step(rng);
            if (!any(won)) continue;
            for (int lane = 0; lane < lane_count; ++lane) {
                if (!won[lane]) continue;
                Game& game = running[s][lane];
                if (game.counts) {
                    const std::int64_t plies = step - game.began;
                    tally.add(plies % 2 ? turn_ : other(turn_));
                    tally.plies += plies;
                    ++done;
                }
                game = {step, started++ < games};
                sets[s].begin(lane);
            }
        }
    shared = rng;
    return tally;
}

template <int W>
std::uint64_t BlastRadius<W>::hash() const {
    Hasher hasher;
    hasher.add(stacks_[0]).add(stacks_[1]);
    for (int h = 2; h <= top_; ++h)
        if (from_height(h).any()) hasher.add(from_height(h));
    return hasher.add(index(turn_)).value();
}

template <int W>
std::optional<Score> BlastRadius<W>::score() const {
    const auto checkers = [&](const Bits<W>& stacks) {
        int n = stacks.count();
        for (int h = 2; h <= top_; ++h) n += (stacks & from_height(h)).count();
        return n;
    };
    return Score{checkers(stacks_[0]), checkers(stacks_[1])};
}

template <int W>
void BlastRadius<W>::features(std::vector<Feature>& out) const {
    occupied().for_each([&](int cell) {
        const Piece stack = at(cell);
        out.push_back(
            {"rez", stack.side, list_of(grid_->disc(stack.height, cell)), geometry().name(cell)});
    });
}

template <int W>
BlastRadius<W> BlastRadius<W>::transformed(const Symmetry& symmetry) const {
    BlastRadius g = *this;
    g.stacks_ = permuted(stacks_, symmetry);
    for (int h = 2; h <= top_; ++h) g.from_height(h) = permuted(from_height(h), symmetry);
    g.zones_ = permuted(zones_, symmetry);
    if (symmetry.swaps) g.turn_ = other(turn_);
    return g;
}

template class BlastRadius<1>;
template class BlastRadius<2>;
template class BlastRadius<4>;
template class BlastRadius<6>;

}  // namespace quincunx
