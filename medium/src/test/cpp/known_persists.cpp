// A program whose persists are known by construction; ShimTest runs it with the shim.
//
//   known_persists loop FLUSHES LINES FENCES   flushes of so many lines each, then fences
//   known_persists threads N FLUSHES           each of N threads persists a line of its own so often
//   known_persists loaded FLUSHES              persists a line so often, and loads it before
//   known_persists copies LENGTH FLAGS OFFSET  one pmem_memcpy to OFFSET bytes after a line begins
//   known_persists twice LENGTH FLAGS          the same at offset 0, twice
//   known_persists transactions POOL N         libpmemobj: N transactions that snapshot 40 bytes
//   known_persists files FOLDER                12 bytes by write, 4 by pwritev, 8 by a synchronous
//                                              pwrite, an fsync and an fdatasync; and 5 bytes and an
//                                              fsync in a folder beside it
//   known_persists reads FOLDER N               N times each: 100 bytes by pread, pread64, read, readv and
//                                              preadv, from a file in the folder
//   known_persists end FOLDER BYTES            twice so many bytes, of a file that has so many
//   known_persists loads LIBRARY               loads it as a plugin
//   known_persists owes NANOS BYTES            has a server wait for its memory, and writes as a client
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr size_t kLine = 64;
constexpr size_t kMemory = 1 << 20;

// Aligned to the blocks of the medium.
alignas(256) char memory[kMemory];

void require(bool holds, const char *what) {
  if (holds) return;
  const char *why = dlerror();
  std::fprintf(stderr, "known_persists: %s: %s\n", what, why == nullptr ? "failed" : why);
  std::exit(1);
}

template <typename Function>
Function *function(void *library, const char *name) {
  Function *const found = reinterpret_cast<Function *>(dlsym(library, name));
  require(found != nullptr, name);
  return found;
}

void loop(size_t flushes, size_t lines, size_t fences) {
  auto *const flush = function<void(const void *, size_t)>(RTLD_DEFAULT, "pmem_flush");
  auto *const drain = function<void()>(RTLD_DEFAULT, "pmem_drain");
  for (size_t i = 0; i < flushes; i++) flush(memory, lines * kLine);
  for (size_t i = 0; i < fences; i++) drain();
}

void threads(size_t number, size_t flushes) {
  auto *const persist = function<void(const void *, size_t)>(RTLD_DEFAULT, "pmem_persist");
  std::vector<std::thread> all;
  for (size_t t = 0; t < number; t++) {
    all.emplace_back([=] {
      for (size_t i = 0; i < flushes; i++) persist(memory + t * kLine, 1);
    });
  }
  for (std::thread &thread : all) thread.join();
}

void loaded(size_t flushes) {
  auto *const load = function<void(const void *, uint64_t)>(RTLD_DEFAULT, "shim_loaded");
  for (size_t i = 0; i < flushes; i++) {
    load(memory, kLine);
    threads(1, 1);
  }
}

void copies(size_t length, unsigned flags, size_t offset) {
  auto *const copy =
      function<void *(void *, const void *, size_t, unsigned)>(RTLD_DEFAULT, "pmem_memcpy");
  const std::vector<char> from(length, 'x');
  require(copy(memory + offset, from.data(), length, flags) == memory + offset, "pmem_memcpy");
  require(std::memcmp(memory + offset, from.data(), length) == 0, "the copy");
}

// As libpmemobj.h has it.
struct Oid {
  uint64_t pool;
  uint64_t offset;
};

void transactions(const char *path, size_t number) {
  void *const library = dlopen("libpmemobj.so.1", RTLD_NOW | RTLD_LOCAL);
  require(library != nullptr, "libpmemobj.so.1");
  constexpr size_t kPool = 16 << 20;
  constexpr size_t kRoot = 4096;
  constexpr size_t kSnapshot = 40;
  auto *const create =
      function<void *(const char *, const char *, size_t, mode_t)>(library, "pmemobj_create");
  auto *const root = function<Oid(void *, size_t)>(library, "pmemobj_root");
  auto *const begin = function<int(void *, void *, ...)>(library, "pmemobj_tx_begin");
  auto *const snapshot =
      function<int(const void *, size_t)>(library, "pmemobj_tx_add_range_direct");
  auto *const commit = function<void()>(library, "pmemobj_tx_commit");
  auto *const end = function<int()>(library, "pmemobj_tx_end");
  auto *const close = function<void(void *)>(library, "pmemobj_close");
  void *const pool = create(path, "known", kPool, 0600);
  require(pool != nullptr, "pmemobj_create");
  uintptr_t data = reinterpret_cast<uintptr_t>(pool) + root(pool, kRoot).offset;
  data = (data + kLine - 1) & ~(kLine - 1);
  for (size_t i = 0; i < number; i++) {
    require(begin(pool, nullptr, 0) == 0, "pmemobj_tx_begin");
    require(snapshot(reinterpret_cast<void *>(data), kSnapshot) == 0, "the snapshot");
    std::memset(reinterpret_cast<void *>(data), static_cast<int>(i), kSnapshot);
    commit();
    require(end() == 0, "pmemobj_tx_end");
  }
  close(pool);
}

int open_file(const std::string &path, int flags) {
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | flags, 0600);
  require(fd >= 0, path.c_str());
  return fd;
}

void files(const std::string &folder) {
  const int plain = open_file(folder + "/plain", 0);
  require(write(plain, "hello, world", 12) == 12, "write");
  char two[2] = {'a', 'b'};
  const iovec parts[2] = {{two, 2}, {two, 2}};
  require(pwritev(plain, parts, 2, 100) == 4, "pwritev");
  require(fsync(plain) == 0, "fsync");
  require(fdatasync(plain) == 0, "fdatasync");
  const int synchronous = open_file(folder + "/synchronous", O_DSYNC);
  require(pwrite(synchronous, "12345678", 8, 0) == 8, "pwrite");
  const int elsewhere = open_file(folder + "-beside", 0);
  require(write(elsewhere, "other", 5) == 5, "write");
  require(fsync(elsewhere) == 0, "fsync");
}

void reads(const std::string &folder, size_t times) {
  const int file = open_file(folder + "/read", 0);
  const std::vector<char> all(500, 'x');
  require(write(file, all.data(), all.size()) == 500, "write");
  char some[100] = {};
  const iovec part = {some, sizeof some};
  for (size_t i = 0; i < times; i++) {
    require(lseek(file, 0, SEEK_SET) == 0, "lseek");
    require(pread(file, some, sizeof some, 0) == 100, "pread");
    require(pread64(file, some, sizeof some, 100) == 100, "pread64");
    require(read(file, some, sizeof some) == 100, "read");
    require(readv(file, &part, 1) == 100, "readv");
    require(preadv(file, &part, 1, 400) == 100 && some[99] == 'x', "preadv");
  }
}

void end(const std::string &folder, size_t bytes) {
  const int file = open_file(folder + "/end", 0);
  std::vector<char> all(2 * bytes, 'x');
  require(pwrite(file, all.data(), bytes, 0) == static_cast<ssize_t>(bytes), "pwrite");
  iovec parts[] = {{all.data(), bytes}, {all.data() + bytes, bytes}};
  require(preadv(file, parts, 2, 0) == static_cast<ssize_t>(bytes), "preadv");
  require(pread(file, all.data(), all.size(), 0) == static_cast<ssize_t>(bytes), "pread");
}

void owes(uint64_t nanos, uint64_t bytes) {
  function<void(uint64_t, uint64_t)>(RTLD_DEFAULT, "shim_owe")(nanos, bytes);
  require(write(STDOUT_FILENO, "asked\n", 6) == 6, "write");
}

size_t number(const char *text) { return std::strtoull(text, nullptr, 10); }

}  // namespace

int main(int argc, char **argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "loop" && argc == 5) {
    loop(number(argv[2]), number(argv[3]), number(argv[4]));
  } else if (what == "threads" && argc == 4) {
    threads(number(argv[2]), number(argv[3]));
  } else if (what == "loaded" && argc == 3) {
    loaded(number(argv[2]));
  } else if (what == "copies" && argc == 5) {
    copies(number(argv[2]), static_cast<unsigned>(number(argv[3])), number(argv[4]));
  } else if (what == "twice" && argc == 4) {
    for (int i = 0; i < 2; i++) {
      copies(number(argv[2]), static_cast<unsigned>(number(argv[3])), 0);
    }
  } else if (what == "transactions" && argc == 4) {
    transactions(argv[2], number(argv[3]));
  } else if (what == "reads" && argc == 4) {
    reads(argv[2], number(argv[3]));
  } else if (what == "end" && argc == 4) {
    end(argv[2], number(argv[3]));
  } else if (what == "loads" && argc == 3) {
    require(dlopen(argv[2], RTLD_NOW | RTLD_LOCAL) != nullptr, "dlopen");
  } else if (what == "owes" && argc == 4) {
    owes(number(argv[2]), number(argv[3]));
  } else if (what == "files" && argc == 3) {
    files(argv[2]);
  } else {
    std::fprintf(stderr, "known_persists: see the head of its source\n");
    return 2;
  }
}
