// Cells of Square Grid Hex that may be filled with stones without changing who wins.
//
// A cell is dead when no way of filling the other empty cells makes its colour matter. Two cells are
// captured by a player who can answer a stone on either with a stone on the other that makes the first
// one dead: both are then as good as that player's. (Hayward, van Rijswijck: Hex and combinatorics,
// Discrete Mathematics 306, 2006, https://doi.org/10.1016/j.disc.2006.01.029.)
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "boards/grid.hpp"
#include "core/bits.hpp"

namespace quincunx {

template <int W>
class HexFillIn {
  public:
    using Stones = std::array<Bits<W>, 2>;  // by side

    explicit HexFillIn(const SquareGrid<W>& grid);

    // Puts stones on dead and captured cells for as long as there are any, and returns the cells that
    // each side captured. A player who wins the filled position on a carrier wins the one before on
    // this carrier and the cells the player captured. The rest of the cells may be left to the other:
    // what the other captured stands there as the other's, and dead cells do not matter.
    Stones fill(Stones& stones) const;

  private:
    // The six neighbours in order around a cell, and whose edge it is where one is off the board.
    struct Ring {
        std::array<std::int16_t, 6> cells;  // -1 off the board
        std::uint16_t edges;                // as in ring_code()
    };
    std::uint16_t ring_code(int cell, const Stones& stones) const;

    const SquareGrid<W>& grid_;
    std::vector<Ring> rings_;  // by cell
};

extern template class HexFillIn<1>;
extern template class HexFillIn<2>;
extern template class HexFillIn<3>;
extern template class HexFillIn<4>;
extern template class HexFillIn<6>;

}  // namespace quincunx
