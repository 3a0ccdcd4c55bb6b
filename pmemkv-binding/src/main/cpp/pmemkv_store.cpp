// libpmemkv behind store.h.
//
// Options: engine; library, files of libpmemkv separated by ':' of which the first that loads is
// taken; file, a pool in place of "pool" in the folder.
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "pmemkv_api.h"
#include "store.h"
#include "store_options.h"

using namespace pmemycsb;

struct store {
  const PmemkvApi& api;
  pmemkv_db* db;
  bool may_leave_keys;  // of puts that fail, with an empty value
};

namespace {

thread_local std::string t_error;

int Fail(const std::string& text) {
  t_error = text;
  return STORE_FAILED;
}

// libpmemkv keeps the thread's last message after successes, too. So it counts only if it names the
// function that failed, as in "[pmemkv_put] ...".
int Failed(const PmemkvApi& api, int status, const std::string& function) {
  const std::string text(api.errormsg());
  const std::string head = "[" + function + "]";
  const bool ours = text.rfind(head, 0) == 0;
  const std::size_t begin = ours ? text.find_first_not_of(' ', head.size()) : std::string::npos;
  t_error = begin == std::string::npos ? function + " failed with status " + std::to_string(status)
                                       : text.substr(begin);
  return status == kOutOfMemory ? STORE_FULL : STORE_FAILED;
}

int Outcome(const store& store, int status, const char* function) {
  if (status == kOk) return STORE_OK;
  return status == kNotFound ? static_cast<int>(STORE_ABSENT) : Failed(store.api, status, function);
}

bool IsOneOf(const std::string& engine, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (engine == name) return true;
  }
  return false;
}

bool IsVolatile(const std::string& engine) {
  return IsOneOf(engine, {"vcmap", "vsmap", "blackhole"});
}

struct Loaded {
  PmemkvApi api{};
  std::string name;
};

// Loaded once and for good, from the first file that can be. Throws std::runtime_error.
const Loaded& Library(const std::string& files) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<Loaded>> loaded;
  const std::lock_guard<std::mutex> turn(mutex);
  std::unique_ptr<Loaded>& found = loaded[files];
  if (found) return *found;
  std::string reason;
  for (std::size_t at = 0; at <= files.size();) {
    const std::size_t end = std::min(files.find(':', at), files.size());
    const std::string file = files.substr(at, end - at);
    auto library = std::make_unique<Loaded>();
    const std::string failure = LoadPmemkv(file.c_str(), &library->api);
    if (failure.empty()) {
      library->name = "libpmemkv " + library->api.file;
      found = std::move(library);
      return *found;
    }
    // The first one is the usual one. But a file that exists is there to be loaded.
    if (reason.empty() || access(file.c_str(), F_OK) == 0) reason = failure;
    at = end + 1;
  }
  throw std::runtime_error("libpmemkv cannot be loaded (" + reason + ")");
}

const Loaded& LibraryOf(const std::map<std::string, std::string>& options) {
  const auto files = options.find("library");
  return Library(files == options.end() ? "libpmemkv.so.1" : files->second);
}

struct Buffer {
  void* data;
  std::size_t capacity;
  std::size_t length;
};

extern "C" void CopyValue(const char* value, std::size_t length, void* arg) {
  auto* const buffer = static_cast<Buffer*>(arg);
  buffer->length = length;
  if (length <= buffer->capacity && length > 0) std::memcpy(buffer->data, value, length);
}

struct Visit {
  store_visit* visit;
  void* arg;
};

extern "C" int PassOn(const char* key, std::size_t key_bytes, const char* value,
                      std::size_t value_bytes, void* arg) {
  const auto* const to = static_cast<Visit*>(arg);
  return to->visit(to->arg, key, key_bytes, value, value_bytes);
}

const char* Chars(const void* bytes) { return static_cast<const char*>(bytes); }

// An empty value of before goes, too: the library does not tell it from one that it left.
void RemoveIfEmpty(const store& store, const void* key, std::size_t key_bytes) {
  Buffer found{nullptr, 0, 0};
  const int status = store.api.get(store.db, Chars(key), key_bytes, CopyValue, &found);
  if (status == kOk && found.length == 0) store.api.remove(store.db, Chars(key), key_bytes);
}

}  // namespace

uint32_t store_interface() { return STORE_INTERFACE; }

int store_describe(const char* text, store_traits* traits) try {
  const auto options = StoreOptions(text);
  const std::string engine = options.count("engine") > 0 ? options.at("engine") : "cmap";
  traits->name = LibraryOf(options).name.c_str();
  traits->durable = IsVolatile(engine) ? 0 : 1;
  traits->threads = IsOneOf(engine, {"cmap", "vcmap", "csmap", "blackhole"}) ? STORE_MANY_CALLS
                                                                              : STORE_ONE_CALL;
  traits->sorted = IsOneOf(engine, {"stree", "vsmap", "csmap", "radix", "tree3"}) ? 1 : 0;
  traits->ends_with_process = IsVolatile(engine) ? 1 : 0;
  return STORE_OK;
} catch (const std::exception& e) {
  return Fail(e.what());
}

int store_open(const char* folder, uint64_t bytes, const char* text, store** opened) try {
  const auto options = StoreOptions(text);
  const std::string engine = options.count("engine") > 0 ? options.at("engine") : "cmap";
  const PmemkvApi& api = LibraryOf(options).api;
  const bool pool = !IsVolatile(engine);
  std::string path = folder;
  if (pool) path = options.count("file") > 0 ? options.at("file") : path + "/pool";
  const bool create = pool && access(path.c_str(), F_OK) != 0;
  pmemkv_db* db = nullptr;
  const char* step = nullptr;
  const int status = OpenPmemkv(api, engine.c_str(), path.c_str(), create || !pool ? bytes : 0,
                                create, &db, &step);
  if (status != kOk) return Failed(api, status, step);
  *opened = new store{api, db, engine == "vcmap"};
  return STORE_OK;
} catch (const std::exception& e) {
  return Fail(e.what());
}

void store_close(store* store) {
  store->api.close(store->db);
  delete store;
}

int store_get(store* store, const void* key, size_t key_bytes, void* data, size_t capacity,
              size_t* value_bytes) {
  Buffer buffer{data, capacity, 0};
  const int status = store->api.get(store->db, Chars(key), key_bytes, CopyValue, &buffer);
  *value_bytes = buffer.length;
  return Outcome(*store, status, "pmemkv_get");
}

int store_put(store* store, const void* key, size_t key_bytes, const void* value,
              size_t value_bytes) {
  const int status =
      store->api.put(store->db, Chars(key), key_bytes, Chars(value), value_bytes);
  const int outcome = Outcome(*store, status, "pmemkv_put");
  if (outcome != STORE_OK && store->may_leave_keys) RemoveIfEmpty(*store, key, key_bytes);
  return outcome;
}

int store_remove(store* store, const void* key, size_t key_bytes) {
  return Outcome(*store, store->api.remove(store->db, Chars(key), key_bytes), "pmemkv_remove");
}

int store_count(store* store, uint64_t* count) {
  std::size_t all = 0;
  const int status = store->api.count_all(store->db, &all);
  *count = all;
  return Outcome(*store, status, "pmemkv_count_all");
}

int store_scan(store* store, const void* from, size_t from_bytes, store_visit* visit, void* arg) {
  Visit to{visit, arg};
  const int status =
      store->api.get_equal_above(store->db, Chars(from), from_bytes, PassOn, &to);
  if (status == kStoppedByCallback || status == kNotFound) return STORE_OK;
  return Outcome(*store, status, "pmemkv_get_equal_above");
}

const char* store_error() { return t_error.c_str(); }
