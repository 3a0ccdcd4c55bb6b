#include "libraries.h"

#include <dlfcn.h>

#include <cerrno>
#include <cstring>

namespace pmemycsb::probe {
namespace {

// Never unloaded: libpmemobj keeps thread-local state in every thread that called it.
void* Bind(const std::string& name) {
  void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library != nullptr) return library;
  const char* const error = dlerror();
  throw Refusal(error != nullptr ? error : name + " cannot be loaded");
}

template <typename Function>
void Resolve(void* library, const std::string& symbol, Function** into) {
  *into = reinterpret_cast<Function*>(dlsym(library, symbol.c_str()));
  if (*into == nullptr) throw Refusal("the library has no function " + symbol);
}

}  // namespace

void RefuseWithErrno(const std::string& what) {
  const int error = errno;
  throw Refusal(what + ": " + std::strerror(error));
}

Pmem::Pmem(const std::string& name) {
  void* const library = Bind(name);
  Resolve(library, "pmem_map_file", &map_file);
  Resolve(library, "pmem_unmap", &unmap);
  Resolve(library, "pmem_has_auto_flush", &has_auto_flush);
  Resolve(library, "pmem_persist", &persist);
  Resolve(library, "pmem_flush", &flush);
  Resolve(library, "pmem_drain", &drain);
  Resolve(library, "pmem_deep_persist", &deep_persist);
  Resolve(library, "pmem_msync", &msync);
  Resolve(library, "pmem_memcpy", &memcpy);
  Resolve(library, "pmem_memset", &memset);
}

Pmem2::Pmem2(const std::string& name) {
  void* const library = Bind(name);
  Resolve(library, "pmem2_errormsg", &errormsg);
  Resolve(library, "pmem2_config_new", &config_new);
  Resolve(library, "pmem2_config_set_required_store_granularity",
          &config_set_required_store_granularity);
  Resolve(library, "pmem2_config_delete", &config_delete);
  Resolve(library, "pmem2_source_from_fd", &source_from_fd);
  Resolve(library, "pmem2_source_delete", &source_delete);
  Resolve(library, "pmem2_map_new", &map_new);
  Resolve(library, "pmem2_map_delete", &map_delete);
  Resolve(library, "pmem2_map_get_address", &map_get_address);
  Resolve(library, "pmem2_map_get_size", &map_get_size);
  Resolve(library, "pmem2_get_persist_fn", &get_persist_fn);
}

Pmemobj::Pmemobj(const std::string& name) {
  void* const library = Bind(name);
  Resolve(library, "pmemobj_create", &create);
  Resolve(library, "pmemobj_close", &close);
  Resolve(library, "pmemobj_errormsg", &errormsg);
  Resolve(library, "pmemobj_root", &root);
  Resolve(library, "pmemobj_tx_begin", &tx_begin);
  Resolve(library, "pmemobj_tx_commit", &tx_commit);
  Resolve(library, "pmemobj_tx_end", &tx_end);
  Resolve(library, "pmemobj_tx_add_range_direct", &tx_add_range_direct);
  Resolve(library, "pmemobj_tx_alloc", &tx_alloc);
  Resolve(library, "pmemobj_tx_free", &tx_free);
  Resolve(library, "pmemobj_alloc", &alloc);
  Resolve(library, "pmemobj_free", &free);
  Resolve(library, "pmemobj_mutex_lock", &mutex_lock);
  Resolve(library, "pmemobj_mutex_unlock", &mutex_unlock);
  Resolve(library, "pmemobj_rwlock_rdlock", &rwlock_rdlock);
  Resolve(library, "pmemobj_rwlock_wrlock", &rwlock_wrlock);
  Resolve(library, "pmemobj_rwlock_unlock", &rwlock_unlock);
}

}  // namespace pmemycsb::probe
