#pragma once

#include <cstddef>

namespace pgwal {

// The calls of libpmem that are used. It is loaded when the process starts, not linked: a server
// whose machine lacks it runs on, as stock PostgreSQL.
struct Libpmem {
  void *(*map_file)(const char *path, size_t length, int flags, unsigned mode, size_t *mapped,
                    int *is_pmem);
  int (*unmap)(void *address, size_t length);
  void *(*memcpy_persist)(void *to, const void *from, size_t length);

  // True when all calls are there; otherwise error says why not. PMEM_LIBRARY names another file
  // than libpmem.so.1.
  bool load(const char *&error);
};

}  // namespace pgwal
