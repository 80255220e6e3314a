// A solver for Hadron: sums of regions, values of the small ones, proof numbers for the rest.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/proof.hpp"
#include "core/stop_check.hpp"
#include "engines/hadron/regions.hpp"
#include "engines/hadron/values.hpp"
#include "games/hadron.hpp"
#include "play/keys.hpp"
#include "search/df_pn.hpp"
#include "search/proof_numbers.hpp"
#include "search/solver.hpp"

namespace quincunx {

// A position is looked at as the sum of its regions. Regions that cancel are left out; small regions are
// replaced by their values, which are computed once, and small values by their sum. So positions that
// are equal as games become the same entry of a table, and a position that has come down to one value
// is decided. The others are searched depth first by proof numbers (search/df_pn.hpp).
template <int W>
class HadronSolver {
  public:
    explicit HadronSolver(std::size_t bytes);

    // With no nodes at all it computes values of small regions, and looks no further than these and the
    // table go.
    std::optional<Proof> solve(const Hadron<W>& position, const Past<Hadron<W>>& past,
                               std::int64_t nodes, const StopCheck& check);
    std::int64_t nodes() const { return search_.nodes(); }
    SolverState state() const { return search_.state(); }
    static constexpr std::string_view kind = "hadron 1";
    void save(Saver& saver) const;
    void load(Loader& loader, const Hadron<W>& position);
    static bool within_reach(const Hadron<W>& position);

    // What the tables say, without adding anything to them.
    std::optional<Proof> known(const Hadron<W>& position) const;

  private:
    using Id = HadronValues::Id;
    static constexpr Id no_value = ~Id{0};

    // A summand: a region, or a value that stands for one or several of them.
    struct Part {
        Fingerprint print, negative;
        HadronField<W> field;
        Id value = no_value;
    };
    using Parts = std::vector<Part>;

    // Sixteen bytes, so that four of them fill a line of the processor's cache. That leaves no room for
    // an age.
    struct Entry {
        std::uint64_t check;
        std::uint64_t proof : ProofNumbers::bits, disproof : ProofNumbers::bits;
        std::uint64_t work : 8;  // binary digits of the nodes

        static Entry of(const ProofNumbers& numbers) {
            return {0, numbers.proof, numbers.disproof, 0};
        }
        ProofNumbers numbers() const {
            return {static_cast<std::uint32_t>(proof), static_cast<std::uint32_t>(disproof)};
        }
        std::int64_t nodes() const { return work ? std::int64_t{1} << (work - 1) : 0; }
        void set_nodes(std::int64_t n) {
            work = static_cast<std::uint64_t>(std::bit_width(static_cast<std::uint64_t>(n)));
        }
    };
    static_assert(sizeof(Entry) == 16);

    struct KnownRegion {
        std::uint64_t check;
        std::uint32_t place;
        Id value_and_one;  // 0: nothing here
    };
    // A move: a cell of a region, or the number of an option of a value.
    struct Child {
        Fingerprint print;
        ProofNumbers numbers;
        std::uint16_t part, move;

        static constexpr bool same_turn = false;
        bool counts() const { return numbers.disproof != 0; }
    };
    struct Frame {
        Key key;
        Parts parts;
        bool blue = false;  // is to move
        std::vector<Child> children;
    };
    using Search = DfPn<Entry, Frame>;
    friend Search;

    // Sums. Values come from a Source, which computes what is missing or only looks values up; where it
    // finds none, nothing is known and the functions return false.
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
    static Fingerprint print_of(const Part& part, bool blue);
    static Fingerprint print_of(const Parts& parts, bool blue);
    std::optional<bool> decided(const Parts& parts, bool blue) const;
    std::optional<bool> wins_first(const Part& part, bool blue) const;
    ProofNumbers guess(const Parts& parts, bool blue) const;
    void make_move(const Parts& parts, const Child& child, bool blue, Parts& after);

    // Search: what df-pn asks for, and what helps with it.
    static constexpr Together together = Together::sum;
    static constexpr bool in_order = false;
    std::optional<Entry> expand(Frame& frame, const Entry* known);
    std::span<Child> moves(Frame& frame) const { return frame.children; }
    Entry found(const Frame&, const ProofNumbers& numbers, const Child*) const {
        return Entry::of(numbers);
    }
    void descend(const Frame& frame, const Child& child, Frame& next);
    void take(Frame&, Child& child, const Frame&, const Entry& entry) const {
        child.numbers = entry.numbers().for_opponent();
    }
    bool add_child(Frame& frame, int part, int move);
    ProofNumbers numbers_of(const Parts& parts, const Fingerprint& print, bool blue) const;
    static Key key_of(const Fingerprint& print) { return {scrambled(print.place), print.check}; }
    void tick() { search_.tick(Search::between_checks / 128); }

    static Proof proof(const Hadron<W>& position, const HadronField<W>& field, bool wins);

    HadronValues values_;
    ZeroedArray<KnownRegion> regions_;  // lossy
    Search search_;
    std::optional<HadronBoard<W>> board_;
    Parts after_;
    int small_ = 0;  // the most cells of a region that is replaced by its value
};

template <int W>
struct OwnSolver<Hadron<W>> {
    using type = HadronSolver<W>;
};

extern template class HadronSolver<1>;
extern template class HadronSolver<2>;

}  // namespace quincunx
