#include "replay.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "record.h"

namespace pmemycsb::replay {
namespace {

using Clock = std::chrono::steady_clock;

// Numbers for the records that a phase inserts, and the number up to which all are there; and
// another for those that it deletes. It does the same as the harness's NewKeys, so that "latest"
// means the same. A failed operation is acknowledged too.
class NewKeys {
 public:
  NewKeys(std::int64_t first, bool used)
      : next_(first), newest_(first - 1), acknowledged_(used ? kRing : 0) {
    for (auto& slot : acknowledged_) slot.store(-1, std::memory_order_relaxed);
  }

  std::int64_t Take() {
    const std::int64_t key = next_.fetch_add(1);
    while (key - newest_.load() > kRing) std::this_thread::yield();
    return key;
  }

  void Acknowledge(std::int64_t key) {
    Slot(key).store(key);
    for (std::int64_t border = newest_.load(); Slot(border + 1).load() == border + 1;
         border = newest_.load()) {
      newest_.compare_exchange_strong(border, border + 1);
    }
  }

  std::int64_t newest() const { return newest_.load(); }
  // All numbers below it have been taken.
  std::int64_t next() const { return next_.load(); }

 private:
  static constexpr std::int64_t kRing = 1 << 18;

  std::atomic<std::int64_t>& Slot(std::int64_t key) {
    return acknowledged_[static_cast<std::size_t>(key & (kRing - 1))];
  }

  std::atomic<std::int64_t> next_;
  std::atomic<std::int64_t> newest_;
  std::vector<std::atomic<std::int64_t>> acknowledged_;
};

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

// The state that the threads share; all of it is ready before the clock starts.
struct Shared {
  Shared(const Trace& trace, Store& store)
      : trace(trace),
        store(store),
        keys(trace),
        values(trace),
        new_keys(trace.records, trace.inserts > 0 && !trace.load && !trace.recorded),
        gone(trace.first, trace.deletes > 0 && !trace.recorded),
        stages(trace.threads.size()) {
    const auto prefix = trace.properties.find("fieldnameprefix");
    for (std::int32_t i = 0; i < trace.fields; ++i) {
      field_names.push_back((prefix == trace.properties.end() ? "field" : prefix->second) +
                            std::to_string(i));
    }
  }

  const Trace& trace;
  Store& store;
  const Keys keys;
  const Values values;
  std::vector<std::string> field_names;
  NewKeys new_keys;
  NewKeys gone;
  Stages stages;
};

// Where the random numbers of a thread begin: apart for each thread of each phase, so that no thread
// writes to a key what another one wrote to it before.
std::uint32_t FirstRandom() {
  static std::atomic<std::uint32_t> threads{0};
  return ++threads * 0x9E3779B9U;
}

// One thread. Aligned, so that no two write to the same cache line.
class alignas(128) Worker {
 public:
  Worker(Shared& shared, const Trace* warm_up, std::size_t number)
      : shared_(shared),
        operations_(shared.trace.threads[number]),
        warm_up_(warm_up == nullptr ? nullptr : &warm_up->threads[number]),
        client_(shared.store) {}

  void Run() {
    if (warm_up_ != nullptr) WarmUp();
    shared_.stages.Arrive();
    shared_.stages.AwaitStart();
    std::int64_t done = 0;
    side_ = operations_.side.data();
    const std::vector<std::uint64_t>& all = operations_.operations;
    for (std::size_t i = 0; i < all.size(); ++i) {
      shared_.keys.Prefetch(Likely(all, i + 1), Likely(all, i + 2));
      const Operation operation(all[i]);
      Count(operation, Do(operation));
      done_.store(++done, std::memory_order_relaxed);
    }
    end_ = Clock::now();
    shared_.stages.Arrive();
  }

  std::int64_t done() const { return done_.load(std::memory_order_relaxed); }
  // These after the second arrival.
  const Outcome& outcome() const { return outcome_; }
  Clock::time_point end() const { return end_; }

 private:
  void WarmUp() {
    side_ = warm_up_->side.data();
    for (const std::uint64_t bits : warm_up_->operations) {
      const Operation operation(bits);
      const std::int64_t first = shared_.trace.first;
      const std::int64_t present = first + operation.key() % (shared_.trace.records - first);
      if (operation.inserts() || (shared_.trace.recorded && operation.writes())) {
        TakeLengths(operation);
        Write(operation, shared_.keys[present]);
      } else if (shared_.trace.recorded) {
        client_.Read(shared_.keys[present]);
      } else if (operation.kind() == Kind::kDelete) {
        client_.Read(shared_.keys[Resolve(operation)]);
      } else {
        Do(operation);
      }
    }
  }

  // The key that a coming operation is likely to have; -1 if there is none.
  std::int64_t Likely(const std::vector<std::uint64_t>& all, std::size_t i) const {
    if (i >= all.size()) return -1;
    const Operation operation(all[i]);
    return operation.relative() ? shared_.new_keys.newest() - operation.key() : operation.key();
  }

  int Do(Operation operation) {
    switch (operation.kind()) {
      case Kind::kRead: {
        const std::int64_t key = Resolve(operation);
        return Settled(client_.Read(shared_.keys[key]), key);
      }
      case Kind::kUpdate: {
        TakeLengths(operation);
        const std::int64_t key = Resolve(operation);
        return Settled(Write(operation, shared_.keys[key]), key);
      }
      case Kind::kInsert:
      case Kind::kPutIfAbsent:
        return Insert(operation);
      case Kind::kScan: {
        const std::int32_t limit = *side_++;
        return client_.Scan(shared_.keys[Resolve(operation)], static_cast<std::size_t>(limit));
      }
      case Kind::kReadModifyWrite: {
        TakeLengths(operation);
        const std::int64_t key = Resolve(operation);
        const int read = client_.Read(shared_.keys[key]);
        const int written = Write(operation, shared_.keys[key]);
        return Settled(read == kOk ? written : read, key);
      }
      case Kind::kDelete:
        return shared_.trace.recorded ? client_.Remove(shared_.keys[operation.key()]) : Delete();
      case Kind::kReadMissing:
        return ReadMissing(operation);
    }
    return kInvalidArgument;
  }

  int Insert(Operation operation) {
    TakeLengths(operation);
    const bool fresh = operation.relative();
    const std::int64_t key = fresh ? shared_.new_keys.Take() : operation.key();
    const int looked = operation.kind() == Kind::kPutIfAbsent ? ReadAbsent(shared_.keys[key]) : kOk;
    const int status = client_.Insert(shared_.keys[key], Record());
    if (fresh) shared_.new_keys.Acknowledge(key);
    return looked == kOk ? status : looked;
  }

  int Delete() {
    const std::int64_t key = shared_.gone.Take();
    int status = kInvalidArgument;
    if (key <= shared_.new_keys.newest()) {
      status = client_.Remove(shared_.keys[key]);
    } else {
      complaint_ = "no record is left to delete";
    }
    shared_.gone.Acknowledge(key);
    return status;
  }

  int ReadMissing(Operation operation) {
    if (shared_.trace.recorded) return ReadAbsent(shared_.keys[operation.key()]);
    const std::int64_t key = shared_.gone.newest() - operation.key();
    if (operation.relative() && key >= 0) return ReadAbsent(shared_.keys[key]);
    // As KeySpeller.missing of the harness spells it.
    missing_ = shared_.keys[operation.key()];
    missing_.back() = static_cast<char>(missing_.back() - '0' + 'a');
    return ReadAbsent(missing_);
  }

  // Reads what must not be there; kOk if it is not.
  int ReadAbsent(std::string_view key) {
    const int status = client_.Read(key);
    if (status == kNotFound) return kOk;
    if (status != kOk) return status;
    complaint_ = std::string(key) + " is there, and must not be";
    return kUnknownError;
  }

  // What an operation on a record gave; a record that is deleted meanwhile need not be there.
  int Settled(int status, std::int64_t key) const {
    return status == kNotFound && key < shared_.gone.next() ? static_cast<int>(kOk) : status;
  }

  int Write(Operation operation, std::string_view key) {
    const int field = operation.write_field();
    if (field < 0 || shared_.trace.fields == 1) return client_.Replace(key, Record());
    return client_.Merge(key,
                         {shared_.field_names[static_cast<std::size_t>(field)],
                          Value(lengths_ == nullptr ? shared_.trace.value_bytes : lengths_[0])});
  }

  // Moves past the lengths of the values that the operation writes.
  void TakeLengths(Operation operation) {
    if (shared_.trace.constant_length) return;
    lengths_ = side_;
    side_ += operation.write_field() < 0 ? shared_.trace.fields : 1;
  }

  // All fields with new values.
  std::string_view Record() {
    const std::size_t fields = shared_.field_names.size();
    writer_.Begin(fields);
    for (std::size_t i = 0; i < fields; ++i) {
      writer_.Add(shared_.field_names[i],
                  Value(lengths_ == nullptr ? shared_.trace.value_bytes : lengths_[i]));
    }
    return writer_.record();
  }

  std::string_view Value(std::int32_t length) {
    random_ = random_ * 1664525 + 1013904223;
    return {shared_.values.Slice(random_ >> 8), static_cast<std::size_t>(length)};
  }

  // The number of an operation on an existing record; its other side numbers must be taken before.
  std::int64_t Resolve(Operation operation) {
    std::int64_t key = operation.key();
    if (shared_.trace.recorded) return key;
    if (operation.relative()) {
      const std::int64_t newest = shared_.new_keys.newest();
      const std::int64_t oldest = shared_.gone.next();
      const std::int64_t records = std::max<std::int64_t>(1, newest + 1 - oldest);
      key = newest - key;
      if (key < oldest) key = oldest + (((key - oldest) % records) + records) % records;
    } else if (key >= shared_.trace.records) {
      const std::int32_t spare = *side_++;
      if (key > shared_.new_keys.newest()) key = spare;
    }
    return key;
  }

  void Count(Operation operation, int status) {
    if (status == kOk) {
      ++outcome_.good;
      if (operation.inserts()) ++outcome_.inserted;
      if (operation.kind() == Kind::kDelete) ++outcome_.deleted;
    } else if (status == kNotFound) {
      ++outcome_.not_found;
    } else {
      if (outcome_.failed++ == 0) {
        outcome_.failure =
            complaint_.empty() ? "status " + std::to_string(status) + ": " + client_.message()
                               : complaint_;
      }
    }
  }

  Shared& shared_;
  const Trace::Thread& operations_;
  const Trace::Thread* const warm_up_;
  Client client_;
  RecordWriter writer_;
  const std::int32_t* side_ = nullptr;
  // Of the values of the operation under way; null if all have one length.
  const std::int32_t* lengths_ = nullptr;
  std::uint32_t random_ = FirstRandom();
  std::string missing_;
  // Why an operation failed whose calls did not.
  std::string complaint_;
  Outcome outcome_;
  Clock::time_point end_;
  std::atomic<std::int64_t> done_{0};
};

void RequireFit(const Trace& trace, const Trace& warm_up) {
  if (trace.load || warm_up.load || trace.recorded != warm_up.recorded || trace.threads.size() != warm_up.threads.size() ||
      trace.first != warm_up.first || trace.records != warm_up.records || trace.fields != warm_up.fields ||
      trace.value_bytes != warm_up.value_bytes ||
      trace.constant_length != warm_up.constant_length) {
    throw Refusal("the warm-up is no trace of transactions for the same threads and records");
  }
}

}  // namespace

Outcome Replay(const Trace& trace, const Trace* warm_up, Store& store,
               const std::function<void(std::int64_t)>& progress) {
  if (warm_up != nullptr) RequireFit(trace, *warm_up);
  Shared shared(trace, store);
  std::vector<std::unique_ptr<Worker>> workers;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < trace.threads.size(); ++i) {
    workers.push_back(std::make_unique<Worker>(shared, warm_up, i));
  }
  for (const auto& worker : workers) threads.emplace_back(&Worker::Run, worker.get());
  const auto tell = [&] {
    std::int64_t done = 0;
    for (const auto& worker : workers) done += worker->done();
    progress(done);
  };
  constexpr std::chrono::seconds kInterval(1);
  while (!shared.stages.AwaitArrivals(1, kInterval)) tell();
  const auto start = shared.stages.Start();
  while (!shared.stages.AwaitArrivals(2, kInterval)) tell();
  for (std::thread& thread : threads) thread.join();

  Outcome sum;
  sum.operations = trace.operations;
  auto end = start;
  for (const auto& worker : workers) {
    const Outcome& one = worker->outcome();
    sum.good += one.good;
    sum.not_found += one.not_found;
    sum.failed += one.failed;
    sum.inserted += one.inserted;
    sum.deleted += one.deleted;
    if (sum.failure.empty()) sum.failure = one.failure;
    end = std::max(end, worker->end());
  }
  sum.seconds = std::chrono::duration<double>(end - start).count();
  return sum;
}

}  // namespace pmemycsb::replay
