#include "dynamic_library.h"

#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <set>

namespace pmemycsb {
namespace {

// The name that a message of the dynamic linker starts with, as in "libtbb.so.2: cannot open shared
// object file: ...". Empty if that is a path: then that very file is the problem.
std::string NeededLibrary(const std::string& reason) {
  const std::string name = reason.substr(0, reason.find(':'));
  return name.find('/') == std::string::npos ? name : std::string();
}

// `tried`: names that were looked for already.
DynamicLibrary LoadWithNeighbours(const std::string& file, std::set<std::string>* tried,
                                  std::string* reason) {
  for (;;) {
    DynamicLibrary library(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (library) return library;
    const char* const error = dlerror();
    *reason = error != nullptr ? error : "dlopen failed";
    const std::string needed = NeededLibrary(*reason);
    char real[PATH_MAX];
    if (needed.empty() || file.find('/') == std::string::npos || !tried->insert(needed).second) {
      return nullptr;
    }
    // Without the rights to search the folders above, a relative path still leads there.
    std::string beside(realpath(file.c_str(), real) != nullptr ? real : file.c_str());
    beside.replace(beside.rfind('/') + 1, std::string::npos, needed);
    if (access(beside.c_str(), F_OK) != 0) return nullptr;
    DynamicLibrary neighbour = LoadWithNeighbours(beside, tried, reason);
    if (!neighbour) return nullptr;
    // It stays loaded, because it may have left thread-local state.
    static_cast<void>(neighbour.release());
  }
}

}  // namespace

DynamicLibrary Load(const std::string& file, std::string* reason) {
  std::set<std::string> tried;
  return LoadWithNeighbours(file, &tried, reason);
}

std::string FileOf(void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return {};
  // realpath must not allocate: where a program brings its own malloc and loads us with
  // RTLD_DEEPBIND, as Valkey does, we cannot free memory of the C library.
  char real[PATH_MAX];
  return realpath(info.dli_fname, real) != nullptr ? real : info.dli_fname;
}

}  // namespace pmemycsb
