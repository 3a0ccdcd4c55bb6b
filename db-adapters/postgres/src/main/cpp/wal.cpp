#include "wal.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace pgwal {
namespace {

constexpr size_t kNameLength = 24;

// Whether the last part of a path is the name of a segment: 24 digits, upper-case hexadecimal.
bool has_segment_name(const char *path) {
  const char *slash = std::strrchr(path, '/');
  const char *name = slash == nullptr ? path : slash + 1;
  return std::strspn(name, "0123456789ABCDEF") == kNameLength && name[kNameLength] == '\0';
}

class Locked {
 public:
  explicit Locked(pthread_mutex_t &lock) : lock_(lock) { pthread_mutex_lock(&lock_); }
  ~Locked() { pthread_mutex_unlock(&lock_); }
  Locked(const Locked &) = delete;
  Locked &operator=(const Locked &) = delete;

 private:
  pthread_mutex_t &lock_;
};

void say(const char *what, const char *why) {
  std::fprintf(stderr, "libpgwal_pmem: %s: %s; the write-ahead log is left to the kernel\n", what,
               why);
}

}  // namespace

void Wal::start() {
  data_folder_ = std::getenv("PGWAL_PMEM_DATA");
  const char *state_file = std::getenv("PGWAL_PMEM_STATE");
  if (data_folder_ == nullptr || state_file == nullptr) return;
  // The environment is the program's: PostgreSQL moves it to show its title.
  data_folder_ = strdup(data_folder_);
  if (data_folder_ == nullptr) return;
  state_ = SharedState::open(state_file);
  if (state_ == nullptr) {
    say("cannot make a file for the counters", state_file);
    return;
  }
  Libpmem libpmem;
  const char *error = nullptr;
  active_ = libpmem.load(error);
  if (active_) {
    segments_.start(libpmem, *state_);
  } else {
    say("cannot load libpmem", error);
  }
  state_->status = active_ ? SharedState::kReady : SharedState::kNoLibpmem;
  state_->magic = SharedState::kMagic;
}

void Wal::opened(int fd, const char *path, int flags) {
  const bool known = static_cast<size_t>(fd) < kDescriptors;
  // A close that was not seen may have left its mark.
  if (known) kinds_[fd].store(kOther, std::memory_order_relaxed);
  if (!active_ || (flags & O_ACCMODE) == O_RDONLY || !has_segment_name(path)) return;
  if (!lies_in_log_folder(fd)) return;
  if (!known) {
    state_->blind = 1;
    return;
  }
  // Linux appends to such a file wherever pwrite says.
  const bool appends = (flags & O_APPEND) != 0;
  kinds_[fd].store(appends ? kKernelOnly : kMappable, std::memory_order_relaxed);
}

// By the name that the file has now, so that a rename in between is no matter; and by the folder's
// inode, as pg_wal may be a symbolic link.
bool Wal::lies_in_log_folder(int fd) const {
  char link[32];
  char path[PATH_MAX];
  char log_folder[PATH_MAX];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  const int needed = std::snprintf(log_folder, sizeof log_folder, "%s/pg_wal", data_folder_);
  if (length <= 0 || needed >= PATH_MAX) return false;
  path[length] = '\0';
  if (!has_segment_name(path)) return false;
  *std::strrchr(path, '/') = '\0';
  struct stat here, log;
  return stat(path, &here) == 0 && stat(log_folder, &log) == 0 && here.st_dev == log.st_dev &&
         here.st_ino == log.st_ino;
}

void Wal::duplicated(int from, int to) {
  if (to < 0) return;
  if (static_cast<size_t>(to) < kDescriptors) {
    const bool segment = is_segment(from);
    kinds_[to].store(segment ? kinds_[from].load() : static_cast<uint8_t>(kOther),
                     std::memory_order_relaxed);
  } else if (is_segment(from)) {
    state_->blind = 1;
  }
}

void Wal::closing(int fd) {
  struct stat file;
  Locked locked(lock_);
  kinds_[fd].store(kOther, std::memory_order_relaxed);
  if (fstat(fd, &file) != 0) return;
  if (Segments::Segment *segment = segments_.find(file)) segments_.unmap(*segment);
}

// The segment's mapping, made if need be; null if the kernel has to do the work.
Segments::Segment *Wal::mapped(int fd, struct stat &file) {
  if (kinds_[fd].load(std::memory_order_relaxed) != kMappable || fstat(fd, &file) != 0)
    return nullptr;
  Segments::Segment *segment = segments_.map(fd, file);
  if (segment == nullptr) kinds_[fd].store(kKernelOnly, std::memory_order_relaxed);
  return segment;
}

Wal::Outcome Wal::write(int fd, const iovec *buffers, int count, off_t offset) {
  size_t bytes = 0;
  for (int i = 0; i < count; i++) bytes += buffers[i].iov_len;
  struct stat file;
  Locked locked(lock_);
  Segments::Segment *segment = mapped(fd, file);
  if (segment == nullptr || offset < 0 || file.st_size < 0) return Outcome::kKernel;
  // Beyond the end of the file there is nothing to store into.
  const size_t end =
      segment->length < static_cast<size_t>(file.st_size) ? segment->length : file.st_size;
  if (static_cast<size_t>(offset) > end || bytes > end - offset) return Outcome::kKernel;
  return segments_.store(*segment, buffers, count, offset) ? Outcome::kDone : Outcome::kKernel;
}

void Wal::kernel_begins() {
  SharedState::count(state_->fallbacks);
  state_->kernel_writes.fetch_add(1);
}

void Wal::kernel_ended() { state_->kernel_writes.fetch_add(1); }

Wal::Outcome Wal::sync(int fd, uint64_t &ticket) {
  ticket = state_->kernel_writes.load();
  struct stat file;
  Locked locked(lock_);
  const Segments::Segment *segment = mapped(fd, file);
  if (segment != nullptr && segment->synced_at == ticket && state_->blind == 0) {
    SharedState::count(state_->syncs_saved);
    return Outcome::kDone;
  }
  SharedState::count(state_->syncs_made);
  return Outcome::kKernel;
}

void Wal::synced(int fd, uint64_t ticket) {
  struct stat file;
  Locked locked(lock_);
  if (fstat(fd, &file) != 0) return;
  if (Segments::Segment *segment = segments_.find(file)) segment->synced_at = ticket;
}

void Wal::after_fork_in_child() {
  segments_.forget_syncs();
  pthread_mutex_unlock(&lock_);
}

}  // namespace pgwal
