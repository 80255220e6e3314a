// A solver for Hadron: sums of regions, values of the small ones, proof numbers for the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/proof.hpp"
#include "core/tick.hpp"
#include "games/hadron.hpp"
#include "games/hadron_regions.hpp"
#include "games/hadron_values.hpp"
#include "games/solving.hpp"
#include "play/line.hpp"

namespace quincunx {

// A position is looked at as the sum of its regions. Regions that cancel are left out; small regions are
// replaced by their values, which are computed once, and small values by their sum. So positions that
// are equal as games become the same entry of a table, and a position that has come down to one value
// is decided. The others are searched depth first by proof numbers (df-pn; Nagai, "Df-pn Algorithm for
// Searching AND/OR Trees and Its Applications", 2002).
template <int W>
class HadronSolver {
  public:
    explicit HadronSolver(std::size_t bytes);

    // With no nodes at all it computes values of small regions, and looks no further than these and the
    // table go.
    std::optional<Proof> solve(const Line<Hadron<W>>& line, std::int64_t nodes, const Tick& check);
    std::int64_t nodes() const { return nodes_; }
    static bool within_reach(const Hadron<W>& position);

    // What the tables say, without adding anything to them.
    std::optional<Proof> known(const Hadron<W>& position) const;

  private:
    using Id = HadronValues::Id;
    static constexpr Id no_value = ~Id{0};

    // A summand: a region, or a value that stands for one or several of them.
    struct Part {
        Print print, negative;
        HadronField<W> field;
        Id value = no_value;
    };
    using Parts = std::vector<Part>;

    // How much work it seems to need at least to prove that the player to move wins, and that the
    // player loses; 0 for what is proven.
    struct Numbers {
        std::uint32_t win = 1, loss = 1;
        bool open() const { return win && loss; }
    };
    struct Entry {
        std::uint64_t check;
        std::uint64_t win : 28, loss : 28, work : 8;  // work: binary digits of the nodes
    };
    struct Bucket {
        Entry entries[4];
    };
    struct KnownRegion {
        std::uint64_t check;
        std::uint32_t place;
        Id value_and_one;  // 0: nothing here
    };
    // A move: a cell of a region, or the number of an option of a value.
    struct Child {
        Print print;
        Numbers numbers;  // of the opponent, who is to move
        std::uint16_t part, move;
    };
    struct Frame {
        Parts parts;
        std::vector<Child> children;
    };

    static constexpr std::uint32_t never = (1u << 28) - 1;
    static constexpr Numbers won{0, never}, lost{never, 0};

    // Sums. Values come from a Source, which computes what is missing or only looks it up; then nothing
    // is known and the functions return false.
    struct Computing;
    struct LookingUp;
    template <class Source>
    bool add_field(Parts& parts, const HadronField<W>& field, Source source) const;
    template <class Source>
    bool add_region(Parts& parts, const HadronRegion<W>& region, Source source) const;
    template <class Source>
    bool add_value(Parts& parts, Id value, Source source) const;
    Id value_of(const HadronRegion<W>& region);
    Id value_after(const HadronRegion<W>& region, int cell, bool blue);
    std::optional<Id> find_value(const HadronRegion<W>& region) const;
    static void drop(Parts& parts, std::size_t i);
    static Print print_of(const Part& part, bool blue);
    static Print print_of(const Parts& parts, bool blue);
    std::optional<bool> decided(const Parts& parts, bool blue) const;
    std::optional<bool> wins_first(const Part& part, bool blue) const;
    Numbers guess(const Parts& parts, bool blue) const;
    void make_move(const Parts& parts, const Child& child, bool blue, Parts& after);

    // Search.
    Numbers look(int depth, const Print& print, bool blue, Numbers limits);
    bool expand(Frame& frame, bool blue);
    bool add_child(Frame& frame, int part, int move, bool blue);
    Numbers numbers_of(const Parts& parts, const Print& print, bool blue) const;
    std::optional<Numbers> find(const Print& print) const;
    void store(const Print& print, Numbers numbers, std::int64_t work);
    void tick();

    static Proof proof(const Hadron<W>& position, const HadronField<W>& field, bool wins);

    HadronValues values_;
    ZeroedArray<KnownRegion> regions_;  // lossy
    ZeroedArray<Bucket> table_;
    std::optional<HadronBoard<W>> board_;
    std::vector<Frame> frames_;  // by depth
    Parts after_;
    int small_ = 0;  // cells of a region that is replaced by its value
    std::int64_t nodes_ = 0, limit_ = 0;
    std::uint32_t ticks_ = 0;
    bool kept_ = false;  // has anything been kept during this call? (Or the next would do no more.)
    const Tick* check_ = nullptr;
};

template <int W>
struct OwnSolver<Hadron<W>> {
    using type = HadronSolver<W>;
};

extern template class HadronSolver<1>;
extern template class HadronSolver<2>;

}  // namespace quincunx
