#include "libpmem.h"

#include <dlfcn.h>

#include <cstdlib>

namespace pgwal {
namespace {

template <typename Function>
bool resolve(void *library, const char *name, Function *&function) {
  function = reinterpret_cast<Function *>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace

bool Libpmem::load(const char *&error) {
  const char *named = std::getenv("PMEM_LIBRARY");
  void *library =
      dlopen(named != nullptr && *named != '\0' ? named : "libpmem.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library != nullptr && resolve(library, "pmem_map_file", map_file) &&
      resolve(library, "pmem_unmap", unmap) &&
      resolve(library, "pmem_memcpy_persist", memcpy_persist)) {
    return true;
  }
  error = dlerror();
  if (error == nullptr) error = "unknown error";
  return false;
}

}  // namespace pgwal
