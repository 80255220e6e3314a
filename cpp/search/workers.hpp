// Sharing numbered pieces of work between threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "core/tick.hpp"

namespace quincunx {

// Calls work(i, check) for every i below count, on so many threads, the calling one among them. An
// exception from work or tick ends it all and is passed on: the other threads stop at their next piece,
// or within a long one where work calls check().
inline void share_work(std::int64_t count, int threads, const Tick& tick,
                       const std::function<void(std::int64_t, const Tick&)>& work) {
    std::atomic<std::int64_t> next{0};
    std::atomic<bool> stop{false};
    std::mutex lock;
    std::exception_ptr failure;
    const auto run = [&](bool calling_thread) {
        const Tick check = [&, calling_thread] {
            if (stop.load(std::memory_order_relaxed)) throw Stopped{};
            if (calling_thread && tick) tick();
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
            const std::scoped_lock guard(lock);
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<std::jthread> helpers;
    for (int t = 1; t < threads && t < count; ++t) helpers.emplace_back(run, false);
    run(true);
    helpers.clear();  // joins
    if (failure) std::rethrow_exception(failure);
}

}  // namespace quincunx
