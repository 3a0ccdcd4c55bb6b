// libpgwal_pmem.so takes over the calls with which PostgreSQL writes its write-ahead log.
//
// PostgreSQL calls these functions in place of those of the C library. Each does the same as the C
// library's, except for writes and syncs of segments in persistent memory. docs/internals/adr/0006 lists the
// calls that the server makes on its log.

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

#include "wal.h"

#define EXPORTED extern "C" __attribute__((visibility("default")))
// Another name for the same function.
#define ALIAS_OF(name) __attribute__((visibility("default"), alias(name)))

static_assert(sizeof(off_t) == 8, "the names with and without 64 are one function");

namespace {

using pgwal::Wal;

Wal wal;

// The next library's function of this name, looked up when it is first called: other libraries may
// call before our constructor runs.
template <typename Function>
class Next {
 public:
  explicit constexpr Next(const char *name) : name_(name) {}

  template <typename... Arguments>
  auto operator()(Arguments... arguments) -> decltype(std::declval<Function *>()(arguments...)) {
    Function *function = function_.load(std::memory_order_relaxed);
    if (function == nullptr) {
      function = reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name_));
      if (function == nullptr) {
        errno = ENOSYS;
        return -1;
      }
      function_.store(function, std::memory_order_relaxed);
    }
    return function(arguments...);
  }

 private:
  const char *name_;
  std::atomic<Function *> function_{nullptr};
};

using Open = int(const char *, int, ...);
using OpenAt = int(int, const char *, int, ...);
using Open2 = int(const char *, int);
using OpenAt2 = int(int, const char *, int);
using Creat = int(const char *, mode_t);
using Descriptor = int(int);
using Pwrite = ssize_t(int, const void *, size_t, off_t);
using Pwritev = ssize_t(int, const iovec *, int, off_t);
using Pwritev2 = ssize_t(int, const iovec *, int, off_t, int);
using Write = ssize_t(int, const void *, size_t);
using Writev = ssize_t(int, const iovec *, int);
using Dup2 = int(int, int);
using Dup3 = int(int, int, int);
using Fcntl = int(int, int, ...);
using Ftruncate = int(int, off_t);
using Fallocate = int(int, int, off_t, off_t);
using PosixFallocate = int(int, off_t, off_t);

Next<Open> next_open{"open"};
Next<OpenAt> next_openat{"openat"};
Next<Open2> next_open_2{"__open_2"};
Next<OpenAt2> next_openat_2{"__openat_2"};
Next<Creat> next_creat{"creat"};
Next<Descriptor> next_close{"close"};
Next<Descriptor> next_fsync{"fsync"};
Next<Descriptor> next_fdatasync{"fdatasync"};
Next<Descriptor> next_dup{"dup"};
Next<Dup2> next_dup2{"dup2"};
Next<Dup3> next_dup3{"dup3"};
Next<Fcntl> next_fcntl{"fcntl"};
Next<Pwrite> next_pwrite{"pwrite"};
Next<Pwritev> next_pwritev{"pwritev"};
Next<Pwritev2> next_pwritev2{"pwritev2"};
Next<Write> next_write{"write"};
Next<Writev> next_writev{"writev"};
Next<Ftruncate> next_ftruncate{"ftruncate"};
Next<Fallocate> next_fallocate{"fallocate"};
Next<PosixFallocate> next_posix_fallocate{"posix_fallocate"};

// Restores errno at its end, so that the caller sees the errno of its call.
class KeptErrno {
 public:
  KeptErrno() : kept_(errno) {}
  ~KeptErrno() { errno = kept_; }
  KeptErrno(const KeptErrno &) = delete;
  KeptErrno &operator=(const KeptErrno &) = delete;

 private:
  int kept_;
};

int noted(int fd, const char *path, int flags) {
  if (fd >= 0) {
    const KeptErrno kept;
    wal.opened(fd, path, flags);
  }
  return fd;
}

int noted_duplicate(int from, int to) {
  wal.duplicated(from, to);
  return to;
}

bool takes_mode(int flags) { return (flags & (O_CREAT | O_TMPFILE)) != 0; }

// Lets the kernel change what may be a segment.
template <typename Call>
auto by_kernel(int fd, Call call) -> decltype(call()) {
  if (!wal.is_segment(fd)) return call();
  wal.kernel_begins();
  const auto result = call();
  wal.kernel_ended();
  return result;
}

template <typename Call>
ssize_t write_at(int fd, const iovec *buffers, int count, off_t offset, Call call) {
  if (!wal.is_segment(fd)) return call();
  {
    const KeptErrno kept;
    if (count >= 0 && wal.write(fd, buffers, count, offset) == Wal::Outcome::kDone) {
      ssize_t bytes = 0;
      for (int i = 0; i < count; i++) bytes += static_cast<ssize_t>(buffers[i].iov_len);
      return bytes;
    }
  }
  return by_kernel(fd, call);
}

int sync(int fd, Next<Descriptor> &next) {
  if (!wal.is_segment(fd)) return next(fd);
  uint64_t ticket;
  {
    const KeptErrno kept;
    if (wal.sync(fd, ticket) == Wal::Outcome::kDone) return 0;
  }
  const int result = next(fd);
  if (result == 0) {
    const KeptErrno kept;
    wal.synced(fd, ticket);
  }
  return result;
}

// Takes our own entry out of LD_PRELOAD: programs that the server starts run without this library.
void leave_environment() {
  const char *before = std::getenv("LD_PRELOAD");
  if (before == nullptr) return;
  char *rest = strdup(before);
  if (rest == nullptr) {
    unsetenv("LD_PRELOAD");
    return;
  }
  *rest = '\0';
  for (const char *entry = before; *entry != '\0';) {
    const size_t length = std::strcspn(entry, " :");
    constexpr char kOurs[] = "libpgwal_pmem.so";
    constexpr size_t kOursLength = sizeof kOurs - 1;
    const bool ours = length >= kOursLength &&
                      std::strncmp(entry + length - kOursLength, kOurs, kOursLength) == 0;
    if (length > 0 && !ours) {
      if (*rest != '\0') std::strcat(rest, ":");
      std::strncat(rest, entry, length);
    }
    entry += length;
    if (*entry != '\0') entry++;
  }
  if (*rest == '\0') {
    unsetenv("LD_PRELOAD");
  } else {
    setenv("LD_PRELOAD", rest, 1);
  }
  std::free(rest);
}

__attribute__((constructor)) void start() {
  const KeptErrno kept;
  leave_environment();
  wal.start();
  pthread_atfork([] { wal.before_fork(); }, [] { wal.after_fork_in_parent(); },
                 [] { wal.after_fork_in_child(); });
}

}  // namespace

// NOLINTBEGIN: the names and types are the C library's.

EXPORTED int open(const char *path, int flags, ...) {
  mode_t mode = 0;
  if (takes_mode(flags)) {
    va_list arguments;
    va_start(arguments, flags);
    mode = va_arg(arguments, mode_t);
    va_end(arguments);
  }
  return noted(next_open(path, flags, mode), path, flags);
}
EXPORTED int open64(const char *path, int flags, ...) ALIAS_OF("open");

EXPORTED int openat(int folder, const char *path, int flags, ...) {
  mode_t mode = 0;
  if (takes_mode(flags)) {
    va_list arguments;
    va_start(arguments, flags);
    mode = va_arg(arguments, mode_t);
    va_end(arguments);
  }
  return noted(next_openat(folder, path, flags, mode), path, flags);
}
EXPORTED int openat64(int folder, const char *path, int flags, ...) ALIAS_OF("openat");

EXPORTED int __open_2(const char *path, int flags) {
  return noted(next_open_2(path, flags), path, flags);
}
EXPORTED int __open64_2(const char *path, int flags) ALIAS_OF("__open_2");

EXPORTED int __openat_2(int folder, const char *path, int flags) {
  return noted(next_openat_2(folder, path, flags), path, flags);
}
EXPORTED int __openat64_2(int folder, const char *path, int flags) ALIAS_OF("__openat_2");

EXPORTED int creat(const char *path, mode_t mode) {
  return noted(next_creat(path, mode), path, O_WRONLY);
}
EXPORTED int creat64(const char *path, mode_t mode) ALIAS_OF("creat");

EXPORTED int close(int fd) {
  if (wal.is_segment(fd)) {
    const KeptErrno kept;
    wal.closing(fd);
  }
  return next_close(fd);
}

EXPORTED int dup(int fd) noexcept { return noted_duplicate(fd, next_dup(fd)); }

EXPORTED int dup2(int from, int to) noexcept { return noted_duplicate(from, next_dup2(from, to)); }

EXPORTED int dup3(int from, int to, int flags) noexcept {
  return noted_duplicate(from, next_dup3(from, to, flags));
}

EXPORTED int fcntl(int fd, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  // Some commands have no argument. Then this hands on a value that fcntl does not read.
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  const int result = next_fcntl(fd, command, argument);
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) return noted_duplicate(fd, result);
  return result;
}
EXPORTED int fcntl64(int fd, int command, ...) ALIAS_OF("fcntl");

EXPORTED ssize_t pwrite(int fd, const void *buffer, size_t size, off_t offset) {
  const iovec one{const_cast<void *>(buffer), size};
  return write_at(fd, &one, 1, offset, [&] { return next_pwrite(fd, buffer, size, offset); });
}
EXPORTED ssize_t pwrite64(int fd, const void *buffer, size_t size, off_t offset) ALIAS_OF("pwrite");

EXPORTED ssize_t pwritev(int fd, const iovec *buffers, int count, off_t offset) {
  return write_at(fd, buffers, count, offset,
                  [&] { return next_pwritev(fd, buffers, count, offset); });
}
EXPORTED ssize_t pwritev64(int fd, const iovec *buffers, int count, off_t offset)
    ALIAS_OF("pwritev");

EXPORTED ssize_t pwritev2(int fd, const iovec *buffers, int count, off_t offset, int flags) {
  return by_kernel(fd, [&] { return next_pwritev2(fd, buffers, count, offset, flags); });
}
EXPORTED ssize_t pwritev64v2(int fd, const iovec *buffers, int count, off_t offset, int flags)
    ALIAS_OF("pwritev2");

EXPORTED ssize_t write(int fd, const void *buffer, size_t size) {
  return by_kernel(fd, [&] { return next_write(fd, buffer, size); });
}

EXPORTED ssize_t writev(int fd, const iovec *buffers, int count) {
  return by_kernel(fd, [&] { return next_writev(fd, buffers, count); });
}

EXPORTED int ftruncate(int fd, off_t size) noexcept {
  return by_kernel(fd, [&] { return next_ftruncate(fd, size); });
}
EXPORTED int ftruncate64(int fd, off_t size) noexcept ALIAS_OF("ftruncate");

EXPORTED int fallocate(int fd, int mode, off_t offset, off_t size) {
  return by_kernel(fd, [&] { return next_fallocate(fd, mode, offset, size); });
}
EXPORTED int fallocate64(int fd, int mode, off_t offset, off_t size) ALIAS_OF("fallocate");

EXPORTED int posix_fallocate(int fd, off_t offset, off_t size) {
  return by_kernel(fd, [&] { return next_posix_fallocate(fd, offset, size); });
}
EXPORTED int posix_fallocate64(int fd, off_t offset, off_t size) ALIAS_OF("posix_fallocate");

EXPORTED int fsync(int fd) { return sync(fd, next_fsync); }

EXPORTED int fdatasync(int fd) { return sync(fd, next_fdatasync); }

// NOLINTEND
