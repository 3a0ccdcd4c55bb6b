// Counts what a process asks of the files in the watched folders: bytes that it writes by system
// calls, and syncs. Standard output and error do not count. A model of a disk delays the syncs. A
// model of memory delays the calls that read these files.
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "counters.h"
#include "model.h"
#include "written.h"

#define EXPORTED extern "C" __attribute__((visibility("default")))

using shim::count;
using shim::Counters;
using shim::Model;
using shim::Settings;

namespace {

template <typename Function>
Function *next(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

// Whether the descriptor is a file or a folder in a watched folder.
bool watches(int fd) {
  const Settings &settings = Settings::get();
  if (settings.folders.empty() || fd <= STDERR_FILENO) return false;
  const int error = errno;
  char link[32];
  char path[PATH_MAX];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t length = readlink(link, path, sizeof path);
  errno = error;
  if (length <= 0) return false;
  for (const std::string &folder : settings.folders) {
    if (static_cast<size_t>(length) > folder.size() &&
        std::memcmp(path, folder.data(), folder.size()) == 0) {
      return true;
    }
  }
  return false;
}

bool is_synchronous(int fd) {
  const int error = errno;
  const bool synchronous = (fcntl(fd, F_GETFL) & O_DSYNC) != 0;
  errno = error;
  return synchronous;
}

// A call that syncs a file takes at least the time that a model of a disk gives to it.
class Call {
 public:
  Call() : begun_(Model::of_files() == nullptr ? 0 : shim::clock_nanos()) {}

  void delay() const {
    Model *const model = Model::of_files();
    if (model == nullptr) return;
    const int error = errno;
    shim::wait_until(begun_ + model->sync_nanos());
    errno = error;
  }

  ssize_t wrote(int fd, ssize_t bytes) const {
    if (bytes <= 0) return bytes;
    Counters *const counters = Settings::get().counters;
    if (counters != nullptr && watches(fd)) {
      count(counters->file_bytes, static_cast<uint64_t>(bytes));
      if (is_synchronous(fd)) count(counters->syncs);
    } else if (Model::of_files() != nullptr && is_synchronous(fd) && watches(fd)) {
      delay();
    }
    return bytes;
  }

  int synced(int fd, int result) const {
    Counters *const counters = Settings::get().counters;
    if (result != 0 || (counters == nullptr && Model::of_files() == nullptr) || !watches(fd)) {
      return result;
    }
    if (counters != nullptr) {
      count(counters->syncs);
    } else {
      delay();
    }
    return result;
  }

 private:
  const uint64_t begun_;
};

// Sockets and pipes need no look at a path.
bool is_file(int fd) {
  struct stat about;
  return fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
}

// A file gives as much as it is asked for, except at its end; a socket seldom does. So shorter reads
// are not looked at: fstat would take 0.5 us from each answer of a server.
constexpr size_t kShortRead = 16 * 1024;

// A read that copied from a file of the place ends later by what the medium takes longer for it, or
// when the medium has read for all. The look at the path is part of this time.
ssize_t was_read(int fd, size_t asked, ssize_t given) {
  Model *const model = Model::of_memory();
  if (model == nullptr || given <= 0) return given;
  const size_t bytes = static_cast<size_t>(given);
  const uint64_t nanos = model->read_nanos(bytes);
  if (nanos == 0 || bytes < std::min(asked, kShortRead)) return given;
  const uint64_t end = shim::clock_nanos() + nanos;
  const int error = errno;
  if (is_file(fd) && watches(fd)) {
    shim::wait_until(std::max(end, model->reserve_reads(1, bytes)));
  }
  errno = error;
  return given;
}

ssize_t was_read(int fd, const iovec *parts, int number, ssize_t given) {
  size_t asked = 0;
  for (int i = 0; given > 0 && i < number; i++) asked += parts[i].iov_len;
  return was_read(fd, asked, given);
}

// The process has clients of a server, and does not answer in its place.
std::atomic<bool> is_client{false};

// A server answers by write or writev, once its memory has been read.
void pay() {
  Model *const model = Model::of_memory();
  if (model == nullptr || is_client.load(std::memory_order_relaxed)) return;
  const int error = errno;
  model->pay();
  errno = error;
}

using Sync = int(int);

// A program that only loads the shim as its libpmem makes its calls on files past it. The list of
// its mapped files does not show that.
__attribute__((constructor)) void require_preload() {
  void *const program = dlopen(nullptr, RTLD_LAZY);
  if (program == nullptr || dlsym(program, "shim_reads") == nullptr) {
    std::fprintf(stderr, "libpmem_shim: it is loaded, but not preloaded\n");
    std::abort();
  }
  dlclose(program);
}

}  // namespace

EXPORTED ssize_t write(int fd, const void *from, size_t length) {
  static auto *const real = next<ssize_t(int, const void *, size_t)>("write");
  pay();
  const Call call;
  return call.wrote(fd, real(fd, from, length));
}
EXPORTED ssize_t writev(int fd, const iovec *parts, int number) {
  static auto *const real = next<ssize_t(int, const iovec *, int)>("writev");
  pay();
  const Call call;
  return call.wrote(fd, real(fd, parts, number));
}
EXPORTED ssize_t pwrite(int fd, const void *from, size_t length, off_t offset) {
  static auto *const real = next<ssize_t(int, const void *, size_t, off_t)>("pwrite");
  const Call call;
  return call.wrote(fd, real(fd, from, length, offset));
}
EXPORTED ssize_t pwrite64(int, const void *, size_t, off64_t) __attribute__((alias("pwrite")));
EXPORTED ssize_t pwritev(int fd, const iovec *parts, int number, off_t offset) {
  static auto *const real = next<ssize_t(int, const iovec *, int, off_t)>("pwritev");
  const Call call;
  return call.wrote(fd, real(fd, parts, number, offset));
}
EXPORTED ssize_t pwritev64(int, const iovec *, int, off64_t) __attribute__((alias("pwritev")));

EXPORTED ssize_t read(int fd, void *to, size_t length) {
  static auto *const real = next<ssize_t(int, void *, size_t)>("read");
  return was_read(fd, length, real(fd, to, length));
}
EXPORTED ssize_t readv(int fd, const iovec *parts, int number) {
  static auto *const real = next<ssize_t(int, const iovec *, int)>("readv");
  return was_read(fd, parts, number, real(fd, parts, number));
}
EXPORTED ssize_t pread(int fd, void *to, size_t length, off_t offset) {
  static auto *const real = next<ssize_t(int, void *, size_t, off_t)>("pread");
  return was_read(fd, length, real(fd, to, length, offset));
}
EXPORTED ssize_t pread64(int, void *, size_t, off64_t) __attribute__((alias("pread")));
EXPORTED ssize_t preadv(int fd, const iovec *parts, int number, off_t offset) {
  static auto *const real = next<ssize_t(int, const iovec *, int, off_t)>("preadv");
  return was_read(fd, parts, number, real(fd, parts, number, offset));
}
EXPORTED ssize_t preadv64(int, const iovec *, int, off64_t) __attribute__((alias("preadv")));

// Threads that read a mapped file of the place call this, because its loads are no calls. They read
// so many ranges that have so many bytes together. Returns when the medium has read them, by the
// clock CLOCK_MONOTONIC; 0 if that cannot be late.
EXPORTED uint64_t shim_reads(uint64_t ranges, uint64_t bytes) {
  Model *const model = Model::of_memory();
  return model == nullptr ? 0 : model->reserve_reads(ranges, bytes);
}

// Likewise for a range that they are going to write to: a flush may have taken it out of the cache.
EXPORTED void shim_loaded(const void *address, uint64_t length) {
  shim::range_loaded(address, length);
}

// shim_reads for ModelledReads in Java, as JNI names and calls it.
EXPORTED int64_t Java_org_pmemycsb_harness_client_replay_ModelledReads_reads(void *, void *,
                                                                       int64_t ranges,
                                                                       int64_t bytes) {
  return static_cast<int64_t>(
      shim_reads(static_cast<uint64_t>(ranges), static_cast<uint64_t>(bytes)));
}

// The client is about to make a call. The server waits for its memory before it answers.
EXPORTED void shim_owe(uint64_t nanos, uint64_t bytes) {
  Model *const model = Model::of_memory();
  if (model == nullptr) return;
  is_client.store(true, std::memory_order_relaxed);
  model->owe(nanos, bytes);
}

// The same for ModelledReads in Java.
EXPORTED void Java_org_pmemycsb_harness_client_replay_ModelledReads_owe(void *, void *, int64_t nanos,
                                                                  int64_t bytes) {
  shim_owe(static_cast<uint64_t>(nanos), static_cast<uint64_t>(bytes));
}

EXPORTED int fsync(int fd) {
  static Sync *const real = next<Sync>("fsync");
  const Call call;
  return call.synced(fd, real(fd));
}
EXPORTED int fdatasync(int fd) {
  static Sync *const real = next<Sync>("fdatasync");
  const Call call;
  return call.synced(fd, real(fd));
}
EXPORTED int syncfs(int fd) noexcept {
  static Sync *const real = next<Sync>("syncfs");
  const Call call;
  return call.synced(fd, real(fd));
}
EXPORTED void sync() noexcept {
  static auto *const real = next<void()>("sync");
  const Call call;
  real();
  Counters *const counters = Settings::get().counters;
  if (counters != nullptr) {
    count(counters->syncs);
  } else {
    call.delay();
  }
}

// Of any mapping: its file cannot be told from its address.
EXPORTED int msync(void *address, size_t length, int flags) {
  static auto *const real = next<int(void *, size_t, int)>("msync");
  const Call call;
  const int result = real(address, length, flags);
  if (result != 0 || (flags & MS_SYNC) == 0) return result;
  Counters *const counters = Settings::get().counters;
  if (counters != nullptr) {
    count(counters->syncs);
    count(counters->mapped_syncs);
  } else {
    call.delay();
  }
  return result;
}
