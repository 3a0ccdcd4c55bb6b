#pragma once

#include <cstddef>
#include <cstdint>

namespace shim {

using Flush = void(const void *, size_t);
using Drain = void();

// The function of the library behind the shim; ends the process if it has none.
void *real_function(const char *name);

template <typename Function>
Function *real(const char *name) {
  return reinterpret_cast<Function *>(real_function(name));
}

// The time that this machine takes at least from the flush of so many bytes to the end of a fence:
// other programs can only make it longer.
uint64_t own_persist_nanos(size_t bytes);

}  // namespace shim
