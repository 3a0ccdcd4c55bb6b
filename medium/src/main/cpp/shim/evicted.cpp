#include "evicted.h"

#include <algorithm>

#include "written.h"

namespace shim {

Evicted::Evicted(size_t cache_bytes) : tags_(std::max<size_t>(cache_bytes / kLine, 1)) {}

uint64_t Evicted::flush(const void *address, size_t length) {
  const uintptr_t begin = reinterpret_cast<uintptr_t>(address);
  const uintptr_t end = (begin + length + kLine - 1) / kLine;
  uint64_t blocks = 0;
  uintptr_t counted = 0;
  for (uintptr_t line = begin / kLine; line < end; line++) {
    const auto tag = static_cast<uint32_t>(line / tags_.size() + 1);
    std::atomic<uint32_t> &known = tags_[line % tags_.size()];
    const uintptr_t block = line / kLinesOfBlock + 1;
    if (known.load(std::memory_order_relaxed) != tag) {
      known.store(tag, std::memory_order_relaxed);
    } else if (block != counted) {
      blocks++;
      counted = block;
    }
  }
  return blocks;
}

void Evicted::load(const void *address, size_t length) {
  const uintptr_t begin = reinterpret_cast<uintptr_t>(address);
  for (uintptr_t line = begin / kLine; line * kLine < begin + length; line++) {
    auto tag = static_cast<uint32_t>(line / tags_.size() + 1);
    tags_[line % tags_.size()].compare_exchange_strong(tag, 0, std::memory_order_relaxed);
  }
}

}  // namespace shim
