// What joins two edges without a look at moves, and why.
//
// Anshelevich's H-search (A hierarchical approach to computer Hex, Artificial Intelligence 134, 2002,
// https://doi.org/10.1016/S0004-3702(01)00154-0) on any board of cells and two edges. Places are the
// edges, the chains of own stones and the free cells. Two of them are linked by free cells if they are
// joined even though the other side moves first. Links that share no cell make a link together if they
// meet in a chain. If they meet in a free cell, a move there does: a threat. Threats that have no cell
// in common to all of them make a link. This one keeps how each link came about, so that it can be told
// to those who do not believe it.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/stop_check.hpp"

namespace quincunx {

// Cells are numbers from 0.
using CellList = std::vector<int>;

// Why two places are linked.
struct LinkStep {
    enum class Kind {
        touch,    // a place touches the free cell that is the other: parts are the two places
        both,     // two links that meet: parts are two steps
        threats,  // one of several moves: parts are cell, step, cell, step …
    };
    Kind kind;
    CellList parts;
};

struct LinkAnswer {
    std::vector<CellList> places;  // the cells of each: 0 and 1 are the edges with their chains
    std::vector<LinkStep> steps;   // each after those that it is made of
    int joined = -1;               // the step that links the edges, if any
    std::vector<int> moves;        // or else: moves that threaten to link them,
    std::vector<int> after;        // and the step that links them after each
};

// The board, as far as links are concerned.
class LinkBoard {
  public:
    // What is beside each cell, and the cells of the two edges. Throws std::invalid_argument if there
    // are too many cells, or a number is not one of them.
    LinkBoard(const std::vector<CellList>& beside, const std::array<CellList, 2>& edges);
    ~LinkBoard();
    LinkBoard(LinkBoard&&) noexcept;
    LinkBoard& operator=(LinkBoard&&) noexcept;

    // Looks for links of the side that has these stones. check() may throw.
    LinkAnswer search(const CellList& own, const CellList& free, const StopCheck& check) const;

    struct Sizes;

  private:
    std::unique_ptr<const Sizes> board_;
};

}  // namespace quincunx
