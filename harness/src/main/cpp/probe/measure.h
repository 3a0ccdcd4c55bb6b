#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "libraries.h"

namespace pmemycsb::probe {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kLine = 64;

// What a thread is to do over and over.
struct Request {
  std::string operation;
  std::size_t bytes;
  bool random;
  unsigned threads;
  std::chrono::milliseconds time;
};

struct Result {
  std::uint64_t operations = 0;
  // Of all threads. The time for preparations is not in it.
  double per_second = 0;
  // Each operation timed alone, in nanoseconds, ascending; the time of reading the clock is in it.
  std::vector<std::int64_t> latencies;
};

// No load that stands before it in the program is still under way behind it.
inline void AwaitLoads() {
#if defined(__x86_64__)
  __builtin_ia32_lfence();
#elif defined(__aarch64__)
  asm volatile("dsb ld" ::: "memory");
#else
  std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
}

// Threads wait here for each other.
class Gate {
 public:
  explicit Gate(unsigned threads) : missing_(threads) {}

  void Pass() {
    missing_.fetch_sub(1);
    while (missing_.load() > 0) std::this_thread::yield();
  }

  // So many threads will never come.
  void Skip(unsigned threads) { missing_.fetch_sub(threads); }

 private:
  std::atomic<unsigned> missing_;
};

// One thread with its own operation. An operation has
//   kBatch       how many are done between two looks at the clock
//   Before()     prepares a batch; its time does not count
//   Do()         one operation
//   After()      tidies up after a batch, likewise
//
// Aligned, so that no two write to the same cache line.
template <typename Operation>
class alignas(128) Worker {
 public:
  Worker(std::unique_ptr<Operation> operation, std::chrono::milliseconds time)
      : operation_(std::move(operation)), time_(time) {
    latencies_.reserve(kMostLatencies);
  }

  void Run(Gate* rates, Gate* latencies) {
    rates->Pass();
    Guarded([&] { MeasureRate(); });
    latencies->Pass();
    if (!failure_) Guarded([&] { MeasureLatencies(); });
  }

  std::uint64_t done() const { return done_; }
  double per_second() const {
    return static_cast<double>(done_) / std::chrono::duration<double>(busy_).count();
  }
  const std::vector<std::int64_t>& latencies() const { return latencies_; }
  std::exception_ptr failure() const { return failure_; }

 private:
  static constexpr std::size_t kMostLatencies = 20000;

  template <typename Body>
  void Guarded(const Body& body) {
    try {
      body();
    } catch (...) {
      failure_ = std::current_exception();
    }
  }

  void MeasureRate() {
    auto now = Clock::now();
    const auto end = now + time_;
    do {
      operation_->Before();
      const auto begin = Clock::now();
      for (std::size_t i = 0; i < Operation::kBatch; ++i) operation_->Do();
      AwaitLoads();
      now = Clock::now();
      busy_ += now - begin;
      done_ += Operation::kBatch;
      operation_->After();
    } while (now < end);
  }

  void MeasureLatencies() {
    auto now = Clock::now();
    const auto end = now + time_ / 2;
    do {
      operation_->Before();
      for (std::size_t i = 0; i < Operation::kBatch; ++i) {
        const auto begin = Clock::now();
        operation_->Do();
        AwaitLoads();
        now = Clock::now();
        if (latencies_.size() < kMostLatencies) {
          latencies_.push_back(
              std::chrono::duration_cast<std::chrono::nanoseconds>(now - begin).count());
        }
      }
      operation_->After();
    } while (now < end && latencies_.size() < kMostLatencies);
  }

  const std::unique_ptr<Operation> operation_;
  const std::chrono::milliseconds time_;
  std::uint64_t done_ = 0;
  Clock::duration busy_{};
  std::vector<std::int64_t> latencies_;
  std::exception_ptr failure_;
};

// Measures an operation; make(thread) makes one for each thread. Throws what an operation threw.
template <typename Make>
Result Measure(const Request& request, const Make& make) {
  using Operation = typename decltype(make(0U))::element_type;
  std::vector<std::unique_ptr<Worker<Operation>>> workers;
  for (unsigned i = 0; i < request.threads; ++i) {
    workers.push_back(std::make_unique<Worker<Operation>>(make(i), request.time));
  }
  Gate rates(request.threads);
  Gate latencies(request.threads);
  std::vector<std::thread> threads;
  threads.reserve(workers.size());
  std::string refused;
  try {
    for (const auto& worker : workers) {
      threads.emplace_back(&Worker<Operation>::Run, worker.get(), &rates, &latencies);
    }
  } catch (const std::system_error& e) {
    // The others wait for all. They end before this is told, because they use what is in here.
    refused = e.what();
    const auto absent = static_cast<unsigned>(workers.size() - threads.size());
    rates.Skip(absent);
    latencies.Skip(absent);
  }
  for (std::thread& thread : threads) thread.join();
  if (!refused.empty()) {
    throw Refusal("this machine refused to start " + std::to_string(request.threads) +
                  " threads: " + refused);
  }
  Result result;
  for (const auto& worker : workers) {
    if (worker->failure()) std::rethrow_exception(worker->failure());
    result.operations += worker->done();
    result.per_second += worker->per_second();
    result.latencies.insert(result.latencies.end(), worker->latencies().begin(),
                            worker->latencies().end());
  }
  std::sort(result.latencies.begin(), result.latencies.end());
  return result;
}

}  // namespace pmemycsb::probe
