// How long work is watched: by whom it is stopped, and to whom it shows how far it is.
#pragma once

#include <functional>

namespace quincunx {

// Long work calls this now and then, at least once a millisecond. It looks whether the work is to end (a
// signal, a clock, somebody's request) and then throws; it may report progress as well.
using StopCheck = std::function<void()>;

// What it throws where there is nothing to say but that the work is to end.
struct Stopped {};

}  // namespace quincunx
