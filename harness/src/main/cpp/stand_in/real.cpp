#include "real.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "model.h"
#include "written.h"

namespace stand_in {
namespace {

void *libpmem() {
  static void *const library = [] {
    const char *named = std::getenv("PMEM_STAND_IN_LIBPMEM");
    void *loaded =
        dlopen(named != nullptr && *named != '\0' ? named : "libpmem.so.1", RTLD_NOW | RTLD_LOCAL);
    if (loaded == nullptr) {
      std::fprintf(stderr, "libpmem_stand_in: cannot load libpmem: %s\n", dlerror());
      std::abort();
    }
    return loaded;
  }();
  return library;
}

}  // namespace

void *real_function(const char *name) {
  void *const found = dlsym(libpmem(), name);
  if (found == nullptr) {
    std::fprintf(stderr, "libpmem_stand_in: libpmem has no %s\n", name);
    std::abort();
  }
  return found;
}

uint64_t own_persist_nanos(size_t bytes) {
  Flush *const flush = real<Flush>("pmem_flush");
  Drain *const drain = real<Drain>("pmem_drain");
  struct alignas(kLine) Line {
    volatile char byte;
  };
  std::vector<Line> lines((bytes + kLine - 1) / kLine);
  std::array<uint64_t, 100> times;
  for (uint64_t &time : times) {
    const uint64_t begin = clock_nanos();
    for (Line &line : lines) line.byte = 1;
    flush(lines.data(), bytes);
    drain();
    time = clock_nanos() - begin;
  }
  const auto most = times.begin() + times.size() * 9 / 10;
  std::nth_element(times.begin(), most, times.end());
  return *most;
}

}  // namespace stand_in
