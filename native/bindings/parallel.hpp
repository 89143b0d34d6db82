// Parallel: runs the tasks 0 to count - 1 on some threads, and lets Ctrl-C end it.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace tilefall {

using Clock = std::chrono::steady_clock;
constexpr double LONGEST_SECONDS = 1e9;

// When so many seconds will be over; never for very many.
inline Clock::time_point deadline_in(double seconds) {
    if (seconds >= LONGEST_SECONDS) return Clock::time_point::max();
    return Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// Set when Python is about to end, or when nobody wants what its threads compute: whatever still runs
// in one of them ends early, as if its deadline had come. A thread that asked for the GIL later than that would end the process badly.
inline std::atomic<bool> is_ending{false};

// Whoever asked for a search may want it no more: set from any thread, looked at by searches of threads that carry it.
struct Stop {
    std::atomic<bool> is_set{false};
};

// What the searches of this thread look at; whoever sets it keeps the flag alive until it is taken back.
inline thread_local const Stop* carried_stop = nullptr;

// Calls task(i, stop) for every i, the GIL released, each thread taking the next i that is free.
// Throws what a signal handler of Python raised; `stop` is then set, and tasks should end early.
// The deadline and a stop that the calling thread carries set it too; the answer is whether all tasks ended before it.
template <typename Task>
bool run_parallel(size_t count, int threads, const Task& task,
                  Clock::time_point deadline = Clock::time_point::max()) {
    std::atomic<size_t> next{0};
    const Stop* const carried = carried_stop;
    const auto is_unwanted = [&] { return is_ending || (carried != nullptr && carried->is_set); };
    bool stop = false;
    int running = threads;
    std::mutex mutex;
    std::condition_variable finished;
    const auto work = [&] {
        for (size_t i = next++; i < count && !__atomic_load_n(&stop, __ATOMIC_RELAXED); i = next++) {
            task(i, &stop);
        }
        const std::lock_guard<std::mutex> guard(mutex);
        running -= 1;
        finished.notify_one();
    };
    bool has_signal = false, is_late = false;
    {
        nanobind::gil_scoped_release release;
        std::vector<std::thread> workers;
        for (int i = 0; i < threads; ++i) workers.emplace_back(work);
        std::unique_lock<std::mutex> lock(mutex);
        const auto next_look = [&] {
            const Clock::time_point soon = Clock::now() + std::chrono::milliseconds(20);
            return is_late || soon < deadline ? soon : deadline;
        };
        while (!finished.wait_until(lock, next_look(), [&] { return running == 0; })) {
            if (Clock::now() >= deadline || is_unwanted()) {
                is_late = true;
                __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
            }
            if (has_signal || is_ending) continue;
            lock.unlock();
            {
                nanobind::gil_scoped_acquire acquire;
                has_signal = PyErr_CheckSignals() != 0;
            }
            if (has_signal) __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
            lock.lock();
        }
        lock.unlock();
        for (std::thread& worker : workers) worker.join();
    }
    if (has_signal) throw nanobind::python_error();
    return !is_late;
}

}  // namespace tilefall
