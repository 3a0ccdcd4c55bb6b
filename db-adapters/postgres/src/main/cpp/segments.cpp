#include "segments.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace pgwal {
namespace {

constexpr size_t kPage = 4096;

// A store into a mapped file raises SIGBUS where a write would have failed: the file was cut, its
// file system copies blocks on write and is full, the memory is worn out. So the copy can be left
// from the signal handler, and the kernel asked for the error.
struct Copying {
  sigjmp_buf way_out;
  const char *begin;
  const char *end;
  volatile bool active;
};

// In the static block of the thread: a signal handler must not be the first to ask for it.
thread_local Copying copying __attribute__((tls_model("initial-exec")));

struct sigaction previous_handler;

void on_bus_error(int signal, siginfo_t *info, void *) {
  const char *at = static_cast<const char *>(info->si_addr);
  if (copying.active && at >= copying.begin && at < copying.end) siglongjmp(copying.way_out, 1);
  // Not caused by this library. The instruction runs again, under the previous handler.
  sigaction(signal, &previous_handler, nullptr);
}

void guard() {
  struct sigaction action {};
  action.sa_sigaction = on_bus_error;
  // It is left by a jump, which would leave the signal blocked.
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &previous_handler);
}

// Allocates every block of the file, so that no store can fail for lack of space. Allocated blocks
// stay unchanged.
bool allocate(int fd, const struct stat &file) {
  long result;
  do {
    // This library replaces fallocate and would count the call as a change to the segment.
    result = syscall(SYS_fallocate, fd, FALLOC_FL_KEEP_SIZE, off_t{0}, file.st_size);
  } while (result != 0 && errno == EINTR);
  if (result == 0) return true;
  // A file system that cannot (ext2's layout has no extents, also where ext4 mounts it) has given
  // every block to a file that was filled with zeros.
  constexpr off_t kBlock = 512;
  return errno == EOPNOTSUPP && file.st_blocks * kBlock >= file.st_size;
}

}  // namespace

void Segments::start(const Libpmem &libpmem, SharedState &state) {
  libpmem_ = libpmem;
  state_ = &state;
}

Segments::Segment *Segments::find(const struct stat &file) {
  for (Segment &segment : segments_) {
    if (segment.address != nullptr && segment.inode == file.st_ino && segment.device == file.st_dev)
      return &segment;
  }
  return nullptr;
}

Segments::Segment *Segments::map(int fd, const struct stat &file) {
  if (Segment *mapped = find(file)) return mapped;
  if (!S_ISREG(file.st_mode) || file.st_size <= 0 || !allocate(fd, file)) {
    SharedState::count(state_->refused_mappings);
    return nullptr;
  }
  // By the descriptor's own name: that of the file may be another one by now.
  char path[32];
  std::snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  size_t length = 0;
  int is_pmem = 0;
  void *address = libpmem_.map_file(path, 0, 0, 0, &length, &is_pmem);
  if (address == nullptr) {
    SharedState::count(state_->refused_mappings);
    return nullptr;
  }
  if (!is_pmem || length != static_cast<size_t>(file.st_size)) {
    libpmem_.unmap(address, length);
    SharedState::count(state_->refused_mappings);
    return nullptr;
  }
  if (!guarded_) {
    guard();
    guarded_ = true;
  }
  Segment *place = nullptr;
  for (Segment &segment : segments_) {
    if (segment.address == nullptr) place = &segment;
  }
  if (place == nullptr) {
    place = &segments_[next_victim_++ % kMost];
    unmap(*place);
  }
  *place = {file.st_dev, file.st_ino, static_cast<char *>(address), length, kNeverSynced};
  SharedState::count(state_->mappings);
  return place;
}

bool Segments::store(const Segment &segment, const iovec *buffers, int count, off_t offset) {
  uint64_t bytes = 0;
  for (int i = 0; i < count; i++) {
    if (!copy(segment.address + offset + bytes, buffers[i].iov_base, buffers[i].iov_len)) {
      SharedState::count(state_->bus_errors);
      return false;
    }
    bytes += buffers[i].iov_len;
  }
  SharedState::count(state_->stores);
  SharedState::count(state_->stored_bytes, bytes);
  return true;
}

bool Segments::copy(char *to, const void *from, size_t length) {
  // Worn-out memory is reported by its page.
  copying.begin = to - reinterpret_cast<uintptr_t>(to) % kPage;
  copying.end = to + length + kPage;
  if (sigsetjmp(copying.way_out, 0) != 0) {
    copying.active = false;
    return false;
  }
  copying.active = true;
  libpmem_.memcpy_persist(to, from, length);
  copying.active = false;
  return true;
}

void Segments::unmap(Segment &segment) {
  libpmem_.unmap(segment.address, segment.length);
  segment = {};
}

void Segments::forget_syncs() {
  for (Segment &segment : segments_) segment.synced_at = kNeverSynced;
}

}  // namespace pgwal
