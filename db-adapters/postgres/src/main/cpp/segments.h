#pragma once

#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <cstddef>
#include <cstdint>

#include "libpmem.h"
#include "shared_state.h"

namespace pgwal {

// The segments that this process has mapped. Not thread-safe: the caller holds a lock.
//
// A mapping belongs to an inode, not to a name or a descriptor. As long as it exists, the kernel
// gives the inode's number to no other file. So device and inode number from fstat identify the
// file, also after files were renamed, closed or opened.
class Segments {
 public:
  struct Segment {
    dev_t device;
    ino_t inode;
    char *address;  // null: this place is free
    size_t length;
    // SharedState::kernel_writes as it was read before the last sync that this process made, or
    // kNeverSynced.
    uint64_t synced_at;
  };
  static constexpr uint64_t kNeverSynced = UINT64_MAX;

  void start(const Libpmem &libpmem, SharedState &state);

  // The mapping of an open segment, made if there is none. Null when it cannot or must not be
  // mapped: not persistent memory, no room for its blocks, not of one length with its file.
  Segment *map(int fd, const struct stat &file);

  // The mapping, if there is one.
  Segment *find(const struct stat &file);

  // Copies the buffers into the segment; they are durable on return. False when the memory could
  // not be written: then part of it may have been.
  bool store(const Segment &segment, const iovec *buffers, int count, off_t offset);

  void unmap(Segment &segment);

  // After a fork: the child has the mappings, but has synced nothing.
  void forget_syncs();

 private:
  bool copy(char *to, const void *from, size_t length);

  // PostgreSQL writes one segment at a time.
  static constexpr size_t kMost = 4;

  Libpmem libpmem_{};
  SharedState *state_ = nullptr;
  Segment segments_[kMost]{};
  size_t next_victim_ = 0;
  bool guarded_ = false;
};

}  // namespace pgwal
