// Preloaded into MariaDB: refuses to map InnoDB's redo log into memory, with the error that the kernel gives for a
// file system without DAX. The server then writes its log by system calls. No option of the server does that on DAX
// or in /dev/shm. All other mappings are the C library's.
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

using Map = void *(*)(void *, size_t, int, int, int, off64_t);

constexpr char kLog[] = "/ib_logfile";

// The server opens its log by name; also while it resizes it, as ib_logfile101.
bool IsLog(int descriptor) {
  char link[32];
  char path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) {
    return false;
  }
  path[length] = '\0';
  const char *name = strrchr(path, '/');
  return name != nullptr && strncmp(name, kLog, sizeof kLog - 1) == 0;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void *mmap64(
    void *address, size_t length, int protection, int flags, int descriptor, off64_t offset) {
  static const Map next = reinterpret_cast<Map>(dlsym(RTLD_NEXT, "mmap64"));
  if (descriptor >= 0 && IsLog(descriptor)) {
    errno = EOPNOTSUPP;
    return MAP_FAILED;
  }
  return next(address, length, protection, flags, descriptor, offset);
}

// Programs that were built for files of 64 bits only call this one. The two are one function on this system.
extern "C" __attribute__((visibility("default"))) void *mmap(
    void *address, size_t length, int protection, int flags, int descriptor, off_t offset) noexcept {
  return mmap64(address, length, protection, flags, descriptor, offset);
}
