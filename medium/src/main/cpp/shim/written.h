#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shim {

constexpr uintptr_t kLine = 64;
constexpr uintptr_t kLinesOfBlock = 4;  // a block of the medium has 256 B
constexpr uint64_t kNearLines = 64;     // Limit in Java has its own time for lines beyond 4 KiB

// Distinct lines, and the distinct blocks that they lie in.
struct Extent {
  uint64_t lines = 0;
  uint64_t blocks = 0;
};

// The ranges that a thread wrote, by flushes or past the cache. Not thread-safe.
class Written {
 public:
  // A range of at least one byte.
  void add(const void *address, size_t length);

  // The most blocks that they can lie in.
  uint64_t most_blocks() const { return most_blocks_; }

  // Whether so many ranges are kept that they should be counted.
  bool full() const;

  // Counts them and forgets them.
  Extent take();

  // The same without the block that the thread wrote last, if it was counted here before: the
  // buffer of the medium merges what a log appends to one block.
  Extent take_merged();

 private:
  struct Span {
    uintptr_t first;
    uintptr_t end;
  };

  template <typename Visit>
  void distinct(const Visit &visit);

  std::vector<Span> spans_;
  uint64_t most_blocks_ = 0;
  uintptr_t last_block_ = 0;
  bool has_last_ = false;
};

// Lines of a range go to memory: by flushes of the cache, or past it.
void range_written(const void *address, size_t length, bool past_cache);

// Lines of a range were loaded.
void range_loaded(const void *address, size_t length);

// A copy that is going to be written begins now.
void copy_begins();

// The thread has waited for what it wrote.
void fenced();

}  // namespace shim
