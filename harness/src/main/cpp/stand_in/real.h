#pragma once

#include <cstddef>
#include <cstdint>

namespace stand_in {

using Flush = void(const void *, size_t);
using Drain = void();

// The function of the library behind the stand-in; ends the process if it has none.
void *real_function(const char *name);

template <typename Function>
Function *real(const char *name) {
  return reinterpret_cast<Function *>(real_function(name));
}

// The time in which this machine stores so many bytes, flushes them, and ends a fence: what the probe
// and the sources of the models measure. The 90th percentile: some persists end at once, in one
// process a few and in the next most of them.
uint64_t own_persist_nanos(size_t bytes);

}  // namespace stand_in
