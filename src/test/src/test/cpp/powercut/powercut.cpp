// libpowercut.so: what a power failure would leave of files that are written as persistent memory.
//
// It stands in for libpmem, and writes down, in a journal, what reached the memory: at each fence
// the cache lines that the same thread had flushed before it, with the content that they had when
// they were flushed. What was stored and not flushed, or flushed and not fenced, is not in the
// journal. Any beginning of the journal is the state that a cut at that moment guarantees.
//
// It is preloaded, so that libpmemobj calls it in place of libpmem, and named by PMEM_LIBRARY to
// libpgwal_pmem. Its environment:
//   POWERCUT_FOLDER   the files in it are watched, from when they are mapped
//   POWERCUT_JOURNAL  where to write; all processes append to it
//   POWERCUT_DROP     n: every n-th flush of a process is forgotten, as if the program had left it
//                     out
//   POWERCUT_NO_MAP   n: pmem_map_file fails in each process whose number divides by n, as soon
//                     as there is a file of the journal's name with ".no-map" behind it
//
// The journal is a sequence of records, each a header and its payload; PowerCut.java reads them.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <vector>

#define EXPORTED extern "C" __attribute__((visibility("default")))

namespace {

enum RecordType : uint32_t {
  kContent = 1,  // all of a file: its path, then its bytes
  kLines = 2,    // bytes at an offset
  kFence = 3,    // what came before, back to the last fence, arrived together
};

struct Header {
  uint32_t type;
  uint32_t path_length;
  uint64_t inode;
  uint64_t offset;
  uint64_t length;
};

struct Range {
  const char *begin;
  size_t length;
  ino_t inode;
  off_t offset;
};

constexpr uintptr_t kLine = 64;

// Kept for ever: threads may flush while the process ends.
std::mutex &lock = *new std::mutex;
std::vector<Range> &ranges = *new std::vector<Range>;
// What the thread has flushed and not fenced.
thread_local std::string pending;
thread_local uint64_t flushes;

template <typename Function>
Function *next(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

[[noreturn]] void fail(const char *what) {
  std::fprintf(stderr, "powercut: %s: %s\n", what, std::strerror(errno));
  std::abort();
}

const char *setting(const char *name) {
  const char *value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Every n-th time, where n is the setting of this name.
bool strikes(const char *name, uint64_t &count) {
  const long every = std::strtol(setting(name), nullptr, 10);
  return every > 0 && ++count % every == 0;
}

// One call of write each: what several processes append does not mix.
void append(const std::string &records) {
  const char *path = std::getenv("POWERCUT_JOURNAL");
  if (path == nullptr) return;
  static const int journal = ::open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (journal < 0) fail(path);
  if (::write(journal, records.data(), records.size()) != static_cast<ssize_t>(records.size())) {
    fail("cannot write the journal");
  }
}

void add(std::string &records, Header header, const char *payload) {
  records.append(reinterpret_cast<const char *>(&header), sizeof header);
  records.append(payload, header.path_length + header.length);
}

// The path of a file that is watched, or an empty string.
std::string watched(int fd) {
  char link[32];
  char path[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t length = readlink(link, path, sizeof path);
  const std::string folder = setting("POWERCUT_FOLDER");
  if (folder.empty() || length <= 0) return "";
  const std::string found(path, length);
  return found.compare(0, folder.size() + 1, folder + "/") == 0 ? found : "";
}

// By a descriptor of our own, as the file's may be for writing only.
std::string content_of(int fd) {
  char link[32];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const int own = ::open(link, O_RDONLY | O_CLOEXEC);
  std::string content;
  char part[1 << 16];
  for (ssize_t got; (got = ::read(own, part, sizeof part)) > 0;) content.append(part, got);
  ::close(own);
  return content;
}

void append_content(ino_t inode, const std::string &path, const std::string &content) {
  const std::string payload = path + content;
  std::string record;
  add(record, {kContent, static_cast<uint32_t>(path.size()), inode, 0, content.size()},
      payload.data());
  append(record);
}

// What a file holds when it is first mapped counts as durable: it was made and synced as a file.
void watch(int fd, void *address, size_t length, off_t offset) {
  struct stat file;
  const std::string path = watched(fd);
  if (path.empty() || fstat(fd, &file) != 0 || !S_ISREG(file.st_mode)) return;
  const std::lock_guard<std::mutex> locked(lock);
  // Whoever maps it first, of all processes.
  const std::string first =
      std::string(setting("POWERCUT_JOURNAL")) + "." + std::to_string(file.st_ino);
  const int mark = ::open(first.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (mark >= 0) {
    ::close(mark);
    append_content(file.st_ino, path, content_of(fd));
  }
  ranges.push_back({static_cast<const char *>(address), length, file.st_ino, offset});
}

void forget(void *address, size_t length) {
  const char *begin = static_cast<const char *>(address);
  const std::lock_guard<std::mutex> locked(lock);
  for (size_t i = 0; i < ranges.size();) {
    if (ranges[i].begin < begin + length && begin < ranges[i].begin + ranges[i].length) {
      ranges.erase(ranges.begin() + static_cast<long>(i));
    } else {
      i++;
    }
  }
}

using Mmap = void *(void *, size_t, int, int, int, off_t);
using Munmap = int(void *, size_t);
using Sync = int(int);

int sync(int fd, const char *name) {
  const std::string path = watched(fd);
  struct stat file;
  if (path.empty() || fstat(fd, &file) != 0 || !S_ISREG(file.st_mode)) return next<Sync>(name)(fd);
  // Read before the sync: what others store meanwhile need not arrive.
  const std::string content = content_of(fd);
  const int result = next<Sync>(name)(fd);
  if (result == 0) append_content(file.st_ino, path, content);
  return result;
}

}  // namespace

EXPORTED void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset) {
  void *mapped = next<Mmap>("mmap")(address, length, protection, flags, fd, offset);
  if (mapped == MAP_FAILED) return mapped;
  const int kept = errno;
  const int type = flags & MAP_TYPE;
  if (fd >= 0 && (type == MAP_SHARED || type == MAP_SHARED_VALIDATE) &&
      (protection & PROT_WRITE) != 0) {
    watch(fd, mapped, length, offset);
  }
  errno = kept;
  return mapped;
}
EXPORTED void *mmap64(void *, size_t, int, int, int, off_t) __attribute__((alias("mmap")));

EXPORTED int munmap(void *address, size_t length) {
  if (!ranges.empty()) forget(address, length);
  return next<Munmap>("munmap")(address, length);
}

EXPORTED int fsync(int fd) { return sync(fd, "fsync"); }
EXPORTED int fdatasync(int fd) { return sync(fd, "fdatasync"); }

EXPORTED void pmem_flush(const void *address, size_t length) {
  if (length == 0 || strikes("POWERCUT_DROP", flushes)) return;
  const uintptr_t begin = reinterpret_cast<uintptr_t>(address) & ~(kLine - 1);
  const uintptr_t end = (reinterpret_cast<uintptr_t>(address) + length + kLine - 1) & ~(kLine - 1);
  const char *from = reinterpret_cast<const char *>(begin);
  const std::lock_guard<std::mutex> locked(lock);
  for (const Range &range : ranges) {
    if (from < range.begin || from >= range.begin + range.length) continue;
    const uint64_t offset = range.offset + (from - range.begin);
    add(pending, {kLines, 0, range.inode, offset, end - begin}, from);
    return;
  }
}

EXPORTED void pmem_drain() {
  if (pending.empty()) return;
  add(pending, {kFence, 0, 0, 0, 0}, "");
  append(pending);
  pending.clear();
}

EXPORTED void pmem_persist(const void *address, size_t length) {
  pmem_flush(address, length);
  pmem_drain();
}

EXPORTED int pmem_msync(const void *address, size_t length) {
  pmem_persist(address, length);
  return 0;
}

EXPORTED void pmem_deep_flush(const void *address, size_t length) { pmem_flush(address, length); }
EXPORTED int pmem_deep_drain(const void *, size_t) {
  pmem_drain();
  return 0;
}
EXPORTED int pmem_deep_persist(const void *address, size_t length) {
  return pmem_msync(address, length);
}

// As libpmem.h has them.
constexpr unsigned kNoDrain = 1U << 0;
constexpr unsigned kNoFlush = 1U << 5;

static void *stored(void *to, size_t length, unsigned flags) {
  if ((flags & kNoFlush) != 0) return to;
  pmem_flush(to, length);
  if ((flags & kNoDrain) == 0) pmem_drain();
  return to;
}

EXPORTED void *pmem_memmove(void *to, const void *from, size_t length, unsigned flags) {
  std::memmove(to, from, length);
  return stored(to, length, flags);
}
EXPORTED void *pmem_memcpy(void *to, const void *from, size_t length, unsigned flags) {
  return pmem_memmove(to, from, length, flags);
}
EXPORTED void *pmem_memset(void *to, int value, size_t length, unsigned flags) {
  std::memset(to, value, length);
  return stored(to, length, flags);
}
EXPORTED void *pmem_memcpy_persist(void *to, const void *from, size_t length) {
  return pmem_memmove(to, from, length, 0);
}

EXPORTED int pmem_is_pmem(const void *address, size_t) {
  const std::lock_guard<std::mutex> locked(lock);
  for (const Range &range : ranges) {
    if (address >= range.begin && address < range.begin + range.length) return 1;
  }
  return 0;
}

// Of a file that is there, all of it: that is how our library asks for it.
EXPORTED void *pmem_map_file(const char *path, size_t, int, unsigned, size_t *length,
                             int *is_pmem) {
  const long refused = std::strtol(setting("POWERCUT_NO_MAP"), nullptr, 10);
  const std::string begun = std::string(setting("POWERCUT_JOURNAL")) + ".no-map";
  if (refused > 0 && getpid() % refused == 0 && access(begun.c_str(), F_OK) == 0) {
    errno = ENOMEM;
    return nullptr;
  }
  const int fd = ::open(path, O_RDWR | O_CLOEXEC);
  struct stat file;
  if (fd < 0 || fstat(fd, &file) != 0) return nullptr;
  void *mapped = mmap(nullptr, file.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  ::close(fd);
  if (mapped == MAP_FAILED) return nullptr;
  *length = file.st_size;
  *is_pmem = 1;
  return mapped;
}

EXPORTED int pmem_unmap(void *address, size_t length) { return munmap(address, length); }
