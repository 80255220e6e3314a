// Boards as sets of named cells: square boards, and hexhex boards (hexagons of hexagons).
//
// A cell is known by its bit in the bitboards. Square boards of n×n use n bits per row. Hexhex boards
// use 2n bits from row to row, so that the six neighbours of any cell are the same six shifts away and a
// shift off the board lands on a bit that no cell uses. (Packing the cells without holes would put side
// 5 into one word instead of two, but then the shifts differ from row to row: one step of a flood would
// cost three times as much.)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"

namespace quincunx {

class Geometry {
  public:
    // One object per board, made at first use and kept.
    static const Geometry& of(Shape shape, int size);

    Shape shape() const { return shape_; }
    int size() const { return size_; }
    int stride() const { return stride_; }  // bits from a row to the next one up

    int cell_count() const { return static_cast<int>(cells_.size()); }
    // In reading order: a1, b1 … on a square board, a1, a2 … on hexhex.
    const std::vector<int>& cells() const { return cells_; }
    // The place in cells(), or -1 for a bit that is not a cell.
    int order_of(int cell) const { return order_[cell]; }
    bool has(int cell) const {
        return 0 <= cell && cell < static_cast<int>(order_.size()) && order_[cell] >= 0;
    }

    int row_count() const { return static_cast<int>(rows_.size()); }
    // The cells of a row from the left; r counts from the bottom.
    const std::vector<int>& row(int r) const { return rows_[r]; }

    // The square that the board stands in, as many columns as rows: cells above each other there are one
    // stride apart. The corner at the bottom left would be the bit -lead().
    int lead() const { return shape_ == Shape::square ? 0 : size_ - 2; }
    int row_of(int cell) const { return (cell + lead()) / stride_; }
    int column_of(int cell) const { return (cell + lead()) % stride_; }

    const std::string& name(int cell) const { return names_[order_[cell]]; }
    std::optional<int> find(std::string_view name) const;
    // The same, but throws std::invalid_argument if there is no such cell.
    int cell(std::string_view name) const;
    std::string first_and_last() const { return names_.front() + " to " + names_.back(); }

    // The cells next to it: along rows and columns on a square board, all six ways on hexhex.
    const std::vector<int>& neighbours(int cell) const { return neighbours_[order_[cell]]; }
    // Steps from cell to neighbouring cell.
    int distance(int a, int b) const;
    // The outermost cells in order around the board, hexhex only.
    const std::vector<int>& perimeter() const { return perimeter_; }

    const std::vector<Symmetry>& symmetries() const { return symmetries_; }  // identity first

  private:
    Geometry(Shape shape, int size);
    void add_square_cells();
    void add_hexhex_cells();

    Shape shape_;
    int size_, stride_;
    std::vector<int> cells_, order_, perimeter_;
    std::vector<std::vector<int>> rows_, neighbours_;
    std::vector<std::string> names_;
    std::vector<Symmetry> symmetries_;
};

}  // namespace quincunx
