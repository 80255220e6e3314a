// Threads and locks: the standard's, under the names that this library uses for them.
//
// One place for all of it, so that a build for machines without threads (a browser's worker) has one file
// to change.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

namespace quincunx {

using Mutex = std::mutex;
using Guard = std::scoped_lock<Mutex>;
using Signal = std::condition_variable;
using Thread = std::jthread;

// The most threads that one piece of work may ask for: more than any machine of today needs, and few
// enough that asking for them by mistake does no harm.
inline constexpr int most_threads = 1024;

}  // namespace quincunx
