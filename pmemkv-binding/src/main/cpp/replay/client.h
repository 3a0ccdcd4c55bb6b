// The operations of a YCSB client on an open store.
#pragma once

#include <array>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "../store_library.h"
#include "record.h"

namespace pmemycsb::replay {

// Locks that all clients share. An operation of more than one call to the store holds that of its
// key, as the Java client does, so that no update is lost.
class Stripes {
 public:
  std::mutex& Of(std::string_view key) {
    return stripes_[std::hash<std::string_view>{}(key) % stripes_.size()];
  }

 private:
  // Many more than threads, so that two threads with different keys seldom share one.
  std::array<std::mutex, 1024> stripes_;
};

// One thread's way to the store. Statuses are those of store.h.
class Client {
 public:
  Client(OpenStore& store, Stripes& stripes) : store_(store), stripes_(stripes) {}

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
  // A status of our own for a store that works.
  int NoRecord(const char* why);

  OpenStore& store_;
  Stripes& stripes_;
  std::vector<char> copy_ = std::vector<char>(2048);
  // The records of the last scan, one after the other, and where each ends.
  std::vector<char> rows_;
  std::vector<std::size_t> ends_;
  std::vector<Field> fields_;
  RecordWriter writer_;
  const char* complaint_ = nullptr;
};

}  // namespace pmemycsb::replay
