// The C interface of libpmemkv over the index structures, each an engine. So the binding, the
// native replay and their tests take this library as they take libpmemkv.
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <libpmemobj++/pexceptions.hpp>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "index.h"

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace pmemycsb {

struct pmemkv_config {
  std::string path;
  std::size_t bytes = 0;
  bool create = false;
};

struct pmemkv_db {
  std::unique_ptr<pmemobj::Index> index;
};

namespace {

struct Engine {
  std::string name;
  pmemobj::Opener open;
  pmemobj::Lock lock;
  // Whether its path is that of a folder, and its records are in main memory and end with it.
  bool in_dram;
};

// A name says how writes are protected, then the structure, then where its one lock is, if it has
// one. A pool opens with the engine that made it alone.
std::vector<Engine> Engines() {
  std::vector<Engine> engines;
#ifndef PMEM_YCSB_UNLOGGED
  const auto persistences = {"obj"};
#else
  const auto persistences = {"persist", "volatile", "dram"};
#endif
  const std::pair<const char*, pmemobj::Opener> structures[] = {{"radix", pmemobj::OpenRadix},
                                                                {"skiplist", pmemobj::OpenSkipList},
                                                                {"hash", pmemobj::OpenHash}};
  const std::pair<const char*, pmemobj::Lock> locks[] = {{"", pmemobj::Lock::kOwn},
                                                         {"_lock_dram", pmemobj::Lock::kDram},
                                                         {"_lock_pmem", pmemobj::Lock::kPmem}};
  for (const std::string persistence : persistences)
    for (const auto& [structure, open] : structures)
      for (const auto& [suffix, lock] : locks)
        engines.push_back(
            {persistence + "_" + structure + suffix, open, lock, persistence == "dram"});
  return engines;
}

// A pool in main memory, whose file has no name once it is open.
std::unique_ptr<pmemobj::Index> OpenInDram(const Engine& engine, std::size_t bytes) {
  std::string folder = "/dev/shm/pmem-ycsb-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("cannot write to /dev/shm");
  const std::string file = folder + "/pool";
  const auto remove = [&] {
    unlink(file.c_str());
    rmdir(folder.c_str());
  };
  try {
    auto index = engine.open(file, engine.name, bytes, true);
    remove();
    return index;
  } catch (...) {
    remove();
    throw;
  }
}

thread_local std::string t_message;

// The form in which libpmemkv gives its messages.
int Failed(int status, const char* function, const std::string& text) {
  t_message = "[" + std::string(function) + "] " + text;
  return status;
}

template <typename Body>
int Guarded(const char* function, const Body& body) noexcept {
  try {
    return body();
  } catch (const pmem::transaction_out_of_memory& e) {
    return Failed(kOutOfMemory, function, e.what());
  } catch (const std::bad_alloc& e) {
    return Failed(kOutOfMemory, function, e.what());
  } catch (const std::exception& e) {
    return Failed(kUnknownError, function, e.what());
  } catch (...) {
    return Failed(kUnknownError, function, "an exception of unknown type");
  }
}

int Found(bool found) { return found ? kOk : kNotFound; }

int Walk(pmemkv_db* db, const char* function, std::string_view from, bool inclusive,
         GetEntryCallback* callback, void* arg) {
  return Guarded(function, [&] {
    if (!db->index->sorted()) return Failed(kNotSupported, function, "the engine keeps no order");
    return static_cast<int>(db->index->Walk(from, inclusive, callback, arg) ? kStoppedByCallback
                                                                            : kOk);
  });
}

}  // namespace

EXPORT pmemkv_config* pmemkv_config_new() { return new (std::nothrow) pmemkv_config; }

EXPORT void pmemkv_config_delete(pmemkv_config* config) { delete config; }

EXPORT int pmemkv_config_put_string(pmemkv_config* config, const char* key, const char* value) {
  return Guarded(__func__, [&] {
    if (std::string_view(key) == "path") config->path = value;
    return static_cast<int>(kOk);
  });
}

EXPORT int pmemkv_config_put_uint64(pmemkv_config* config, const char* key, std::uint64_t value) {
  if (std::string_view(key) == "size") config->bytes = value;
  return kOk;
}

EXPORT int pmemkv_config_put_create_or_error_if_exists(pmemkv_config* config, bool value) {
  config->create = value;
  return kOk;
}

// Owns the configuration from here on, also if it fails.
EXPORT int pmemkv_open(const char* engine, pmemkv_config* config, pmemkv_db** db) {
  const std::unique_ptr<pmemkv_config> settings(config);
  return Guarded(__func__, [&]() -> int {
    const std::vector<Engine> engines = Engines();
    const auto found = std::find_if(engines.begin(), engines.end(),
                                    [&](const Engine& each) { return each.name == engine; });
    if (found == engines.end()) {
      std::string names;
      for (const Engine& each : engines) names += (names.empty() ? "" : ", ") + each.name;
      return Failed(kWrongEngineName, "pmemkv_open",
                    "Unknown engine name. Available engines: " + names);
    }
    auto opened = std::make_unique<pmemkv_db>();
    opened->index = found->in_dram ? OpenInDram(*found, settings->bytes)
                                   : found->open(settings->path, "pmemkv_" + found->name,
                                                 settings->bytes, settings->create);
    opened->index = pmemobj::WithLock(std::move(opened->index), found->lock);
    *db = opened.release();
    return kOk;
  });
}

EXPORT void pmemkv_close(pmemkv_db* db) { delete db; }

EXPORT const char* pmemkv_errormsg() { return t_message.c_str(); }

EXPORT int pmemkv_count_all(pmemkv_db* db, std::size_t* count) {
  return Guarded(__func__, [&] {
    *count = db->index->Count();
    return static_cast<int>(kOk);
  });
}

EXPORT int pmemkv_exists(pmemkv_db* db, const char* key, std::size_t key_bytes) {
  return Guarded(__func__, [&] { return Found(db->index->Exists({key, key_bytes})); });
}

EXPORT int pmemkv_get(pmemkv_db* db, const char* key, std::size_t key_bytes,
                      GetValueCallback* callback, void* arg) {
  return Guarded(__func__, [&] { return Found(db->index->Get({key, key_bytes}, callback, arg)); });
}

EXPORT int pmemkv_put(pmemkv_db* db, const char* key, std::size_t key_bytes, const char* value,
                      std::size_t value_bytes) {
  return Guarded(__func__, [&] {
    db->index->Put({key, key_bytes}, {value, value_bytes});
    return static_cast<int>(kOk);
  });
}

EXPORT int pmemkv_remove(pmemkv_db* db, const char* key, std::size_t key_bytes) {
  return Guarded(__func__, [&] { return Found(db->index->Remove({key, key_bytes})); });
}

EXPORT int pmemkv_get_above(pmemkv_db* db, const char* key, std::size_t key_bytes,
                            GetEntryCallback* callback, void* arg) {
  return Walk(db, __func__, {key, key_bytes}, false, callback, arg);
}

EXPORT int pmemkv_get_equal_above(pmemkv_db* db, const char* key, std::size_t key_bytes,
                                  GetEntryCallback* callback, void* arg) {
  return Walk(db, __func__, {key, key_bytes}, true, callback, arg);
}

}  // namespace pmemycsb
