// How work that takes long is stopped, and shows how far it is.
#pragma once

#include <functional>

namespace quincunx {

// Work that takes long calls this now and then, at least once a millisecond. It checks whether the work
// is to end (a signal, a clock, somebody's request) and throws if so; it may report progress as well.
using StopCheck = std::function<void()>;

// What it throws where nothing needs saying but that the work is to end.
struct Stopped {};

}  // namespace quincunx
