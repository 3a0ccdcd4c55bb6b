// An index structure of libpmemobj-cpp in a pool of its own, as a key-value store.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <libpmemobj++/mutex.hpp>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>

#include "store.h"

namespace pmemycsb::pmemobj {

// Takes a value as far as it fits, and its length.
struct Buffer {
  void* data;
  std::size_t capacity;
  std::size_t length;

  void Take(const char* value, std::size_t bytes) {
    length = bytes;
    if (bytes <= capacity && bytes > 0) std::memcpy(data, value, bytes);
  }
};

// All functions may be called by any threads at once. They throw what libpmemobj-cpp throws: in the
// first place pmem::transaction_out_of_memory if the pool is full, and then nothing has changed.
class Index {
 public:
  virtual ~Index() = default;

  virtual std::size_t Count() = 0;
  // Copies the value. Returns whether the key is there.
  virtual bool Get(std::string_view key, Buffer* into) = 0;
  // Inserts or replaces. The value is durable when this returns.
  virtual void Put(std::string_view key, std::string_view value) = 0;
  // Returns whether the key was there.
  virtual bool Remove(std::string_view key) = 0;

  // Whether the keys are in the order of their bytes.
  virtual bool sorted() const { return true; }
  // Passes the entries on from a key on, in order, until the visit returns another number than 0.
  virtual void Walk(std::string_view /*from*/, store_visit*, void* /*arg*/) {}

  // A lock in the pool, which the structure does not use.
  virtual pmem::obj::mutex& mutex() = 0;
};

// The lock that a call takes: those of the structure, or before them one for the whole structure,
// in main memory or in the pool.
enum class Lock { kOwn, kDram, kPmem };

std::unique_ptr<Index> WithLock(std::unique_ptr<Index> index, Lock lock);

// Opens the pool in a file, or creates one of `bytes` there.
using Opener = std::unique_ptr<Index> (*)(const std::string& path, const std::string& layout,
                                          std::size_t bytes, bool create);

std::unique_ptr<Index> OpenRadix(const std::string&, const std::string&, std::size_t, bool);
std::unique_ptr<Index> OpenSkipList(const std::string&, const std::string&, std::size_t, bool);
std::unique_ptr<Index> OpenHash(const std::string&, const std::string&, std::size_t, bool);

// Locks for the values of keys. They lie in main memory: a crash must not leave one taken.
class Stripes {
 public:
  std::shared_mutex& Of(std::string_view key) {
    return stripes_[std::hash<std::string_view>{}(key) % stripes_.size()].mutex;
  }

 private:
  // Each has its own pair of cache lines, because processors fetch them in pairs.
  struct alignas(128) Stripe {
    std::shared_mutex mutex;
  };

  // Many more than threads, so that two threads with different keys seldom share one.
  std::array<Stripe, 1024> stripes_;
};

}  // namespace pmemycsb::pmemobj
