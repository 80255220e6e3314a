// Sharing numbered pieces of work between threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <system_error>
#include <vector>

#include "core/stop_check.hpp"
#include "core/threads.hpp"

namespace quincunx {

// Calls work(i, check) for every i below count, on this many threads, the calling one among them. An
// exception from work or stop_check ends it all and is passed on: the other threads stop at their next
// piece, or within a long one where work calls check().
inline void share_work(std::int64_t count, int threads, const StopCheck& stop_check,
                       const std::function<void(std::int64_t, const StopCheck&)>& work) {
    std::atomic<std::int64_t> next{0};
    std::atomic<bool> stop{false};
    Mutex lock;
    std::exception_ptr failure;
    const auto run = [&](bool calling_thread) {
        const StopCheck check = [&, calling_thread] {
            if (stop.load(std::memory_order_relaxed)) throw Stopped{};
            if (calling_thread && stop_check) stop_check();
        };
        try {
            for (std::int64_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < count;) {
                work(i, check);
                check();
            }
        } catch (const Stopped&) {
        } catch (...) {
            next = count;
            stop = true;
            const Guard guard(lock);
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<Thread> helpers;
    try {
        if constexpr (has_threads)
            for (int t = 1; t < threads && t < count; ++t) helpers.emplace_back(run, false);
    } catch (const std::system_error&) {
        // The machine has no more threads to give: those that there are do the work.
    }
    run(true);
    helpers.clear();  // joins
    if (failure) std::rethrow_exception(failure);
}

}  // namespace quincunx
