// Crew: threads that stay, for work that comes again and again and is done in microseconds.
#pragma once

#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace tilefall {

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
