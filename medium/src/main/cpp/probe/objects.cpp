#include "objects.h"

#include <pthread.h>
#include <unistd.h>

#include <array>
#include <map>
#include <memory>

namespace pmemycsb::probe {
namespace {

constexpr std::size_t kRootBytes = 32U << 20;
// Objects that a thread has at a time.
constexpr std::size_t kObjects = 64;
// A lock of libpmemobj takes a cache line; a mutex lies before a read-write lock. Nothing else may
// write there, and no lock of another kind: a lock would wait for a thread that seems to have it.
constexpr std::size_t kLockStride = 128;
constexpr std::size_t kLockBytes = 1U << 20;
constexpr std::size_t kAreaBytes = kRootBytes - kLockBytes;

struct Part {
  const Pmemobj& library;
  void* const pool;
  // The thread's own lock, and its share of the rest of the root object.
  char* const lock;
  char* const area;
  const std::size_t area_bytes;
  const std::size_t bytes;

  void Begin() const {
    if (library.tx_begin(pool, nullptr, 0) != 0) Refuse("pmemobj_tx_begin");
  }

  void End() const {
    library.tx_commit();
    if (library.tx_end() != 0) Refuse("the transaction");
  }

  // Ends a transaction in which a call failed.
  [[noreturn]] void Abandon(const char* call) const {
    const std::string why = library.errormsg();
    library.tx_end();
    throw Refusal(std::string(call) + " failed: " + why);
  }

  [[noreturn]] void Refuse(const char* call) const {
    throw Refusal(std::string(call) + " failed: " + library.errormsg());
  }
};

// A transaction of its own for each range, which lies behind the one before.
struct AddRange : Repeated<Part, 10> {
  using Repeated::Repeated;
  std::size_t next = 0;
  void Do() {
    char* const at = context.area + next;
    next = next + 2 * context.bytes > context.area_bytes ? 0 : next + context.bytes;
    context.Begin();
    if (context.library.tx_add_range_direct(at, context.bytes) != 0) {
      context.Abandon("pmemobj_tx_add_range");
    }
    *at = static_cast<char>(*at + 1);
    context.End();
  }
};

// Allocates and frees the same number of objects; one of both counts.
struct Allocator : Repeated<Part, kObjects> {
  using Repeated::Repeated;
  std::array<Oid, kObjects> objects{};
  std::size_t at = 0;

  Oid& Next() { return objects[at++ % kObjects]; }

  void Allocate() {
    if (context.library.alloc(context.pool, &Next(), context.bytes, 0, nullptr, nullptr) != 0) {
      context.Refuse("pmemobj_alloc");
    }
  }

  void Free() { context.library.free(&Next()); }

  void TransactionalAllocate() {
    Oid& object = Next();
    context.Begin();
    object = context.library.tx_alloc(context.bytes, 0);
    if (object.offset == 0) context.Abandon("pmemobj_tx_alloc");
    context.End();
  }

  void TransactionalFree() {
    const Oid object = Next();
    context.Begin();
    if (context.library.tx_free(object) != 0) context.Abandon("pmemobj_tx_free");
    context.End();
  }

  void AllocateAll() {
    for (std::size_t i = 0; i < kObjects; ++i) Allocate();
  }

  void FreeAll() {
    for (std::size_t i = 0; i < kObjects; ++i) Free();
  }
};

struct Alloc : Allocator {
  using Allocator::Allocator;
  void Do() { Allocate(); }
  void After() { FreeAll(); }
};

struct Free : Allocator {
  using Allocator::Allocator;
  void Before() { AllocateAll(); }
  void Do() { Allocator::Free(); }
};

struct TxAlloc : Allocator {
  using Allocator::Allocator;
  void Do() { TransactionalAllocate(); }
  void After() { FreeAll(); }
};

struct TxFree : Allocator {
  using Allocator::Allocator;
  void Before() { AllocateAll(); }
  void Do() { TransactionalFree(); }
};

enum class Lock { kMutex, kRead, kWrite };

// Takes and releases a lock that no other thread uses.
template <Lock Kind>
struct PmemLock : Repeated<Part, 100> {
  using Repeated::Repeated;
  void Do() {
    const Pmemobj& library = context.library;
    void* const mutex = context.lock;
    void* const rwlock = context.lock + kLine;
    const int status = Kind == Lock::kMutex  ? library.mutex_lock(context.pool, mutex)
                       : Kind == Lock::kRead ? library.rwlock_rdlock(context.pool, rwlock)
                                             : library.rwlock_wrlock(context.pool, rwlock);
    if (status != 0) context.Refuse("the lock");
    if (Kind == Lock::kMutex) {
      library.mutex_unlock(context.pool, mutex);
    } else {
      library.rwlock_unlock(context.pool, rwlock);
    }
  }
};

template <Lock Kind>
struct alignas(128) PosixLock {
  static constexpr std::size_t kBatch = 100;
  void Before() {}
  void After() {}
  void Do() {
    if (Kind == Lock::kMutex) {
      pthread_mutex_lock(&mutex);
      pthread_mutex_unlock(&mutex);
    } else {
      if (Kind == Lock::kRead) {
        pthread_rwlock_rdlock(&rwlock);
      } else {
        pthread_rwlock_wrlock(&rwlock);
      }
      pthread_rwlock_unlock(&rwlock);
    }
  }
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
};

template <typename Operation>
Result MeasureObjects(const Pmemobj& library, void* pool, char* root, const Request& request) {
  const std::size_t share = kAreaBytes / request.threads / kLine * kLine;
  if (request.bytes > share) {
    throw Refusal("the size is larger than a thread's share of the pool");
  }
  return Measure(request, [&](unsigned thread) {
    return std::make_unique<BatchesOf<Operation>>(
        Part{library, pool, root + thread * kLockStride, root + kLockBytes + thread * share,
                share, request.bytes});
  });
}

template <typename Operation>
Result MeasurePosixLock(const Request& request) {
  return Measure(request, [](unsigned) { return std::make_unique<BatchesOf<Operation>>(); });
}

}  // namespace

Objects::Objects(const Pmemobj& library, const std::string& folder, std::size_t bytes)
    : library_(library) {
  const std::string file = folder + "/pmem_probe." + std::to_string(getpid());
  pool_ = library.create(file.c_str(), "pmem_probe", bytes, kOwnerOnly);
  if (pool_ == nullptr) {
    throw Refusal("cannot make a pool of " + std::to_string(bytes >> 20) + " MiB in " + folder +
                  ": " + library.errormsg());
  }
  unlink(file.c_str());
  const Oid root = library.root(pool_, kRootBytes);
  if (root.offset == 0) {
    const std::string why = library.errormsg();
    library.close(pool_);
    throw Refusal("the pool has no room: " + why);
  }
  root_ = static_cast<char*>(pool_) + root.offset;
}

Objects::~Objects() { library_.close(pool_); }

Result Objects::Measure(const Request& request) const {
  using Measurement = Result (*)(const Pmemobj&, void*, char*, const Request&);
  static const std::map<std::string, Measurement> operations = {
      {"tx_add_range", MeasureObjects<AddRange>},
      {"pmemobj_alloc", MeasureObjects<Alloc>},
      {"pmemobj_free", MeasureObjects<Free>},
      {"tx_alloc", MeasureObjects<TxAlloc>},
      {"tx_free", MeasureObjects<TxFree>},
      {"pmemobj_mutex", MeasureObjects<PmemLock<Lock::kMutex>>},
      {"pmemobj_rdlock", MeasureObjects<PmemLock<Lock::kRead>>},
      {"pmemobj_wrlock", MeasureObjects<PmemLock<Lock::kWrite>>},
  };
  const auto found = operations.find(request.operation);
  if (found == operations.end()) throw Refusal("unknown operation " + request.operation);
  return found->second(library_, pool_, root_, request);
}

std::optional<Result> MeasurePosix(const Request& request) {
  using Measurement = Result (*)(const Request&);
  static const std::map<std::string, Measurement> operations = {
      {"pthread_mutex", MeasurePosixLock<PosixLock<Lock::kMutex>>},
      {"pthread_rdlock", MeasurePosixLock<PosixLock<Lock::kRead>>},
      {"pthread_wrlock", MeasurePosixLock<PosixLock<Lock::kWrite>>},
  };
  const auto found = operations.find(request.operation);
  if (found == operations.end()) return std::nullopt;
  return found->second(request);
}

}  // namespace pmemycsb::probe
