#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace pmemycsb::probe {

// A measurement that is impossible; the message is one line.
class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws a Refusal that ends with the text of errno.
[[noreturn]] void RefuseWithErrno(const std::string& what);

// The calls of libpmem that are measured, by the names without "pmem_". The library is loaded when
// the program starts, never linked.
struct Pmem {
  // `name` is a file, or a name for the dynamic linker to search.
  explicit Pmem(const std::string& name);

  void* (*map_file)(const char* path, std::size_t length, int flags, unsigned mode,
                    std::size_t* mapped, int* is_pmem);
  int (*unmap)(void* address, std::size_t length);
  int (*has_auto_flush)();
  void (*persist)(const void* address, std::size_t length);
  void (*flush)(const void* address, std::size_t length);
  void (*drain)();
  int (*deep_persist)(const void* address, std::size_t length);
  int (*msync)(const void* address, std::size_t length);
  void* (*memcpy)(void* to, const void* from, std::size_t length, unsigned flags);
  void* (*memset)(void* to, int value, std::size_t length, unsigned flags);
};

constexpr unsigned kOwnerOnly = 0600;

// Flags of libpmem.h.
constexpr int kFileCreate = 1 << 0;
constexpr int kFileTemporary = 1 << 3;
constexpr unsigned kNoDrain = 1U << 0;
constexpr unsigned kNonTemporal = 1U << 1;
constexpr unsigned kTemporal = 1U << 2;

// The calls of libpmem2, likewise; its objects are only passed on.
struct Pmem2 {
  explicit Pmem2(const std::string& name);

  const char* (*errormsg)();
  int (*config_new)(void** config);
  int (*config_set_required_store_granularity)(void* config, int granularity);
  int (*config_delete)(void** config);
  int (*source_from_fd)(void** source, int file);
  int (*source_delete)(void** source);
  int (*map_new)(void** map, const void* config, void* source);
  int (*map_delete)(void** map);
  void* (*map_get_address)(void* map);
  std::size_t (*map_get_size)(void* map);
  void (*(*get_persist_fn)(void* map))(const void* address, std::size_t length);
};

// An object's place in a pool: PMEMoid.
struct Oid {
  std::uint64_t pool;
  std::uint64_t offset;
};

// The calls of libpmemobj, likewise.
struct Pmemobj {
  explicit Pmemobj(const std::string& name);

  void* (*create)(const char* path, const char* layout, std::size_t bytes, unsigned mode);
  void (*close)(void* pool);
  const char* (*errormsg)();
  Oid (*root)(void* pool, std::size_t bytes);
  // The variable arguments end with 0, TX_PARAM_NONE.
  int (*tx_begin)(void* pool, void* environment, ...);
  void (*tx_commit)();
  int (*tx_end)();
  int (*tx_add_range_direct)(const void* address, std::size_t length);
  Oid (*tx_alloc)(std::size_t bytes, std::uint64_t type);
  int (*tx_free)(Oid object);
  int (*alloc)(void* pool, Oid* object, std::size_t bytes, std::uint64_t type, void* constructor,
               void* argument);
  void (*free)(Oid* object);
  int (*mutex_lock)(void* pool, void* mutex);
  int (*mutex_unlock)(void* pool, void* mutex);
  int (*rwlock_rdlock)(void* pool, void* lock);
  int (*rwlock_wrlock)(void* pool, void* lock);
  int (*rwlock_unlock)(void* pool, void* lock);
};

}  // namespace pmemycsb::probe
