#pragma once

#include <pthread.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "segments.h"
#include "shared_state.h"

namespace pgwal {

// The descriptors of this process that are segments of the server's write-ahead log, and their
// mappings. docs/internals/adr/0006 says why a sync may be saved.
//
// For a descriptor that is no segment, one byte answers, without a lock and without a system call:
// such calls may come from a signal handler.
class Wal {
 public:
  // Reads the environment. Without PGWAL_PMEM_DATA (the data folder) and PGWAL_PMEM_STATE (the
  // shared file), and where something is missing, nothing is ever a segment.
  void start();

  bool is_segment(int fd) const {
    return fd >= 0 && static_cast<size_t>(fd) < kDescriptors &&
           kinds_[fd].load(std::memory_order_relaxed) != kOther;
  }

  // A file was opened under this path.
  void opened(int fd, const char *path, int flags);

  // A second descriptor of the same file.
  void duplicated(int from, int to);

  // To be called before the descriptor is closed.
  void closing(int fd);

  enum class Outcome {
    kDone,    // written and durable, or nothing to be synced
    kKernel,  // to be done by the kernel, between kernel_begins and kernel_ended
  };

  // All or nothing of the buffers at this offset.
  Outcome write(int fd, const iovec *buffers, int count, off_t offset);

  // A change to a segment that the kernel makes has to stand between these.
  void kernel_begins();
  void kernel_ended();

  // Whether a sync of this segment can be saved; if not, ticket is for synced().
  Outcome sync(int fd, uint64_t &ticket);

  // The kernel has synced the segment after sync() said so.
  void synced(int fd, uint64_t ticket);

  void before_fork() { pthread_mutex_lock(&lock_); }
  void after_fork_in_parent() { pthread_mutex_unlock(&lock_); }
  void after_fork_in_child();

 private:
  enum Kind : uint8_t {
    kOther,
    kMappable,
    kKernelOnly,  // a segment that could not be mapped: not tried again for this descriptor
  };

  // More than PostgreSQL ever opens; one that is higher ends the saving of syncs.
  static constexpr size_t kDescriptors = 1 << 16;

  bool lies_in_log_folder(int fd) const;
  Segments::Segment *mapped(int fd, struct stat &file);

  bool active_ = false;
  const char *data_folder_ = nullptr;
  SharedState *state_ = nullptr;
  Segments segments_;
  pthread_mutex_t lock_ = PTHREAD_MUTEX_INITIALIZER;
  std::atomic<uint8_t> kinds_[kDescriptors]{};
};

}  // namespace pgwal
