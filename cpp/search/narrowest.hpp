// From the size of a board to the type of a game that is compiled for it.
#pragma once

#include "play/history.hpp"

namespace quincunx {

// Calls f.operator()<G>() with the first of the types that holds the size; they are listed from the
// narrowest to the widest. Precondition: the size is offered, so that there is one.
template <class First, class... More, class F>
auto narrowest(int size, F&& f) {
    if constexpr (sizeof...(More) > 0)
        if (!First::holds(size)) return narrowest<More...>(size, f);
    return f.template operator()<First>();
}

template <class... Gs, class F>
auto narrowest(const History& history, F&& f) {
    return narrowest<Gs...>(history.position().options().size, f);
}

}  // namespace quincunx
