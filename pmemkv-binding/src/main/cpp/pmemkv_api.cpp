#include "pmemkv_api.h"

#include <dlfcn.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace pmemycsb {
namespace {

struct LibraryCloser {
  void operator()(void* library) const { dlclose(library); }
};
using Library = std::unique_ptr<void, LibraryCloser>;

template <typename Function>
bool Resolve(void* library, const char* symbol, Function** into) {
  *into = reinterpret_cast<Function*>(dlsym(library, symbol));
  return *into != nullptr;
}

std::string FileOf(void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return {};
  // realpath must not allocate: where a program brings its own malloc and loads us with
  // RTLD_DEEPBIND, as Valkey does, we cannot free memory of the C library.
  char real[PATH_MAX];
  return realpath(info.dli_fname, real) != nullptr ? real : info.dli_fname;
}

// The name that a message of the dynamic linker starts with, as in "libtbb.so.2: cannot open shared
// object file: ...". Empty if that is a path: then that very file is the problem.
std::string NeededLibrary(const std::string& reason) {
  const std::string name = reason.substr(0, reason.find(':'));
  return name.find('/') == std::string::npos ? name : std::string();
}

// Loads a library. If the dynamic linker misses a library that it needs, and that lies in the same
// folder, loads that first: a loaded library satisfies every later need of its name. So neither
// LD_LIBRARY_PATH nor a search path in the file is necessary. The needed libraries stay loaded,
// because they may have left thread-local state. Returns null and sets `reason` if it fails.
Library LoadWithNeighbours(const std::string& file, std::set<std::string>* tried,
                           std::string* reason) {
  for (;;) {
    Library library(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (library) return library;
    const char* const error = dlerror();
    *reason = error != nullptr ? error : "dlopen failed";
    const std::string needed = NeededLibrary(*reason);
    char real[PATH_MAX];
    if (needed.empty() || file.find('/') == std::string::npos ||
        !tried->insert(needed).second) {
      return nullptr;
    }
    // Without the rights to search the folders above, a relative path still leads there.
    std::string beside(realpath(file.c_str(), real) != nullptr ? real : file.c_str());
    beside.replace(beside.rfind('/') + 1, std::string::npos, needed);
    if (access(beside.c_str(), F_OK) != 0) return nullptr;
    Library neighbour = LoadWithNeighbours(beside, tried, reason);
    if (!neighbour) return nullptr;
    static_cast<void>(neighbour.release());
  }
}

}  // namespace

std::string LoadPmemkv(const char* name, PmemkvApi* api) {
  std::set<std::string> tried;
  std::string reason;
  Library library = LoadWithNeighbours(name, &tried, &reason);
  if (!library) return reason;
  PmemkvApi found{};
  const char* missing = nullptr;
  const auto need = [&](const char* symbol, auto** into) {
    if (!Resolve(library.get(), symbol, into) && missing == nullptr) missing = symbol;
  };
  need("pmemkv_config_new", &found.config_new);
  need("pmemkv_config_delete", &found.config_delete);
  need("pmemkv_config_put_string", &found.config_put_string);
  need("pmemkv_config_put_uint64", &found.config_put_uint64);
  // 1.5 has the create mode under a new name, and the old one only as long as it is deprecated.
  if (!Resolve(library.get(), "pmemkv_config_put_create_or_error_if_exists",
               &found.config_put_create_or_error_if_exists)) {
    need("pmemkv_config_put_force_create", &found.config_put_force_create);
  }
  need("pmemkv_open", &found.open);
  need("pmemkv_close", &found.close);
  need("pmemkv_errormsg", &found.errormsg);
  need("pmemkv_count_all", &found.count_all);
  need("pmemkv_exists", &found.exists);
  need("pmemkv_get", &found.get);
  need("pmemkv_put", &found.put);
  need("pmemkv_remove", &found.remove);
  need("pmemkv_get_above", &found.get_above);
  need("pmemkv_get_equal_above", &found.get_equal_above);
  found.file = FileOf(reinterpret_cast<void*>(found.open));
  if (missing != nullptr) {
    return (found.file.empty() ? std::string(name) : found.file) + ": has no function " + missing;
  }
  *api = std::move(found);
  // Never unloaded: libpmemobj and TBB keep thread-local state in every thread that called them.
  static_cast<void>(library.release());
  return {};
}

int OpenPmemkv(const PmemkvApi& api, const char* engine, const char* path, std::uint64_t size,
               bool create, pmemkv_db** db, const char** step) {
  *step = "pmemkv_config_new";
  pmemkv_config* const config = api.config_new();
  if (config == nullptr) return kOutOfMemory;
  *step = "pmemkv_config_put_string";
  int status = path == nullptr ? kOk : api.config_put_string(config, "path", path);
  if (status == kOk && size > 0) {
    *step = "pmemkv_config_put_uint64";
    status = api.config_put_uint64(config, "size", size);
  }
  if (status == kOk && create) {
    *step = "pmemkv_config_put_force_create";
    status = api.has_1_5_symbols() ? api.config_put_create_or_error_if_exists(config, true)
                                   : api.config_put_force_create(config, true);
  }
  if (status != kOk) {
    api.config_delete(config);
    return status;
  }
  *step = "pmemkv_open";
  // From here on libpmemkv owns the configuration, even when opening fails.
  return api.open(engine, config, db);
}

}  // namespace pmemycsb
