// What the binding files share.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "core/errors.hpp"
#include "core/stop_check.hpp"
#include "core/threads.hpp"
#include "play/history.hpp"
#include "play/notation.hpp"

namespace quincunx {

namespace nb = nanobind;

// A move as Python knows it: its text, whatever the game.
struct TextMove {
    std::string text;
};

// While a long call has let go of the interpreter: take it back twenty times a second and check whether
// somebody pressed Ctrl-C.
inline StopCheck signal_check() {
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

inline void require_threads(int threads) {
    if (threads < 1 || threads > most_threads)
        throw nb::value_error(("threads must be 1 to " + std::to_string(most_threads) + ", not " +
                               std::to_string(threads))
                                  .c_str());
}

inline TextMove named(const Position& position, Move m) { return {move_text(position, m)}; }

void bind_history(nb::module_& m);
void bind_search(nb::module_& m);
void bind_batch(nb::module_& m);
void bind_net_search(nb::module_& m);
void bind_engine(nb::module_& m);
void bind_record(nb::module_& m);

}  // namespace quincunx
