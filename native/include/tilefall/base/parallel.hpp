// Parallel: tasks on some threads that an interrupt or a deadline can end; and crews, threads that stay for work that
// comes again and again and is done in microseconds.
#pragma once

#include <unistd.h>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace tilefall {

using Clock = std::chrono::steady_clock;
constexpr double LONGEST_SECONDS = 1e9;

// When so many seconds will be over; never for very many.
inline Clock::time_point deadline_in(double seconds) {
    if (seconds >= LONGEST_SECONDS) return Clock::time_point::max();
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// Set when the process is about to end, or when nobody wants what its threads compute: whatever still runs in one of
// them ends early, as if its deadline had come, and asks nobody about interrupts any more.
inline std::atomic<bool> is_ending{false};

// Whoever asked for a search may want it no more: set from any thread, looked at by searches of threads that carry it.
struct Stop {
    std::atomic<bool> is_set{false};
};

// What the searches of this thread look at; whoever sets it keeps the flag alive until it is taken back.
inline thread_local const Stop* carried_stop = nullptr;

// Whether someone has interrupted the work. The thread that waits for it asks about every 20 ms, until it hears yes.
using Interrupt = std::function<bool()>;

// A flag that one thread sets while others look at it.
inline void set_flag(bool& flag) { __atomic_store_n(&flag, true, __ATOMIC_RELAXED); }
inline bool is_flag_set(const bool& flag) { return __atomic_load_n(&flag, __ATOMIC_RELAXED); }

// Calls task(i, stop) for every i, each thread taking the next i that is free. An interrupt, the deadline and a stop
// that the calling thread carries set `stop`, and tasks should end early; the answer is whether none of them did.
template <typename Task>
bool run_parallel(size_t count, int threads, const Task& task, const Interrupt& is_interrupted,
                  Clock::time_point deadline = Clock::time_point::max()) {
    std::atomic<size_t> next{0};
    const Stop* const carried = carried_stop;
    const auto is_unwanted = [&] { return is_ending || (carried != nullptr && carried->is_set); };
    bool stop = false;
    int running = threads;
    std::mutex mutex;
    std::condition_variable finished;
    const auto work = [&] {
        for (size_t i = next++; i < count && !is_flag_set(stop); i = next++) {
            task(i, &stop);
        }
        const std::lock_guard<std::mutex> guard(mutex);
        running -= 1;
        finished.notify_one();
    };
    bool has_interrupt = false, is_late = false;
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
            set_flag(stop);
        }
        if (has_interrupt || is_ending) continue;
        lock.unlock();
        has_interrupt = is_interrupted();
        if (has_interrupt) set_flag(stop);
        lock.lock();
    }
    lock.unlock();
    for (std::thread& worker : workers) worker.join();
    return !is_late && !has_interrupt;
}

// Crew: threads that stay, for work that comes again and again and is done in microseconds.

class Crew {
public:
    explicit Crew(int threads) : threads_(threads) {}
    ~Crew() { dismiss(); }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    // Calls task(from, to) for equal parts of 0 to count - 1, one by the calling thread.
    template <typename Task>
    void run(int64_t count, const Task& task) {
        if (threads_ <= 1) return task(0, count);
        engage();
        job_ = [](const void* what, int64_t from, int64_t to) { (*static_cast<const Task*>(what))(from, to); };
        what_ = &task;
        count_ = count;
        waiting_.store(threads_ - 1, std::memory_order_relaxed);
        round_.fetch_add(1, std::memory_order_release);
        round_.notify_all();
        work(0);
        for (int left = waiting_.load(std::memory_order_acquire); left != 0;
             left = waiting_.load(std::memory_order_acquire)) {
            waiting_.wait(left, std::memory_order_acquire);
        }
    }

private:
    // Threads do not follow into a process that was forked: there they are made anew.
    void engage() {
        if (owner_ == getpid()) return;
        forget();
        workers_ = std::make_unique<std::vector<std::thread>>();
        owner_ = getpid();
        is_ending_ = false;
        const uint32_t round = round_.load();
        try {
            for (int i = 1; i < threads_; ++i) workers_->emplace_back([this, i, round] { serve(i, round); });
        } catch (const std::system_error&) {
            dismiss();
            workers_.reset();
            owner_ = 0;
            throw std::runtime_error("there are no " + std::to_string(threads_) + " threads to be had: ask for fewer");
        }
    }

    // Handles of threads of another process can be neither joined nor let go: their memory is left behind.
    void forget() { static_cast<void>(workers_.release()); }

    void dismiss() {
        if (owner_ != getpid()) return forget();
        is_ending_ = true;
        round_.fetch_add(1, std::memory_order_release);
        round_.notify_all();
        for (std::thread& worker : *workers_) worker.join();
    }

    void serve(int part, uint32_t round) {
        while (true) {
            round_.wait(round, std::memory_order_acquire);
            round = round_.load(std::memory_order_acquire);
            if (is_ending_) return;
            work(part);
            if (waiting_.fetch_sub(1, std::memory_order_acq_rel) == 1) waiting_.notify_one();
        }
    }

    void work(int part) const { job_(what_, count_ * part / threads_, count_ * (part + 1) / threads_); }

    const int threads_;
    pid_t owner_ = 0;
    std::unique_ptr<std::vector<std::thread>> workers_;
    void (*job_)(const void*, int64_t, int64_t) = nullptr;
    const void* what_ = nullptr;
    int64_t count_ = 0;
    std::atomic<uint32_t> round_{0};
    std::atomic<int> waiting_{0};
    std::atomic<bool> is_ending_{false};
};

}  // namespace tilefall
