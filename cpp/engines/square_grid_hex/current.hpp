// Which cells matter in a position of Square Grid Hex, guessed by electricity.
//
// The board is a circuit between a player's two edges: stones conduct well, empty cells less, the
// opponent's cells not at all, and full connections are wires too. The share of the current that flows
// through a cell tells how much the player needs it. (The idea is Shannon's; with connections as wires
// it is Anshelevich's, see connections.hpp.)
#pragma once

#include <vector>

#include "engines/square_grid_hex/connections.hpp"

namespace quincunx {

template <int W>
class HexCurrent {
  public:
    // By cell; 0 where there is a stone. Valid until the next call.
    const std::vector<double>& shares(const HexConnections<W>& connections);

  private:
    struct Wire {
        int a, b;
        double conductance;
    };
    void find_potentials(int points);
    void apply(const std::vector<double>& potential, std::vector<double>& lost) const;

    std::vector<Wire> wires_;
    std::vector<double> potential_, total_, residue_, direction_, lost_, shares_;
};

extern template class HexCurrent<1>;
extern template class HexCurrent<2>;
extern template class HexCurrent<3>;
extern template class HexCurrent<4>;
extern template class HexCurrent<6>;

}  // namespace quincunx
