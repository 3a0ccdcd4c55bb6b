#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
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

// The work of a thread: batches of one operation, done again and again.
class Batches {
 public:
  virtual ~Batches() = default;
  virtual std::size_t size() const = 0;
  // Does a batch, and returns its time. The time for preparations does not count.
  virtual Clock::duration Do() = 0;
  // Does a batch, times each operation alone in nanoseconds, and returns the end of these times.
  // A time that has no room before `end` is dropped.
  virtual std::int64_t* Time(std::int64_t* next, const std::int64_t* end) = 0;
};

// Batches of an operation. An operation has
//   kBatch       how many are done between two looks at the clock
//   Before()     prepares a batch; its time does not count
//   Do()         one operation
//   After()      tidies up after a batch, likewise
template <typename Operation>
class BatchesOf final : public Batches {
 public:
  template <typename... Arguments>
  explicit BatchesOf(Arguments&&... arguments)
      : operation_(std::forward<Arguments>(arguments)...) {}

  std::size_t size() const override { return Operation::kBatch; }

  Clock::duration Do() override {
    operation_.Before();
    const auto begin = Clock::now();
    for (std::size_t i = 0; i < Operation::kBatch; ++i) operation_.Do();
    AwaitLoads();
    const auto time = Clock::now() - begin;
    operation_.After();
    return time;
  }

  std::int64_t* Time(std::int64_t* next, const std::int64_t* end) override {
    operation_.Before();
    for (std::size_t i = 0; i < Operation::kBatch; ++i) {
      const auto begin = Clock::now();
      operation_.Do();
      AwaitLoads();
      const std::chrono::nanoseconds time = Clock::now() - begin;
      if (next != end) *next++ = time.count();
    }
    operation_.After();
    return next;
  }

 private:
  Operation operation_;
};

// An operation without preparations, and the context of its thread. Aligned, so that no two threads
// write to the same cache line.
template <typename Context, std::size_t Batch>
struct alignas(128) Repeated {
  static constexpr std::size_t kBatch = Batch;
  explicit Repeated(Context given) : context(std::move(given)) {}
  void Before() {}
  void After() {}
  Context context;
};

// Measures what make(thread) makes for each thread. Throws what an operation threw.
Result Measure(const Request& request,
               const std::function<std::unique_ptr<Batches>(unsigned)>& make);

}  // namespace pmemycsb::probe
