// Counts what a process asks of the files in the watched folder: bytes that it writes by system
// calls, and syncs. Standard output and error do not count.
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "counters.h"

#define EXPORTED extern "C" __attribute__((visibility("default")))

using stand_in::count;
using stand_in::Counters;
using stand_in::Settings;

namespace {

template <typename Function>
Function *next(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

// The counters if the descriptor is a file or a folder in the watched folder, else null.
Counters *watching(int fd) {
  const Settings &settings = Settings::get();
  if (settings.counters == nullptr || settings.folder.empty() || fd <= STDERR_FILENO) {
    return nullptr;
  }
  const int error = errno;
  char link[32];
  char path[PATH_MAX];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t length = readlink(link, path, sizeof path);
  errno = error;
  const size_t folder = settings.folder.size();
  const bool inside = length > 0 && static_cast<size_t>(length) > folder &&
                      std::memcmp(path, settings.folder.data(), folder) == 0;
  return inside ? settings.counters : nullptr;
}

ssize_t written(int fd, ssize_t bytes) {
  if (bytes <= 0) return bytes;
  Counters *const counters = watching(fd);
  if (counters != nullptr) {
    const int error = errno;
    count(counters->file_bytes, static_cast<uint64_t>(bytes));
    if ((fcntl(fd, F_GETFL) & O_DSYNC) != 0) count(counters->syncs);
    errno = error;
  }
  return bytes;
}

int synced(int fd, int result) {
  Counters *const counters = result == 0 ? watching(fd) : nullptr;
  if (counters != nullptr) count(counters->syncs);
  return result;
}

using Sync = int(int);

}  // namespace

EXPORTED ssize_t write(int fd, const void *from, size_t length) {
  static auto *const real = next<ssize_t(int, const void *, size_t)>("write");
  return written(fd, real(fd, from, length));
}
EXPORTED ssize_t writev(int fd, const iovec *parts, int number) {
  static auto *const real = next<ssize_t(int, const iovec *, int)>("writev");
  return written(fd, real(fd, parts, number));
}
EXPORTED ssize_t pwrite(int fd, const void *from, size_t length, off_t offset) {
  static auto *const real = next<ssize_t(int, const void *, size_t, off_t)>("pwrite");
  return written(fd, real(fd, from, length, offset));
}
EXPORTED ssize_t pwrite64(int, const void *, size_t, off64_t) __attribute__((alias("pwrite")));
EXPORTED ssize_t pwritev(int fd, const iovec *parts, int number, off_t offset) {
  static auto *const real = next<ssize_t(int, const iovec *, int, off_t)>("pwritev");
  return written(fd, real(fd, parts, number, offset));
}
EXPORTED ssize_t pwritev64(int, const iovec *, int, off64_t) __attribute__((alias("pwritev")));

EXPORTED int fsync(int fd) {
  static Sync *const real = next<Sync>("fsync");
  return synced(fd, real(fd));
}
EXPORTED int fdatasync(int fd) {
  static Sync *const real = next<Sync>("fdatasync");
  return synced(fd, real(fd));
}
EXPORTED int syncfs(int fd) noexcept {
  static Sync *const real = next<Sync>("syncfs");
  return synced(fd, real(fd));
}
EXPORTED void sync() noexcept {
  static auto *const real = next<void()>("sync");
  real();
  Counters *const counters = Settings::get().counters;
  if (counters != nullptr) count(counters->syncs);
}

// Of any mapping: its file cannot be told from its address.
EXPORTED int msync(void *address, size_t length, int flags) {
  static auto *const real = next<int(void *, size_t, int)>("msync");
  const int result = real(address, length, flags);
  Counters *const counters = Settings::get().counters;
  if (result == 0 && counters != nullptr && (flags & MS_SYNC) != 0) {
    count(counters->syncs);
    count(counters->mapped_syncs);
  }
  return result;
}
