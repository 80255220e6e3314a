// What the binding files share.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <string>
#include <string_view>

#include "core/errors.hpp"
#include "games/catalogue.hpp"
#include "search/workers.hpp"

namespace quincunx {

namespace nb = nanobind;

// A move as Python knows it: its text, whatever the game.
struct TextMove {
    std::string text;
};

// While a long call has let go of the interpreter: take it back twenty times a second and look
// whether somebody pressed Ctrl-C.
inline Tick signal_tick() {
    using Clock = std::chrono::steady_clock;
    return [next = Clock::now()]() mutable {
        if (Clock::now() < next) return;
        next = Clock::now() + std::chrono::milliseconds(50);
        const nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals()) throw nb::python_error();
    };
}

inline void require_positive(std::string_view what, long long value) {
    if (value < 1)
        throw nb::value_error(
            (std::string(what) + " must be at least 1, not " + std::to_string(value)).c_str());
}

void bind_line(nb::module_& m);
void bind_search(nb::module_& m);
void bind_batch(nb::module_& m);
void bind_engine(nb::module_& m);
void bind_checks(nb::module_& m);

}  // namespace quincunx
