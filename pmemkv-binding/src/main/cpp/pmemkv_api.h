// libpmemkv as a table of function pointers, loaded with dlopen.
//
// The declarations are our own, so neither the build nor the start of a program needs libpmemkv or
// its headers. They follow the C interface that 1.4 and 1.5 share. Functions of 1.5 are optional.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace pmemycsb {

struct pmemkv_db;
struct pmemkv_config;

using GetValueCallback = void(const char* value, std::size_t value_bytes, void* arg);
using GetEntryCallback = int(const char* key, std::size_t key_bytes, const char* value,
                             std::size_t value_bytes, void* arg);

// The status codes of libpmemkv that native code uses.
enum Status : int {
  kOk = 0,
  kUnknownError = 1,
  kNotFound = 2,
  kNotSupported = 3,
  kInvalidArgument = 4,
  kStoppedByCallback = 7,
  kOutOfMemory = 8,
  kWrongEngineName = 9,
};

struct PmemkvApi {
  pmemkv_config* (*config_new)();
  void (*config_delete)(pmemkv_config*);
  int (*config_put_string)(pmemkv_config*, const char* key, const char* value);
  int (*config_put_uint64)(pmemkv_config*, const char* key, std::uint64_t value);
  // The first is looked for only where the second, of 1.5, is missing.
  int (*config_put_force_create)(pmemkv_config*, bool);
  int (*config_put_create_or_error_if_exists)(pmemkv_config*, bool);

  int (*open)(const char* engine, pmemkv_config*, pmemkv_db**);
  void (*close)(pmemkv_db*);
  const char* (*errormsg)();

  int (*count_all)(pmemkv_db*, std::size_t*);
  int (*exists)(pmemkv_db*, const char*, std::size_t);
  int (*get)(pmemkv_db*, const char*, std::size_t, GetValueCallback*, void*);
  int (*put)(pmemkv_db*, const char*, std::size_t, const char*, std::size_t);
  int (*remove)(pmemkv_db*, const char*, std::size_t);
  int (*get_above)(pmemkv_db*, const char*, std::size_t, GetEntryCallback*, void*);
  int (*get_equal_above)(pmemkv_db*, const char*, std::size_t, GetEntryCallback*, void*);

  // Where the loader found the library, with symbolic links resolved.
  std::string file;

  bool has_1_5_symbols() const { return config_put_create_or_error_if_exists != nullptr; }
};

// Loads `name`, as Load() takes it, and fills `api`. Returns an empty string, or why it could not:
// then `name` does not stay loaded and `api` is as it was.
std::string LoadPmemkv(const char* name, PmemkvApi* api);

// Opens a store. `path` may be null, and `size` is set unless 0. Returns libpmemkv's status, and in
// `step` the name of the function that gave it.
int OpenPmemkv(const PmemkvApi& api, const char* engine, const char* path, std::uint64_t size,
               bool create, pmemkv_db** db, const char** step);

}  // namespace pmemycsb
