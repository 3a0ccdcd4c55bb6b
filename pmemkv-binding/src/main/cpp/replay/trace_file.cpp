#include "trace_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace pmemycsb::replay {
namespace {

constexpr std::int64_t kMaxRecords = INT32_MAX;
constexpr std::int64_t kMaxOperations = std::int64_t{1} << 40;
constexpr std::int32_t kFixedHeader = 64;
constexpr std::int32_t kMaxProperties = 1 << 24;
constexpr std::int32_t kMaxBlock = 1 << 24;
constexpr std::int32_t kMaxFields = 1 << 20;
constexpr std::int32_t kMaxValue = 1 << 28;
constexpr std::int32_t kMaxPadding = 1 << 20;
constexpr std::int32_t kMaxKey = 1 << 16;
constexpr std::int32_t kMaxKeyLengths = 1 << 20;
constexpr std::uint32_t kEnd = 0xFFFFFFFF;

std::array<std::uint32_t, 256> CrcTable() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    std::uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320U : 0);
    table[i] = crc;
  }
  return table;
}

// Takes numbers from a file, lowest byte first, and sums up its CRC-32.
class Input {
 public:
  explicit Input(const std::string& name) : file_(std::fopen(name.c_str(), "rb"), &std::fclose) {
    if (!file_) throw Refusal(std::string("cannot be opened: ") + std::strerror(errno));
  }

  const unsigned char* Take(std::size_t count) {
    bytes_.resize(count);
    if (count > 0 && std::fread(bytes_.data(), 1, count, file_.get()) != count) {
      throw Refusal("the trace is cut short");
    }
    for (const unsigned char byte : bytes_) crc_ = table_[(crc_ ^ byte) & 0xFF] ^ (crc_ >> 8);
    return bytes_.data();
  }

  std::uint32_t TakeU32() { return U32(Take(4)); }
  std::uint64_t TakeU64() { return U64(Take(8)); }
  std::int32_t TakeI32() { return static_cast<std::int32_t>(TakeU32()); }

  // A number from `least` to `most`.
  std::int64_t Take(const char* what, bool wide, std::int64_t least, std::int64_t most) {
    const std::int64_t value = wide ? static_cast<std::int64_t>(TakeU64()) : TakeI32();
    if (value < least || value > most) {
      throw Refusal(std::string("impossible ") + what + ": " + std::to_string(value));
    }
    return value;
  }

  std::uint32_t crc() const { return ~crc_; }
  bool AtEnd() { return std::fgetc(file_.get()) == EOF; }

  static std::uint32_t U32(const unsigned char* from) {
    std::uint32_t value = 0;
    for (int i = 3; i >= 0; --i) value = value << 8 | from[i];
    return value;
  }

  static std::uint64_t U64(const unsigned char* from) {
    return static_cast<std::uint64_t>(U32(from + 4)) << 32 | U32(from);
  }

 private:
  const std::array<std::uint32_t, 256> table_ = CrcTable();
  std::unique_ptr<std::FILE, decltype(&std::fclose)> file_;
  std::vector<unsigned char> bytes_;
  std::uint32_t crc_ = ~0U;
};

// The oldest record is a property, for most traces have all records from 0 on.
std::int64_t FirstRecord(const Trace& trace) {
  const auto said = trace.properties.find("firstrecord");
  if (said == trace.properties.end()) return 0;
  char* end = nullptr;
  const std::int64_t first = std::strtoll(said->second.c_str(), &end, 10);
  if (said->second.empty() || *end != '\0' || first < 0 || first >= trace.records) {
    throw Refusal("impossible first record: " + said->second);
  }
  return first;
}

// What is said of keys that stock YCSB does not have; returns its length.
std::int32_t ReadKeys(Input& in, Trace* trace) {
  trace->prefix = static_cast<std::int32_t>(in.Take("prefix of keys", false, 0, 4));
  const auto count =
      static_cast<std::int32_t>(in.Take("number of key lengths", false, 0, kMaxKeyLengths));
  if (count == 1 || (count & (count - 1)) != 0) throw Refusal("impossible number of key lengths");
  for (std::int32_t i = 0; i < count; ++i) {
    trace->key_lengths.push_back(
        static_cast<std::int32_t>(in.Take("length of a key", false, 1, kMaxKey)));
  }
  return 4 * (2 + count);
}

void ReadHeader(Input& in, Trace* trace) {
  if (std::memcmp(in.Take(8), "PMYTRACE", 8) != 0 || in.TakeU32() != 1) {
    throw Refusal("not a trace of version 1");
  }
  const std::int32_t header = in.TakeI32();
  const auto flags = in.Take("flags", false, 0, 31);
  trace->load = (flags & 1) != 0;
  trace->hashed = (flags & 2) != 0;
  trace->constant_length = (flags & 4) != 0;
  trace->recorded = (flags & 8) != 0;
  if (trace->load && trace->recorded) throw Refusal("impossible flags: a recorded load");
  trace->threads.resize(static_cast<std::size_t>(in.Take("number of threads", false, 1, 65535)));
  trace->operations = in.Take("number of operations", true, 0, kMaxOperations);
  trace->records =
      in.Take("number of records", true, trace->load || trace->operations == 0 ? 0 : 1, kMaxRecords);
  trace->seed = in.TakeU64();
  trace->zero_padding =
      static_cast<std::int32_t>(in.Take("zero padding", false, INT32_MIN, kMaxPadding));
  trace->fields = static_cast<std::int32_t>(in.Take("number of fields", false, 1, kMaxFields));
  trace->value_bytes = static_cast<std::int32_t>(in.Take("value length", false, 0, kMaxValue));
  const auto length =
      static_cast<std::int32_t>(in.Take("length of properties", false, 0, kMaxProperties));
  const std::string text(reinterpret_cast<const char*>(in.Take(static_cast<std::size_t>(length))),
                         static_cast<std::size_t>(length));
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t value = text.find('\0', at) + 1;
    const std::size_t end = value == 0 ? std::string::npos : text.find('\0', value);
    if (end == std::string::npos) throw Refusal("impossible properties");
    trace->properties[text.substr(at, value - 1 - at)] = text.substr(value, end - value);
    at = end + 1;
  }
  const std::int32_t keys = (flags & 16) != 0 ? ReadKeys(in, trace) : 0;
  if (header != kFixedHeader + length + keys) throw Refusal("impossible length of the header");
  trace->first = FirstRecord(*trace);
}

// Counts off the side numbers of a block against its operations.
class BlockCheck {
 public:
  BlockCheck(const Trace& trace, const Trace::Thread& thread, std::size_t side)
      : trace_(trace), side_(thread.side), at_(side) {}

  void Check(Operation operation) {
    const bool insert = operation.inserts();
    if (operation.read_field() >= trace_.fields || operation.write_field() >= trace_.fields ||
        (trace_.load && operation.kind() != Kind::kInsert) ||
        (trace_.recorded && operation.relative()) ||
        (insert && operation.relative() == (trace_.load || trace_.recorded)) ||
        (operation.kind() == Kind::kDelete && operation.relative() == trace_.recorded)) {
      throw Refusal("impossible operation");
    }
    if (operation.kind() == Kind::kScan) Side("scan length", 0, INT32_MAX);
    if (operation.writes() && !trace_.constant_length) {
      const int lengths = operation.write_field() < 0 ? trace_.fields : 1;
      for (int i = 0; i < lengths; ++i) Side("value length", 0, trace_.value_bytes);
    }
    if (operation.relative()) return;
    if (operation.key() >= trace_.records + trace_.operations) throw Refusal("impossible key");
    if (trace_.recorded) {
      keys_ = std::max(keys_, operation.key() + 1);
      return;
    }
    if (operation.kind() == Kind::kReadMissing) {
      if (operation.key() >= trace_.records) throw Refusal("impossible key");
      return;
    }
    if (!insert && operation.key() >= trace_.records) Side("spare key", 0, trace_.records - 1);
  }

  // The end of the numbers that a recorded trace names.
  std::int64_t keys() const { return keys_; }

  void End() const {
    if (at_ != side_.size()) throw Refusal("impossible block: side numbers are left over");
  }

 private:
  void Side(const char* what, std::int64_t least, std::int64_t most) {
    if (at_ == side_.size()) throw Refusal("impossible block: side numbers are missing");
    const std::int64_t value = side_[at_++];
    if (value < least || value > most) throw Refusal(std::string("impossible ") + what);
  }

  const Trace& trace_;
  const std::vector<std::int32_t>& side_;
  std::size_t at_;
  std::int64_t keys_ = 0;
};

// Returns how many operations the blocks have together.
std::int64_t ReadBlocks(Input& in, Trace* trace) {
  std::int64_t total = 0;
  for (std::uint32_t number = in.TakeU32(); number != kEnd; number = in.TakeU32()) {
    if (number >= trace->threads.size()) throw Refusal("impossible block");
    const auto count = static_cast<std::size_t>(in.Take("block", false, 1, kMaxBlock));
    const auto side = static_cast<std::size_t>(in.Take("block", false, 0, kMaxBlock * 4));
    Trace::Thread& thread = trace->threads[number];
    const std::size_t first = thread.operations.size();
    const std::size_t first_side = thread.side.size();
    const unsigned char* body = in.Take(8 * count);
    for (std::size_t i = 0; i < count; ++i) thread.operations.push_back(Input::U64(body + 8 * i));
    body = in.Take(4 * side);
    for (std::size_t i = 0; i < side; ++i) {
      thread.side.push_back(static_cast<std::int32_t>(Input::U32(body + 4 * i)));
    }
    BlockCheck check(*trace, thread, first_side);
    for (std::size_t i = first; i < thread.operations.size(); ++i) {
      const Operation operation(thread.operations[i]);
      check.Check(operation);
      if (operation.inserts()) ++trace->inserts;
      if (operation.kind() == Kind::kDelete) ++trace->deletes;
    }
    check.End();
    trace->keys = std::max(trace->keys, check.keys());
    total += static_cast<std::int64_t>(count);
  }
  return total;
}

}  // namespace

Trace ReadTrace(const std::string& file) {
  try {
    Input in(file);
    Trace trace;
    ReadHeader(in, &trace);
    const std::int64_t total = ReadBlocks(in, &trace);
    const auto said = static_cast<std::int64_t>(in.TakeU64());
    const std::uint32_t crc = in.crc();
    if (in.TakeU32() != crc || said != total || total != trace.operations || !in.AtEnd()) {
      throw Refusal("the trace was changed or is not complete");
    }
    // A key that is named but never inserted would be a table larger than the operations say.
    if (trace.keys > trace.records + trace.inserts) throw Refusal("impossible key");
    // An operation on an existing record takes the oldest that is left.
    if (!trace.recorded && trace.deletes > 0 &&
        trace.deletes >= trace.records + trace.inserts - trace.first) {
      throw Refusal("impossible number of deletes");
    }
    return trace;
  } catch (const std::bad_alloc&) {
    throw Refusal(file + ": not enough memory for this trace");
  } catch (const Refusal& refusal) {
    throw Refusal(file + ": " + refusal.what());
  }
}

}  // namespace pmemycsb::replay
