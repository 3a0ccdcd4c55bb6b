#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "options.h"
#include "pmemkv_api.h"

namespace pmemycsb::pmredis {

// How a store to the pool becomes durable, as found out from the live mapping.
enum class Persistence {
  kFlush,  // processor instructions, on persistent memory, or on main memory that stands in for it
  kMsync,  // a system call: the pool lies on a file system with a page cache
  kNone,   // libpmem was told to leave out what the medium would need
  kUnknown,  // the mapping was not found
};

// A pmemkv pool in a file, open for as long as this lives. libpmemobj lets one process at a time
// in.
class Pool {
 public:
  // Opens the pool, or makes it where there is no file. Under its own name a pool is whole: it is
  // made beside it and renamed. Returns null and the reason, on one line, if that cannot be done.
  static std::unique_ptr<Pool> Open(const PmemkvApi& api, const Options& options,
                                    std::string* failure);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // Null after Renew() has failed.
  pmemkv_db* db() const { return db_; }

  // Puts a new pool of the same size in this one's place; returns why it could not. If the process
  // ends in between, the next one finds the old pool, or the new one, or none and makes it.
  std::string Renew();

  std::uint64_t bytes() const { return bytes_; }
  Persistence persistence() const { return persistence_; }

  // Bytes that libpmemobj has given out for records and its own tables, or 0 if it does not say.
  std::uint64_t used_bytes() const;

 private:
  Pool(const PmemkvApi& api, Options options) : api_(api), options_(std::move(options)) {}

  std::string Create(std::uint64_t bytes);
  std::string OpenFile(const std::string& path, std::uint64_t create_bytes);
  std::string Why(const std::string& path) const;
  void Look();
  void Close();

  const PmemkvApi& api_;
  const Options options_;
  pmemkv_db* db_ = nullptr;
  std::uint64_t bytes_ = 0;
  void* base_ = nullptr;
  Persistence persistence_ = Persistence::kUnknown;
};

// Must be called before libpmemobj is loaded, by libpmemkv: has it count what it gives out.
void CountAllocations();

}  // namespace pmemycsb::pmredis
