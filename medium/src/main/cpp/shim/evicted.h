#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace shim {

// The cache lines that flushes took out of the processor's cache. Thread-safe.
class Evicted {
 public:
  // cache_bytes: the size of the cache. Of lines that share a place in it, the last one is known.
  explicit Evicted(size_t cache_bytes);

  // A flush of a range of at least one byte. Returns how many blocks of the medium were loaded again
  // before it: those with a line that was flushed before.
  uint64_t flush(const void *address, size_t length);

  // A thread loaded a range: its lines are in the cache again.
  void load(const void *address, size_t length);

 private:
  std::vector<std::atomic<uint32_t>> tags_;  // by place in the cache; 0 for none
};

}  // namespace shim
