// An open pool of pmemkv, with the operations of a YCSB client on it.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "../pmemkv_api.h"
#include "operations.h"
#include "record.h"

namespace pmemycsb::replay {

struct StoreOptions {
  std::string engine;
  std::string path;
  // Of a pool to be created where there is none, and of a volatile engine; 0 to open only.
  std::uint64_t bytes = 0;

  // Its records are gone when it is closed.
  bool IsVolatile() const;
};

// Shared by all threads. An operation of more than one call to the store holds the key's lock, as
// the Java client does, so that no update is lost.
class Store {
 public:
  // Throws Refusal.
  Store(const PmemkvApi& api, const StoreOptions& options);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  const PmemkvApi& api;
  pmemkv_db* db = nullptr;

  std::mutex& Stripe(std::string_view key) {
    return stripes_[std::hash<std::string_view>{}(key) % stripes_.size()];
  }

  // Held during each call to an engine that is made for one thread; nothing for the others.
  std::unique_lock<std::mutex> EngineTurn() {
    return concurrent_ ? std::unique_lock<std::mutex>() : std::unique_lock(engine_lock_);
  }

 private:
  const bool concurrent_;
  std::mutex engine_lock_;
  // Many more than threads, so that two threads with different keys seldom share one.
  std::array<std::mutex, 1024> stripes_;
};

// One thread's way to the store. Statuses are libpmemkv's.
class Client {
 public:
  explicit Client(Store& store) : store_(store) {}

  // Copies the record and takes it apart.
  int Read(std::string_view key);
  int Insert(std::string_view key, std::string_view record);
  // Replaces a record that is there: a look and a put.
  int Replace(std::string_view key, std::string_view record);
  // Writes one field of a record, and keeps the others.
  int Merge(std::string_view key, const Field& change);
  int Remove(std::string_view key);
  // Copies the records, then takes each apart.
  int Scan(std::string_view from, std::size_t limit);

  // Of the last call that failed.
  std::string message() const;

 private:
  int Get(std::string_view key);
  int Put(std::string_view key, std::string_view record);
  int Exists(std::string_view key);

  Store& store_;
  std::vector<char> copy_;
  std::size_t copied_ = 0;
  // The records of the last scan, one after the other, and where each ends.
  std::vector<char> rows_;
  std::vector<std::size_t> ends_;
  std::vector<Field> fields_;
  RecordWriter writer_;
  bool malformed_ = false;
};

}  // namespace pmemycsb::replay
