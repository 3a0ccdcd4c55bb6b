// A key-value store for pmem-ycsb: a hash map in a mapped file, flushed with libpmem where it is there.
//
// The file has a header, the buckets, and slots for records. A put writes a whole slot and persists it, then one
// link of 8 bytes that leads to it. So after a crash a record is the old one or the new one. Free slots are known
// in main memory only; opening the file finds them again.
#include "store.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#ifdef WITH_LIBPMEM
extern "C" {  // as in libpmem.h, so that the library alone is enough
void* pmem_map_file(const char* path, size_t bytes, int flags, mode_t mode, size_t* mapped, int* is_pmem);
void pmem_persist(const void* address, size_t bytes);
int pmem_msync(const void* address, size_t bytes);
}
#endif

namespace {

constexpr uint64_t kMagic = 0x31656C706D617865;  // "example1"
constexpr uint64_t kNone = 0;

struct Header {
  uint64_t magic, buckets, used;
};

// Behind it are the key and the value.
struct Slot {
  uint64_t next;
  uint32_t room, key_bytes, value_bytes;

  std::string_view key() const { return {reinterpret_cast<const char*>(this + 1), key_bytes}; }
  const char* value() const { return key().data() + key_bytes; }
};

thread_local std::string t_error;

int Failed(const std::string& text) {
  t_error = text;
  return STORE_FAILED;
}

}  // namespace

struct store {
  char* base = nullptr;
  size_t bytes = 0;
  bool is_pmem = false;
  uint64_t count = 0;
  std::map<uint32_t, std::vector<uint64_t>> free;  // slots by their room

  Header* header() { return reinterpret_cast<Header*>(base); }
  Slot* slot(uint64_t at) { return reinterpret_cast<Slot*>(base + at); }
  uint64_t* buckets() { return reinterpret_cast<uint64_t*>(header() + 1); }

  void Persist(const void* address, size_t length) {
#ifdef WITH_LIBPMEM
    is_pmem ? pmem_persist(address, length) : static_cast<void>(pmem_msync(address, length));
#else
    const auto begin = reinterpret_cast<uintptr_t>(address) & ~uintptr_t{4095};
    msync(reinterpret_cast<void*>(begin), reinterpret_cast<uintptr_t>(address) + length - begin, MS_SYNC);
#endif
  }

  void Set(uint64_t* link, uint64_t to) {
    __atomic_store_n(link, to, __ATOMIC_RELEASE);
    Persist(link, sizeof(*link));
  }

  // The link to the record with a key, or the last link of its chain.
  uint64_t* Find(std::string_view key) {
    uint64_t* link = buckets() + std::hash<std::string_view>{}(key) % header()->buckets;
    while (*link != kNone && slot(*link)->key() != key) link = &slot(*link)->next;
    return link;
  }

  // A slot that no link leads to; kNone if there is no room.
  uint64_t NewSlot(size_t content) {
    const auto room = static_cast<uint32_t>((content + 63) & ~size_t{63});
    std::vector<uint64_t>& fitting = free[room];
    uint64_t at = kNone;
    if (!fitting.empty()) {
      at = fitting.back();
      fitting.pop_back();
    } else if (header()->used + sizeof(Slot) + room <= bytes) {
      at = header()->used;
      slot(at)->room = room;
      Persist(slot(at), sizeof(Slot));
      Set(&header()->used, at + ((sizeof(Slot) + room + 7) & ~uint64_t{7}));
    }
    return at;
  }

  uint64_t First() { return sizeof(Header) + header()->buckets * sizeof(uint64_t); }

  void Recover() {
    std::unordered_set<uint64_t> linked;
    for (uint64_t i = 0; i < header()->buckets; ++i) {
      for (uint64_t at = buckets()[i]; at != kNone; at = slot(at)->next) linked.insert(at);
    }
    count = linked.size();
    for (uint64_t at = First(); at < header()->used; at += (sizeof(Slot) + slot(at)->room + 7) & ~uint64_t{7}) {
      if (linked.count(at) == 0) free[slot(at)->room].push_back(at);
    }
  }
};

uint32_t store_interface() { return STORE_INTERFACE; }

int store_describe(const char* options, store_traits* traits) {
  if (*options != '\0') return Failed("this store has no options");
  *traits = {"example 1.0", 1, STORE_MANY_READERS, 0, 0};
  return STORE_OK;
}

int store_open(const char* folder, uint64_t bytes, const char*, store** opened) {
  const std::string path = std::string(folder) + "/records";
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  struct stat status {};
  const bool there = file >= 0 && fstat(file, &status) == 0;
  if (there && status.st_size == 0) errno = posix_fallocate(file, 0, static_cast<off_t>(bytes));
  const bool ready = there && fstat(file, &status) == 0 && status.st_size > 0;
  auto* fresh = new store;
  fresh->bytes = static_cast<size_t>(status.st_size);
#ifdef WITH_LIBPMEM
  int is_pmem = 0;
  void* base = ready ? pmem_map_file(path.c_str(), 0, 0, 0, &fresh->bytes, &is_pmem) : nullptr;
  if (base == nullptr) base = MAP_FAILED;
  fresh->is_pmem = is_pmem != 0;
#else
  void* base = ready ? mmap(nullptr, fresh->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
#endif
  if (file >= 0) close(file);
  if (base == MAP_FAILED) {
    delete fresh;
    return Failed(path + ": " + std::strerror(errno));
  }
  fresh->base = static_cast<char*>(base);
  if (fresh->header()->magic != kMagic) {  // new: the magic number comes last
    fresh->header()->buckets = fresh->bytes / 1024;
    fresh->header()->used = fresh->First();
    fresh->Persist(fresh->header(), sizeof(Header));
    fresh->Set(&fresh->header()->magic, kMagic);
  }
  fresh->Recover();
  *opened = fresh;
  return STORE_OK;
}

void store_close(store* store) {
  munmap(store->base, store->bytes);
  delete store;
}

int store_get(store* store, const void* key, size_t key_bytes, void* buffer, size_t capacity, size_t* value_bytes) {
  const uint64_t at = *store->Find({static_cast<const char*>(key), key_bytes});
  if (at == kNone) return STORE_ABSENT;
  *value_bytes = store->slot(at)->value_bytes;
  if (*value_bytes <= capacity && capacity > 0) std::memcpy(buffer, store->slot(at)->value(), *value_bytes);
  return STORE_OK;
}

int store_put(store* store, const void* key, size_t key_bytes, const void* value, size_t value_bytes) {
  const uint64_t at = store->NewSlot(key_bytes + value_bytes);
  if (at == kNone) {
    t_error = "the file is full";
    return STORE_FULL;
  }
  Slot* slot = store->slot(at);
  uint64_t* link = store->Find({static_cast<const char*>(key), key_bytes});
  const uint64_t old = *link;
  *slot = {old == kNone ? kNone : store->slot(old)->next, slot->room, static_cast<uint32_t>(key_bytes),
           static_cast<uint32_t>(value_bytes)};
  if (key_bytes > 0) std::memcpy(slot + 1, key, key_bytes);
  if (value_bytes > 0) std::memcpy(const_cast<char*>(slot->value()), value, value_bytes);
  store->Persist(slot, sizeof(Slot) + key_bytes + value_bytes);
  store->Set(link, at);
  if (old == kNone) {
    ++store->count;
  } else {
    store->free[store->slot(old)->room].push_back(old);
  }
  return STORE_OK;
}

int store_remove(store* store, const void* key, size_t key_bytes) {
  uint64_t* link = store->Find({static_cast<const char*>(key), key_bytes});
  const uint64_t at = *link;
  if (at == kNone) return STORE_ABSENT;
  store->Set(link, store->slot(at)->next);
  store->free[store->slot(at)->room].push_back(at);
  --store->count;
  return STORE_OK;
}

int store_count(store* store, uint64_t* count) {
  *count = store->count;
  return STORE_OK;
}

const char* store_error() { return t_error.c_str(); }
