// The trace files that org.pmemycsb.harness.trace.TraceFile writes and describes byte by byte.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace pmemycsb::replay {

// The reason why a trace cannot be replayed; one line for the user.
class Refusal : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Kind : unsigned {
  kRead,
  kUpdate,
  kInsert,
  kScan,
  kReadModifyWrite,
  kDelete,
  kReadMissing,
  kPutIfAbsent,
};

// One operation in 64 bits.
class Operation {
 public:
  explicit Operation(std::uint64_t bits) : bits_(bits) {}

  Kind kind() const { return static_cast<Kind>(bits_ >> 61); }
  // Whether key() is a distance back from the newest record; of an insert: whether its key is the
  // next new one; of a delete: its key is the oldest; of a read of a missing key: whether it is a
  // distance back from the last key deleted.
  bool relative() const { return (bits_ >> 60 & 1) != 0; }
  std::int64_t key() const { return static_cast<std::int64_t>(bits_ & ((1ULL << 36) - 1)); }
  // Index of the one field that is read or written, or -1 for all.
  int read_field() const { return static_cast<int>(bits_ >> 48 & 0xFFF) - 1; }
  int write_field() const { return static_cast<int>(bits_ >> 36 & 0xFFF) - 1; }
  bool inserts() const { return kind() == Kind::kInsert || kind() == Kind::kPutIfAbsent; }
  bool writes() const {
    return kind() == Kind::kUpdate || inserts() || kind() == Kind::kReadModifyWrite;
  }

 private:
  std::uint64_t bits_;
};

struct Trace {
  struct Thread {
    std::vector<std::uint64_t> operations;
    // Scan lengths, value lengths and spare keys, in the order in which the operations use them.
    std::vector<std::int32_t> side;
  };

  bool load = false;
  bool hashed = false;
  bool constant_length = false;
  // By another program: all operations name the numbers of their records.
  bool recorded = false;
  // Of a recorded trace: the end of the numbers that it names.
  std::int64_t keys = 0;
  std::int64_t operations = 0;
  // Those with the numbers from `first` up to `records`, before the first operation.
  std::int64_t first = 0;
  std::int64_t records = 0;
  std::int64_t inserts = 0;
  std::int64_t deletes = 0;
  std::uint64_t seed = 0;
  std::int32_t zero_padding = 0;
  // How many characters of "user" stand before the digits of a key, the last ones.
  std::int32_t prefix = 4;
  // Up to which zeros follow the digits of keys; empty if none do.
  std::vector<std::int32_t> key_lengths;
  std::int32_t fields = 0;
  std::int32_t value_bytes = 0;
  std::map<std::string, std::string> properties;
  std::vector<Thread> threads;
};

// Reads a whole trace into memory, and checks all of it, so that the replay need not. Throws
// Refusal.
Trace ReadTrace(const std::string& file);

}  // namespace pmemycsb::replay
