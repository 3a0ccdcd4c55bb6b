// The index structures behind store.h. The option "engine" chooses one, and "file" another pool than
// "pool" in the folder.
#include <stdlib.h>
#include <unistd.h>

#include <exception>
#include <libpmemobj++/pexceptions.hpp>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "index.h"
#include "store.h"
#include "store_options.h"

using namespace pmemycsb::pmemobj;

struct store {
  std::unique_ptr<Index> index;
};

namespace {

struct Engine {
  Opener open;
  Lock lock;
  bool sorted;
  // Whether its records are in main memory and end with the process.
  bool in_dram;
  std::string shown;
};

// By their names, which say how writes are protected, then the structure, then where its one lock
// is, if it has one. A pool opens with the engine that made it alone.
const std::map<std::string, Engine>& Engines() {
  static const std::map<std::string, Engine> engines = [] {
    std::map<std::string, Engine> all;
#ifndef PMEM_YCSB_UNLOGGED
    const std::pair<const char*, const char*> persistences[] = {{"obj", "transaction"}};
#else
    const std::pair<const char*, const char*> persistences[] = {
        {"persist", "persist"}, {"volatile", "volatile"}, {"dram", "dram"}};
#endif
    const std::pair<const char*, Opener> structures[] = {
        {"radix", OpenRadix}, {"skiplist", OpenSkipList}, {"hash", OpenHash}};
    const std::pair<const char*, Lock> locks[] = {
        {"own", Lock::kOwn}, {"dram", Lock::kDram}, {"pmem", Lock::kPmem}};
    for (const auto& [prefix, persistence] : persistences)
      for (const auto& [structure, open] : structures)
        for (const auto& [where, lock] : locks) {
          std::string name = std::string(prefix) + "_" + structure;
          if (lock != Lock::kOwn) name += std::string("_lock_") + where;
          all[name] = {open, lock, open != OpenHash, std::string(prefix) == "dram",
                       std::string("libpmemobj-cpp 1.12, index ") + structure + ", persistence " +
                           persistence + ", lock " + where};
        }
    return all;
  }();
  return engines;
}

// Throws std::runtime_error if there is none.
const std::pair<const std::string, Engine>& Chosen(const char* text) {
  const auto options = pmemycsb::StoreOptions(text);
  const auto name = options.find("engine");
  const auto found = Engines().find(name == options.end() ? "" : name->second);
  if (found != Engines().end()) return *found;
  std::string names;
  for (const auto& each : Engines()) names += (names.empty() ? "" : ", ") + each.first;
  throw std::runtime_error("no such engine; there are: " + names);
}

// A pool in main memory, whose file has no name once it is open.
std::unique_ptr<Index> OpenInDram(const std::string& name, const Engine& engine,
                                  std::size_t bytes) {
  std::string folder = "/dev/shm/pmem-ycsb-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("cannot write to /dev/shm");
  const std::string file = folder + "/pool";
  const auto remove = [&] {
    unlink(file.c_str());
    rmdir(folder.c_str());
  };
  try {
    auto index = engine.open(file, name, bytes, true);
    remove();
    return index;
  } catch (...) {
    remove();
    throw;
  }
}

thread_local std::string t_error;

template <typename Body>
int Guarded(const Body& body) noexcept {
  try {
    return body();
  } catch (const pmem::transaction_out_of_memory& e) {
    t_error = e.what();
    return STORE_FULL;
  } catch (const std::bad_alloc& e) {
    t_error = e.what();
    return STORE_FULL;
  } catch (const std::exception& e) {
    t_error = e.what();
  } catch (...) {
    t_error = "an exception of unknown type";
  }
  return STORE_FAILED;
}

int Found(bool found) { return found ? STORE_OK : STORE_ABSENT; }

std::string_view View(const void* bytes, size_t length) {
  return {static_cast<const char*>(bytes), length};
}

}  // namespace

uint32_t store_interface() { return STORE_INTERFACE; }

int store_describe(const char* options, store_traits* traits) {
  return Guarded([&] {
    const Engine& engine = Chosen(options).second;
#ifndef PMEM_YCSB_UNLOGGED
    const int durable = 1;
#else
    const int durable = 0;
#endif
    *traits = {engine.shown.c_str(), durable, STORE_MANY_CALLS, engine.sorted, engine.in_dram};
    return STORE_OK;
  });
}

int store_open(const char* folder, uint64_t bytes, const char* options, store** opened) {
  return Guarded([&] {
    const auto& [name, engine] = Chosen(options);
    const auto all = pmemycsb::StoreOptions(options);
    const auto file = all.find("file");
    const std::string pool = file == all.end() ? std::string(folder) + "/pool" : file->second;
    const bool create = access(pool.c_str(), F_OK) != 0;
    auto index = engine.in_dram ? OpenInDram(name, engine, bytes)
                                : engine.open(pool, "pmemkv_" + name, bytes, create);
    *opened = new store{WithLock(std::move(index), engine.lock)};
    return STORE_OK;
  });
}

void store_close(store* store) { delete store; }

int store_get(store* store, const void* key, size_t key_bytes, void* data, size_t capacity,
              size_t* value_bytes) {
  return Guarded([&] {
    Buffer buffer{data, capacity, 0};
    const bool found = store->index->Get(View(key, key_bytes), &buffer);
    *value_bytes = buffer.length;
    return Found(found);
  });
}

int store_put(store* store, const void* key, size_t key_bytes, const void* value,
              size_t value_bytes) {
  return Guarded([&] {
    store->index->Put(View(key, key_bytes), View(value, value_bytes));
    return STORE_OK;
  });
}

int store_remove(store* store, const void* key, size_t key_bytes) {
  return Guarded([&] { return Found(store->index->Remove(View(key, key_bytes))); });
}

int store_count(store* store, uint64_t* count) {
  return Guarded([&] {
    *count = store->index->Count();
    return STORE_OK;
  });
}

int store_scan(store* store, const void* from, size_t from_bytes, store_visit* visit, void* arg) {
  return Guarded([&] {
    store->index->Walk(View(from, from_bytes), visit, arg);
    return STORE_OK;
  });
}

const char* store_error() { return t_error.c_str(); }
