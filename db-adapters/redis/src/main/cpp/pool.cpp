#include "pool.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace pmemycsb::pmredis {
namespace {

constexpr long kTmpfs = 0x01021994;
constexpr const char* kConfiguration = "PMEMOBJ_CONF";
// A pool in one file is never smaller; a description of one in several parts is.
constexpr std::int64_t kLeastPool = 8 << 20;

struct Descriptor {
  explicit Descriptor(int fd) : fd(fd) {}
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  const int fd;
};

std::string Errno(const std::string& what) { return what + ": " + std::strerror(errno); }

std::string FolderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 ? "/" : path.substr(0, slash);
}

// libpmemobj holds a lock on the file of an open pool.
bool IsHeld(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  return file.fd >= 0 && flock(file.fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

bool SyncFolder(const std::string& folder) {
  const Descriptor file(open(folder.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY));
  return file.fd >= 0 && fsync(file.fd) == 0;
}

// The address and length of a file's mapping in this process; null if there is none.
void* Mapping(const std::string& path, std::size_t* bytes) {
  // By its number: the server's user may not be able to find the whole path.
  struct stat file {};
  if (stat(path.c_str(), &file) != 0) return nullptr;
  const std::string name = path.substr(path.rfind('/') + 1);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long from = 0;
    unsigned long to = 0;
    unsigned int device[2] = {};
    unsigned long number = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx %*s %*s %x:%x %lu", &from, &to, &device[0], &device[1],
                    &number) < 5 ||
        number != file.st_ino) {
      continue;
    }
    // Some file systems give files another device than their mappings.
    const bool same_name = line.size() >= name.size() &&
                           line.compare(line.size() - name.size(), name.size(), name) == 0;
    if (same_name || makedev(device[0], device[1]) == file.st_dev) {
      *bytes = to - from;
      return reinterpret_cast<void*>(from);
    }
  }
  return nullptr;
}

// Whether a file can be mapped without a page cache.
bool IsDax(int fd) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* const map = mmap(nullptr, page, PROT_READ, MAP_SHARED_VALIDATE | MAP_SYNC, fd, 0);
  if (map == MAP_FAILED) return false;
  munmap(map, page);
  return true;
}

bool IsSet(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && std::strcmp(value, "1") == 0;
}

// A function of a library that libpmemkv has brought along.
template <typename Function>
Function* Brought(const char* library, const char* symbol) {
  void* const handle = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  auto* const function = reinterpret_cast<Function*>(dlsym(handle, symbol));
  // It stays loaded: libpmemkv is never unloaded.
  dlclose(handle);
  return function;
}

Persistence PersistenceOf(const std::string& path, const void* base, std::size_t bytes) {
  auto* const is_pmem = Brought<int(const void*, std::size_t)>("libpmem.so.1", "pmem_is_pmem");
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct statfs system {};
  if (base == nullptr || is_pmem == nullptr || file.fd < 0 || fstatfs(file.fd, &system) != 0) {
    return Persistence::kUnknown;
  }
  if (is_pmem(base, bytes) == 0) return Persistence::kMsync;
  // Main memory loses its content with the power, but not when the process ends.
  if (static_cast<long>(system.f_type) == kTmpfs) return Persistence::kFlush;
  // PMEM_IS_PMEM_FORCE lets libpmem take any file for persistent memory.
  return IsDax(file.fd) && !IsSet("PMEM_NO_FLUSH") ? Persistence::kFlush : Persistence::kNone;
}

}  // namespace

void CountAllocations() {
  std::string configuration = "stats.enabled=1;";
  const char* const given = std::getenv(kConfiguration);
  if (given != nullptr) configuration += given;
  setenv(kConfiguration, configuration.c_str(), 1);
}

std::unique_ptr<Pool> Pool::Open(const PmemkvApi& api, const Options& options,
                                 std::string* failure) {
  std::unique_ptr<Pool> pool(new Pool(api, options));
  struct stat file {};
  if (stat(options.pool.c_str(), &file) == 0) {
    *failure = S_ISDIR(file.st_mode) ? options.pool + " is a folder; name a file"
                                     : pool->OpenFile(options.pool, 0);
  } else if (errno != ENOENT) {
    *failure = Errno(options.pool);
  } else if (options.size == 0) {
    *failure = "there is no pool " + options.pool +
               "; correct the path, or give its size to have "
               "it made";
  } else {
    *failure = pool->Create(options.size);
  }
  if (!failure->empty()) return nullptr;
  pool->Look();
  return pool;
}

Pool::~Pool() { Close(); }

void Pool::Close() {
  if (db_ != nullptr) api_.close(db_);
  db_ = nullptr;
  base_ = nullptr;
}

std::string Pool::Why(const std::string& path) const {
  return IsHeld(path)
             ? "another process has the pool " + path + " open; stop that, or give another path"
             : "cannot open the pool " + path + ": " + api_.errormsg();
}

std::string Pool::OpenFile(const std::string& path, std::uint64_t create_bytes) {
  pmemkv_config* const config = api_.config_new();
  if (config == nullptr) return "no memory to open the pool " + path;
  int status = api_.config_put_string(config, "path", path.c_str());
  if (status == kOk && create_bytes > 0) {
    status = api_.config_put_uint64(config, "size", create_bytes);
    if (status == kOk) {
      status = api_.has_1_5_symbols() ? api_.config_put_create_or_error_if_exists(config, true)
                                      : api_.config_put_force_create(config, true);
    }
  }
  if (status != kOk) {
    api_.config_delete(config);
    return Why(path);
  }
  // From here on the configuration is libpmemkv's, even when opening fails.
  status = api_.open(options_.engine.c_str(), config, &db_);
  if (status == kOk) return {};
  db_ = nullptr;
  return Why(path);
}

std::string Pool::Create(std::uint64_t bytes) {
  const std::string fresh = options_.pool + ".new";
  if (IsHeld(fresh)) {
    return "another process is making the pool " + options_.pool + "; give another path";
  }
  // A process that was killed while it made the pool has left this file.
  if (unlink(fresh.c_str()) != 0 && errno != ENOENT) return Errno("cannot remove " + fresh);
  std::string failure = OpenFile(fresh, bytes);
  if (failure.empty() &&
      renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, options_.pool.c_str(), RENAME_NOREPLACE) != 0) {
    // Some file systems do not know RENAME_NOREPLACE. The pool did not exist a moment ago.
    if (errno != EINVAL || rename(fresh.c_str(), options_.pool.c_str()) != 0) {
      failure = Errno("cannot rename " + fresh + " to " + options_.pool);
    }
  }
  if (failure.empty() && !SyncFolder(FolderOf(options_.pool))) {
    failure = Errno("cannot sync the folder of " + options_.pool);
  }
  if (failure.empty()) return {};
  Close();
  if (!IsHeld(fresh)) unlink(fresh.c_str());
  return failure;
}

std::string Pool::Renew() {
  struct stat file {};
  if (stat(options_.pool.c_str(), &file) == 0) {
    if (!S_ISREG(file.st_mode) || file.st_size < kLeastPool) {
      return options_.pool + " is no pool in one plain file, and cannot be made anew";
    }
    bytes_ = static_cast<std::uint64_t>(file.st_size);
    Close();
    if (unlink(options_.pool.c_str()) != 0) {
      const std::string failure = Errno("cannot remove " + options_.pool);
      // As it was: nothing has been removed.
      const std::string again = OpenFile(options_.pool, 0);
      Look();
      return again.empty() ? failure : failure + "; " + again;
    }
  } else {
    Close();
  }
  const std::string failure = Create(bytes_);
  if (failure.empty()) Look();
  return failure;
}

void Pool::Look() {
  struct stat file {};
  if (stat(options_.pool.c_str(), &file) == 0) bytes_ = static_cast<std::uint64_t>(file.st_size);
  std::size_t mapped = 0;
  base_ = Mapping(options_.pool, &mapped);
  persistence_ = PersistenceOf(options_.pool, base_, mapped);
}

std::uint64_t Pool::used_bytes() const {
  auto* const pool_of = Brought<void*(const void*)>("libpmemobj.so.1", "pmemobj_pool_by_ptr");
  auto* const get = Brought<int(void*, const char*, void*)>("libpmemobj.so.1", "pmemobj_ctl_get");
  std::uint64_t used = 0;
  if (base_ == nullptr || pool_of == nullptr || get == nullptr) return 0;
  void* const pool = pool_of(base_);
  if (pool == nullptr || get(pool, "stats.heap.curr_allocated", &used) != 0) return 0;
  return used;
}

}  // namespace pmemycsb::pmredis
