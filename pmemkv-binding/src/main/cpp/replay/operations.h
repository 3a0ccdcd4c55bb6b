// Files of operations, which org.pmemycsb.harness.client.trace.OperationFile writes and describes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace pmemycsb::replay {

// The reason why operations cannot be replayed; one line for the user.
class Refusal : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Kind : std::uint8_t { kRead, kInsert, kReplace, kMerge, kRemove, kScan };

// Looks for the record before it writes.
constexpr std::uint8_t kReadsFirst = 1;
// The record that it reads must not be there.
constexpr std::uint8_t kMustBeAbsent = 2;
// Another operation may have removed the record.
constexpr std::uint8_t kMayBeAbsent = 4;

// An operation as it lies in the file. It is followed by its slices of the values, then by its key.
struct Operation {
  Kind kind;
  std::uint8_t flags;
  std::uint16_t unused;
  std::uint32_t key_bytes;
  // Records of a scan, or the field that a merge writes.
  std::uint32_t number;

  // The values that it writes, where records have so many fields.
  std::size_t Slices(std::size_t fields) const {
    if (kind == Kind::kInsert || kind == Kind::kReplace) return fields;
    return kind == Kind::kMerge ? 1 : 0;
  }
  bool Is(std::uint8_t flag) const { return (flags & flag) != 0; }
};

struct Slice {
  std::uint32_t begin;
  std::uint32_t bytes;
};

// All operations of a phase, mapped into memory. The file must not change.
class Operations {
 public:
  // Checks all of it, so that the replay need not. Throws Refusal.
  explicit Operations(const std::string& file);
  ~Operations();
  Operations(const Operations&) = delete;
  Operations& operator=(const Operations&) = delete;

  std::size_t threads() const { return blocks_.size(); }
  std::int64_t count() const { return count_; }
  const std::vector<std::string_view>& field_names() const { return field_names_; }
  std::string_view value(Slice slice) const { return values_.substr(slice.begin, slice.bytes); }
  // Those of a thread, in several parts. Operation after operation fills each part.
  const std::vector<std::string_view>& of(std::size_t thread) const { return blocks_[thread]; }

 private:
  void Check(std::string_view block);

  std::string_view file_;
  std::string_view values_;
  std::vector<std::string_view> field_names_;
  std::vector<std::vector<std::string_view>> blocks_;
  std::int64_t count_ = 0;
  std::int64_t found_ = 0;
};

// Takes values off the front of bytes, which need not be aligned.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::string_view Take(std::size_t bytes) {
    if (bytes > rest_.size()) throw Refusal("it is cut short");
    const std::string_view taken = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return taken;
  }
  template <typename Number>
  Number Take() {
    Number number;
    std::memcpy(&number, Take(sizeof(number)).data(), sizeof(number));
    return number;
  }
  bool empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace pmemycsb::replay
