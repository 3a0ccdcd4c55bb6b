#include "measure.h"

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>

#include "libraries.h"

namespace pmemycsb::probe {
namespace {

constexpr std::size_t kMostLatencies = 20000;

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

// One thread with its own batches. Aligned, so that no two write to the same cache line.
class alignas(128) Worker {
 public:
  Worker(std::unique_ptr<Batches> batches, std::chrono::milliseconds time)
      : batches_(std::move(batches)), time_(time), latencies_(kMostLatencies) {}

  void Run(Gate* rates, Gate* latencies) {
    rates->Pass();
    Guarded([&] { MeasureRate(); });
    latencies->Pass();
    if (!failure_) Guarded([&] { MeasureLatencies(); });
  }

  void AddTo(Result* result) const {
    if (failure_) std::rethrow_exception(failure_);
    result->operations += done_;
    result->per_second +=
        static_cast<double>(done_) / std::chrono::duration<double>(busy_).count();
    result->latencies.insert(result->latencies.end(), latencies_.begin(), latencies_.end());
  }

 private:
  template <typename Body>
  void Guarded(const Body& body) {
    try {
      body();
    } catch (...) {
      failure_ = std::current_exception();
    }
  }

  void MeasureRate() {
    const auto end = Clock::now() + time_;
    do {
      busy_ += batches_->Do();
      done_ += batches_->size();
    } while (Clock::now() < end);
  }

  void MeasureLatencies() {
    std::int64_t* next = latencies_.data();
    const std::int64_t* const room = next + latencies_.size();
    const auto end = Clock::now() + time_ / 2;
    do {
      next = batches_->Time(next, room);
    } while (Clock::now() < end && next != room);
    latencies_.resize(static_cast<std::size_t>(next - latencies_.data()));
  }

  const std::unique_ptr<Batches> batches_;
  const std::chrono::milliseconds time_;
  std::uint64_t done_ = 0;
  Clock::duration busy_{};
  std::vector<std::int64_t> latencies_;
  std::exception_ptr failure_;
};

}  // namespace

Result Measure(const Request& request,
               const std::function<std::unique_ptr<Batches>(unsigned)>& make) {
  std::vector<std::unique_ptr<Worker>> workers;
  for (unsigned i = 0; i < request.threads; ++i) {
    workers.push_back(std::make_unique<Worker>(make(i), request.time));
  }
  Gate rates(request.threads);
  Gate latencies(request.threads);
  std::vector<std::thread> threads;
  threads.reserve(workers.size());
  std::string refused;
  try {
    for (const auto& worker : workers) {
      threads.emplace_back(&Worker::Run, worker.get(), &rates, &latencies);
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
  for (const auto& worker : workers) worker->AddTo(&result);
  std::sort(result.latencies.begin(), result.latencies.end());
  return result;
}

}  // namespace pmemycsb::probe
