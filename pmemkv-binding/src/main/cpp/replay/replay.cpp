#include "replay.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace pmemycsb::replay {
namespace {

using Clock = std::chrono::steady_clock;

// The threads wait here for each other, before the start and at the end.
class Stages {
 public:
  explicit Stages(std::size_t threads) : threads_(threads) {}

  void Arrive() {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++arrived_;
    changed_.notify_all();
  }

  void AwaitStart() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return started_; });
  }

  // True when each thread has arrived `times` times, false when the time is over.
  bool AwaitArrivals(std::size_t times, std::chrono::milliseconds most) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, most, [&] { return arrived_ == times * threads_; });
  }

  Clock::time_point Start() {
    const std::lock_guard<std::mutex> lock(mutex_);
    started_ = true;
    const auto now = Clock::now();
    changed_.notify_all();
    return now;
  }

 private:
  const std::size_t threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t arrived_ = 0;
  bool started_ = false;
};

// One thread. Aligned, so that no two write to the same cache line.
class alignas(128) Worker {
 public:
  Worker(const Operations& operations, const Operations* warm_up, std::size_t number,
         OpenStore& store, Stripes& stripes, Stages& stages)
      : operations_(operations),
        warm_up_(warm_up),
        number_(number),
        stages_(stages),
        client_(store, stripes) {}

  void Run() {
    if (warm_up_ != nullptr) Replay(*warm_up_);
    outcome_ = Outcome();
    done_ = 0;
    stages_.Arrive();
    stages_.AwaitStart();
    Replay(operations_);
    end_ = Clock::now();
    stages_.Arrive();
  }

  std::int64_t done() const { return done_.load(std::memory_order_relaxed); }
  // These after the second arrival.
  const Outcome& outcome() const { return outcome_; }
  Clock::time_point end() const { return end_; }

 private:
  void Replay(const Operations& operations) {
    const std::size_t fields = operations.field_names().size();
    std::int64_t done = 0;
    for (const std::string_view block : operations.of(number_)) {
      for (Reader in(block); !in.empty();) {
        const auto operation = in.Take<Operation>();
        const std::string_view slices = in.Take(sizeof(Slice) * operation.Slices(fields));
        const std::string_view key = in.Take(operation.key_bytes);
        Count(operation, Do(operations, operation, slices, key));
        done_.store(++done, std::memory_order_relaxed);
      }
    }
  }

  int Do(const Operations& operations, const Operation& operation, std::string_view slices,
         std::string_view key) {
    int read = STORE_OK;
    if (operation.Is(kReadsFirst) || operation.kind == Kind::kRead) {
      read = client_.Read(key);
      if (operation.Is(kMustBeAbsent)) read = Absent(read, key);
    }
    int status = read;
    switch (operation.kind) {
      case Kind::kRead:
        break;
      case Kind::kInsert:
        status = client_.Insert(key, Record(operations, slices));
        break;
      case Kind::kReplace:
        status = client_.Replace(key, Record(operations, slices));
        break;
      case Kind::kMerge:
        status = client_.Merge(key, {operations.field_names()[operation.number],
                                     operations.value(Reader(slices).Take<Slice>())});
        break;
      case Kind::kRemove:
        status = client_.Remove(key);
        if (status == STORE_OK) ++outcome_.removed;
        break;
      case Kind::kScan:
        status = client_.Scan(key, operation.number);
    }
    if (read != STORE_OK) status = read;
    return status == STORE_ABSENT && operation.Is(kMayBeAbsent) ? static_cast<int>(STORE_OK) : status;
  }

  // The status of a read that must find nothing.
  int Absent(int status, std::string_view key) {
    if (status == STORE_ABSENT) return STORE_OK;
    if (status == STORE_OK) complaint_ = std::string(key) + " is there, and must not be";
    return status == STORE_OK ? static_cast<int>(STORE_FAILED) : status;
  }

  // All fields with new values.
  std::string_view Record(const Operations& operations, std::string_view slices) {
    Reader in(slices);
    writer_.Begin(operations.field_names().size());
    for (const std::string_view name : operations.field_names()) {
      writer_.Add(name, operations.value(in.Take<Slice>()));
    }
    return writer_.record();
  }

  void Count(const Operation& operation, int status) {
    if (status == STORE_OK) {
      ++outcome_.good;
      if (operation.kind == Kind::kInsert) ++outcome_.inserted;
    } else if (status == STORE_ABSENT) {
      ++outcome_.not_found;
    } else if (outcome_.failed++ == 0) {
      outcome_.failure = complaint_.empty()
                             ? client_.message()
                             : complaint_;
    }
  }

  const Operations& operations_;
  const Operations* const warm_up_;
  const std::size_t number_;
  Stages& stages_;
  Client client_;
  RecordWriter writer_;
  // Why an operation failed whose calls did not.
  std::string complaint_;
  Outcome outcome_;
  Clock::time_point end_;
  std::atomic<std::int64_t> done_{0};
};

}  // namespace

Outcome Replay(const Operations& operations, const Operations* warm_up, OpenStore& store,
               const std::function<void(std::int64_t)>& progress) {
  if (warm_up != nullptr && warm_up->threads() != operations.threads()) {
    throw Refusal("the warm-up is for another number of threads");
  }
  Stages stages(operations.threads());
  Stripes stripes;
  std::vector<std::unique_ptr<Worker>> workers;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < operations.threads(); ++i) {
    workers.push_back(std::make_unique<Worker>(operations, warm_up, i, store, stripes, stages));
  }
  for (const auto& worker : workers) threads.emplace_back(&Worker::Run, worker.get());
  const auto tell = [&] {
    std::int64_t done = 0;
    for (const auto& worker : workers) done += worker->done();
    progress(done);
  };
  constexpr std::chrono::seconds kInterval(1);
  while (!stages.AwaitArrivals(1, kInterval)) tell();
  const auto start = stages.Start();
  while (!stages.AwaitArrivals(2, kInterval)) tell();
  for (std::thread& thread : threads) thread.join();

  Outcome sum;
  auto end = start;
  for (const auto& worker : workers) {
    const Outcome& one = worker->outcome();
    sum.good += one.good;
    sum.not_found += one.not_found;
    sum.failed += one.failed;
    sum.inserted += one.inserted;
    sum.removed += one.removed;
    if (sum.failure.empty()) sum.failure = one.failure;
    end = std::max(end, worker->end());
  }
  sum.seconds = std::chrono::duration<double>(end - start).count();
  return sum;
}

}  // namespace pmemycsb::replay
