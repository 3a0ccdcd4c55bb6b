#include "shared_state.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace pgwal {

SharedState *SharedState::open(const char *path) {
  constexpr int kSize = 4096;
  static_assert(sizeof(SharedState) <= kSize);
  const int fd = ::open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) return nullptr;
  void *mapped = MAP_FAILED;
  // A counter in a block that a full disk does not have would end the process.
  if (posix_fallocate(fd, 0, kSize) == 0) {
    mapped = mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  }
  ::close(fd);
  return mapped == MAP_FAILED ? nullptr : static_cast<SharedState *>(mapped);
}

}  // namespace pgwal
