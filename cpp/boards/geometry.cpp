#include "boards/geometry.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

#include "core/threads.hpp"

namespace quincunx {

namespace {

struct Axial {
    int q, r;
};

// Turning by a sixth and mirroring make all twelve symmetries of a hexagon.
constexpr Axial turned(Axial a) { return {-a.r, a.q + a.r}; }
constexpr Axial mirrored(Axial a) { return {a.r, a.q}; }

constexpr std::array<Axial, 6> hex_steps{{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};

int length(Axial a) { return (std::abs(a.q) + std::abs(a.r) + std::abs(a.q + a.r)) / 2; }

}  // namespace

const Geometry& Geometry::of(Shape shape, int size) {
    static Mutex lock;
    static std::map<std::pair<Shape, int>, std::unique_ptr<Geometry>> all;
    const Guard guard(lock);
    auto& found = all[{shape, size}];
    if (!found) found.reset(new Geometry(shape, size));
    return *found;
}

Geometry::Geometry(Shape shape, int size)
    : shape_(shape), size_(size), stride_(shape == Shape::square ? size : 2 * size) {
    if (shape == Shape::square)
        add_square_cells();
    else
        add_hexhex_cells();
}

void Geometry::add_square_cells() {
    const int n = size_;
    order_.assign(n * n, -1);
    for (int y = 0; y < n; ++y) {
        auto& row = rows_.emplace_back();
        for (int x = 0; x < n; ++x) {
            const int cell = y * n + x;
            order_[cell] = cell_count();
            cells_.push_back(cell);
            row.push_back(cell);
            names_.push_back(static_cast<char>('a' + x) + std::to_string(y + 1));
            auto& near = neighbours_.emplace_back();
            if (y > 0) near.push_back(cell - n);
            if (x > 0) near.push_back(cell - 1);
            if (x < n - 1) near.push_back(cell + 1);
            if (y < n - 1) near.push_back(cell + n);
        }
    }
    const auto add = [&](std::string_view name, auto&& moved) {
        Symmetry s{name, std::vector<std::uint16_t>(order_.size()), false};
        for (const int cell : cells_) {
            const auto [x, y] = moved(cell % n, cell / n);
            s.map[cell] = static_cast<std::uint16_t>(y * n + x);
        }
        symmetries_.push_back(std::move(s));
    };
    const int e = n - 1;
    using XY = std::pair<int, int>;
    add("identity", [](int x, int y) { return XY(x, y); });
    add("rotate 90", [e](int x, int y) { return XY(y, e - x); });
    add("rotate 180", [e](int x, int y) { return XY(e - x, e - y); });
    add("rotate 270", [e](int x, int y) { return XY(e - y, x); });
    add("mirror left-right", [e](int x, int y) { return XY(e - x, y); });
    add("mirror up-down", [e](int x, int y) { return XY(x, e - y); });
    add("mirror SW-NE", [](int x, int y) { return XY(y, x); });
    add("mirror NW-SE", [e](int x, int y) { return XY(e - y, e - x); });
}

void Geometry::add_hexhex_cells() {
    const int n = size_;
    // Bit 0 stays free, so that a shift by one to the right loses no cell.
    const auto bit = [n](Axial a) { return (a.r + n - 1) * 2 * n + a.q + 1; };
    const auto on_board = [n](Axial a) { return length(a) <= n - 1; };
    std::vector<Axial> where;
    order_.assign((2 * n - 2) * 2 * n + 2, -1);
    for (int r = -(n - 1); r <= n - 1; ++r) {
        auto& row = rows_.emplace_back();
        for (int q = -(n - 1); q <= n - 1; ++q) {
            const Axial a{q, r};
            if (!on_board(a)) continue;
            order_[bit(a)] = cell_count();
            cells_.push_back(bit(a));
            where.push_back(a);
            row.push_back(bit(a));
            names_.push_back(static_cast<char>('a' + r + n - 1) + std::to_string(row.size()));
            auto& near = neighbours_.emplace_back();
            for (const Axial step : hex_steps)
                if (const Axial to{q + step.q, r + step.r}; on_board(to)) near.push_back(bit(to));
        }
    }
    // Around the board from a corner, one side in each of the six directions.
    Axial at{n - 1, -(n - 1)};
    for (const Axial step :
         {hex_steps[1], hex_steps[2], hex_steps[3], hex_steps[4], hex_steps[5], hex_steps[0]})
        for (int i = 0; i < n - 1; ++i) {
            perimeter_.push_back(bit(at));
            at = {at.q + step.q, at.r + step.r};
        }
    static constexpr std::array<std::string_view, 12> names{"identity",
                                                            "rotate 60",
                                                            "rotate 120",
                                                            "rotate 180",
                                                            "rotate 240",
                                                            "rotate 300",
                                                            "mirror",
                                                            "mirror, rotate 60",
                                                            "mirror, rotate 120",
                                                            "mirror, rotate 180",
                                                            "mirror, rotate 240",
                                                            "mirror, rotate 300"};
    for (int k = 0; k < 12; ++k) {
        Symmetry s{names[k], std::vector<std::uint16_t>(order_.size()), false};
        for (std::size_t i = 0; i < where.size(); ++i) {
            Axial a = k < 6 ? where[i] : mirrored(where[i]);
            for (int t = 0; t < k % 6; ++t) a = turned(a);
            s.map[cells_[i]] = static_cast<std::uint16_t>(bit(a));
        }
        symmetries_.push_back(std::move(s));
    }
}

int Geometry::cell(std::string_view name) const {
    if (const auto found = find(name)) return *found;
    throw std::invalid_argument(std::string(name.substr(0, 40)) + " is not a cell; cells are " +
                                first_and_last());
}

int Geometry::distance(int a, int b) const {
    if (shape_ == Shape::square)
        return std::abs(a / stride_ - b / stride_) + std::abs(a % stride_ - b % stride_);
    // Back from bit to axial: q runs from -(n-1) to n-1, so half a row added makes the row exact.
    const auto axial = [this](int cell) {
        const int row = (cell - 1 + size_) / stride_;
        return Axial{cell - 1 - row * stride_, row};
    };
    const Axial from = axial(a), to = axial(b);
    return length({from.q - to.q, from.r - to.r});
}

std::optional<int> Geometry::find(std::string_view name) const {
    // One letter, then a number without a leading zero, so that each cell has one name only.
    if (name.size() < 2 || name.size() > 3 || name[0] < 'a' || name[0] > 'z' || name[1] == '0')
        return std::nullopt;
    int number = 0;
    for (const char c : name.substr(1)) {
        if (c < '0' || c > '9') return std::nullopt;
        number = 10 * number + (c - '0');
    }
    const int letter = name[0] - 'a';
    const int row = shape_ == Shape::square ? number - 1 : letter;
    const int place = shape_ == Shape::square ? letter : number - 1;
    if (row < 0 || row >= row_count() || place >= static_cast<int>(rows_[row].size()))
        return std::nullopt;
    return rows_[row][place];
}

}  // namespace quincunx
