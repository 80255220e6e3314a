// Threads and locks: the standard's, under the names that this library uses for them.
//
// With QUINCUNX_ONE_THREAD, for machines without threads (a browser's worker), locks do nothing and whoever
// would have waited for a thread does its work (search/engine.cpp, search/workers.hpp).
#pragma once

#ifndef QUINCUNX_ONE_THREAD
#include <condition_variable>
#include <mutex>
#include <thread>
#endif

namespace quincunx {

#ifdef QUINCUNX_ONE_THREAD

inline constexpr bool has_threads = false;

struct Mutex {};
struct Guard {
    explicit Guard(Mutex&) {}
};
// There is nobody to wait for.
struct Signal {
    void notify_all() {}
    template <class Lock, class Time, class Ready>
    bool wait_for(Lock&, Time, Ready ready) {
        return ready();
    }
};
// One that is never made: whoever starts threads asks `has_threads` first.
struct Thread {
    template <class... Work>
    explicit Thread(Work&&...) {}
    bool joinable() const { return false; }
    void join() {}
};
using WaitingGuard = Guard;

#else

inline constexpr bool has_threads = true;

using Mutex = std::mutex;
using Guard = std::scoped_lock<Mutex>;
using WaitingGuard = std::unique_lock<Mutex>;  // for Signal
using Signal = std::condition_variable;
using Thread = std::jthread;

#endif

// The most threads that one piece of work may ask for: more than any machine of today needs, and few
// enough that asking for them by mistake does no harm.
inline constexpr int most_threads = has_threads ? 1024 : 1;

}  // namespace quincunx
