// Records as values of the store, in the encoding of org.pmemycsb.pmemkv.ycsb.RecordCodec, and the
// keys as YCSB's CoreWorkload spells them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trace_file.h"

namespace pmemycsb::replay {

// All keys of a trace, spelt before the clock starts.
class Keys {
 public:
  explicit Keys(const Trace& trace);

  std::string_view operator[](std::int64_t number) const {
    const auto i = static_cast<std::size_t>(number);
    return {text_.data() + ends_[i], ends_[i + 1] - ends_[i]};
  }

  // Brings the next key into the cache, and the place of the one after it. The table is not part of
  // the store, so waiting for its memory would make the ceiling too low.
  void Prefetch(std::int64_t next, std::int64_t second) const {
    if (Has(next)) {
      const std::string_view key = (*this)[next];
      __builtin_prefetch(key.data());
      __builtin_prefetch(key.data() + key.size());
    }
    if (Has(second)) __builtin_prefetch(&ends_[static_cast<std::size_t>(second)]);
  }

 private:
  bool Has(std::int64_t number) const {
    return number >= 0 && static_cast<std::size_t>(number) + 1 < ends_.size();
  }

  std::string text_;
  std::vector<std::size_t> ends_;
};

// Random bytes, of which every value is a slice. As in the harness's ValueSource, the workload's
// compressibility is the share of each block that is one byte again and again.
class Values {
 public:
  explicit Values(const Trace& trace);

  const char* Slice(std::uint32_t random) const { return bytes_.data() + (random & (kPool - 1)); }

 private:
  static constexpr std::size_t kPool = 1 << 22;
  static constexpr std::size_t kBlock = 256;
  std::vector<char> bytes_;
};

struct Field {
  std::string_view name;
  std::string_view data;
};

// The fields of a record, as slices of it; false if it is none.
bool Decode(std::string_view record, std::vector<Field>* fields);

// Makes one record after the other in a buffer that it keeps.
class RecordWriter {
 public:
  void Begin(std::size_t fields);
  void Add(std::string_view name, std::string_view data);
  std::string_view record() const { return {buffer_.data(), written_}; }

 private:
  void Reserve(std::size_t more);
  void AddNumber(std::size_t number);
  void AddBytes(std::string_view bytes);

  std::vector<char> buffer_ = std::vector<char>(2048);
  std::size_t written_ = 0;
};

}  // namespace pmemycsb::replay
