#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace pmemycsb {

// Entries of a range, packed as PmemkvNative.range() describes. They lie outside the Java heap, so
// during the engine's walk no Java code runs and no thread waits for the collector.
class PackedRange {
 public:
  // buffer: receives the entries; it keeps its memory for the next range
  PackedRange(std::string& buffer, std::size_t max_entries, std::size_t soft_bytes,
              std::string_view end, bool bounded, bool end_inclusive)
      : packed_(buffer),
        max_entries_(max_entries),
        soft_bytes_(soft_bytes),
        end_(end),
        bounded_(bounded),
        end_inclusive_(end_inclusive) {
    packed_.clear();
  }

  // Takes an entry, or returns 1 to stop the walk before it.
  int Add(std::string_view key, std::string_view value) {
    if (bounded_ && (end_inclusive_ ? key > end_ : key >= end_)) return 1;
    const std::size_t bytes = 2 * sizeof(std::int32_t) + key.size() + value.size();
    if (entries_ == max_entries_ || (entries_ > 0 && packed_.size() + bytes > soft_bytes_)) {
      more_ = true;
      return 1;
    }
    if (packed_.size() + bytes > INT_MAX) {
      too_long_ = true;
      return 1;
    }
    AppendNumbers({static_cast<std::int32_t>(key.size()), static_cast<std::int32_t>(value.size())});
    packed_.append(key).append(value);
    ++entries_;
    return 0;
  }

  // Adds a mark of the end, if entries and mark fit into so many bytes; returns whether they do.
  bool AddEnd(std::size_t capacity) {
    if (packed_.size() + sizeof(std::int32_t) > capacity) return false;
    AppendNumbers({-1});
    return true;
  }

  void SetFailed() { failed_ = true; }

  bool failed() const { return failed_; }
  bool too_long() const { return too_long_; }
  bool more() const { return more_; }
  std::string_view bytes() const { return packed_; }

 private:
  void AppendNumbers(std::initializer_list<std::int32_t> numbers) {
    packed_.append(reinterpret_cast<const char*>(numbers.begin()),
                   numbers.size() * sizeof(std::int32_t));
  }

  std::string& packed_;
  const std::size_t max_entries_;
  const std::size_t soft_bytes_;
  const std::string_view end_;
  const bool bounded_;
  const bool end_inclusive_;
  std::size_t entries_ = 0;
  bool more_ = false;
  bool too_long_ = false;
  bool failed_ = false;
};

extern "C" inline int PackEntry(const char* key, std::size_t key_bytes, const char* value,
                                std::size_t value_bytes, void* arg) {
  auto* const packed = static_cast<PackedRange*>(arg);
  try {
    return packed->Add({key, key_bytes}, {value, value_bytes});
  } catch (...) {
    // An exception must not pass through libpmemkv, which would report it as its own failure.
    packed->SetFailed();
    return 1;
  }
}

}  // namespace pmemycsb
