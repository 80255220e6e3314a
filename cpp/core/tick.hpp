// How long work is watched: by whom it is stopped, and to whom it shows how far it is.
#pragma once

#include <functional>

namespace quincunx {

// Called now and then by the thread that asked for the work: to look for signals, to report progress.
// It may throw, which ends the work.
using Tick = std::function<void()>;

// What it throws where there is nothing to report but that the work is to end.
struct Stopped {};

}  // namespace quincunx
