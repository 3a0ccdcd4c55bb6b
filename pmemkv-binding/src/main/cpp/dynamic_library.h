// Shared libraries that are loaded while the program runs.
#pragma once

#include <dlfcn.h>

#include <memory>
#include <string>

namespace pmemycsb {

struct LibraryCloser {
  void operator()(void* library) const { dlclose(library); }
};
using DynamicLibrary = std::unique_ptr<void, LibraryCloser>;

// Loads a file, or a name for the dynamic linker to search. What a file needs and the dynamic linker
// does not find is taken from the file's own folder: a loaded library satisfies every later need of
// its name. So neither LD_LIBRARY_PATH nor a search path in the file is necessary. Returns null and
// sets `reason` if it fails.
DynamicLibrary Load(const std::string& file, std::string* reason);

// The file that has this code, symbolic links resolved.
std::string FileOf(void* address);

template <typename Function>
bool Resolve(const DynamicLibrary& library, const char* symbol, Function** into) {
  *into = reinterpret_cast<Function*>(dlsym(library.get(), symbol));
  return *into != nullptr;
}

}  // namespace pmemycsb
