// Arrays that Python hands over, for the binding files that take some.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <string>

namespace quincunx {

namespace nb = nanobind;

template <class T, class... Shape>
using Array = nb::ndarray<T, Shape..., nb::c_contig, nb::device::cpu>;

// The Python classes make the arrays; here their shapes are only checked.
template <class A>
void require_shape(const A& array, int rows, int columns = 0) {
    const auto has = [&](std::size_t i, int n) {
        return array.shape(i) == static_cast<std::size_t>(n);
    };
    if (!has(0, rows) || (array.ndim() == 2 && !has(1, columns)))
        throw nb::value_error(
            ("an array for " + std::to_string(rows) + " boards is needed").c_str());
}

}  // namespace quincunx
