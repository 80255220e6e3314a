#include "engines/square_grid_hex/current.hpp"

#include <algorithm>
#include <cmath>

namespace quincunx {

namespace {

// The resistance of a cell, half of it on each side. A stone has almost none.
constexpr double cell_resistance = 1, stone_resistance = 0.005;
// Connections with more cells than this are not wires; those with any are weaker than those with none.
constexpr int longest = 3;
constexpr double weaker = 0.7;
constexpr int most_rounds = 40;
constexpr double small_enough = 1e-10;

}  // namespace

template <int W>
const std::vector<double>& HexCurrent<W>::shares(const HexConnections<W>& connections) {
    const int points = connections.point_count();
    const auto resistance = [&](int point) {
        return connections.is_empty_cell(point) ? cell_resistance : stone_resistance;
    };
    wires_.clear();
    total_.assign(points, 1e-9);  // a point may have no wire
    for (int b = 1; b < points; ++b)
        for (int a = 0; a < b; ++a) {
            int size = longest + 1;
            for (const Bits<W>& carrier : connections.fulls(a, b))
                size = std::min(size, carrier.count());
            if (size > longest) continue;
            const double conductance = (size ? weaker : 1) / (resistance(a) + resistance(b));
            wires_.push_back({a, b, conductance});
            total_[a] += conductance;
            total_[b] += conductance;
        }
    find_potentials(points);

    shares_.assign(Bits<W>::capacity, 0);
    lost_.assign(points, 0);
    double through = 1e-12;
    for (const Wire& wire : wires_) {
        const double current = wire.conductance * std::abs(potential_[wire.a] - potential_[wire.b]);
        lost_[wire.a] += current;
        lost_[wire.b] += current;
        if (wire.a == 0) through += current;
    }
    for (int point = 2; point < points; ++point)
        if (connections.is_empty_cell(point))
            shares_[connections.cells(point).lowest()] = lost_[point] / 2 / through;
    return shares_;
}

// How much more current leaves each point than comes in.
template <int W>
void HexCurrent<W>::apply(const std::vector<double>& potential, std::vector<double>& lost) const {
    for (double& x : lost) x = 0;
    for (const Wire& wire : wires_) {
        const double current = wire.conductance * (potential[wire.a] - potential[wire.b]);
        lost[wire.a] += current;
        lost[wire.b] -= current;
    }
}

// One edge at 1, the other at 0, and in between such potentials that as much current leaves each point
// as comes in: by conjugate gradients, each point weighted by its wires.
template <int W>
void HexCurrent<W>::find_potentials(int points) {
    potential_.assign(points, 0.5);
    potential_[0] = 1;
    potential_[1] = 0;
    lost_.assign(points, 0);
    residue_.assign(points, 0);
    direction_.assign(points, 0);
    apply(potential_, lost_);
    double error = 0;
    for (int i = 2; i < points; ++i) {
        residue_[i] = -lost_[i];
        direction_[i] = residue_[i] / total_[i];
        error += residue_[i] * direction_[i];
    }
    for (int round = 0; round < most_rounds && error > small_enough; ++round) {
        apply(direction_, lost_);
        double curvature = 0;
        for (int i = 2; i < points; ++i) curvature += direction_[i] * lost_[i];
        if (curvature <= 0) return;
        const double step = error / curvature, before = error;
        error = 0;
        for (int i = 2; i < points; ++i) {
            potential_[i] += step * direction_[i];
            residue_[i] -= step * lost_[i];
            error += residue_[i] * residue_[i] / total_[i];
        }
        for (int i = 2; i < points; ++i)
            direction_[i] = residue_[i] / total_[i] + error / before * direction_[i];
    }
}

template class HexCurrent<1>;
template class HexCurrent<2>;
template class HexCurrent<3>;
template class HexCurrent<4>;
template class HexCurrent<6>;

}  // namespace quincunx
