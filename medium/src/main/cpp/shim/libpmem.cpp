// libpmem_shim.so: stands between a program and libpmem. It forwards each call to the real
// library, and counts what the call asks of the memory, leaves flushes and fences out, or delays
// them as another medium would.
//
// It is preloaded, so that libpmemobj calls it in place of libpmem, and named by PMEM_LIBRARY to
// libpgwal_pmem. Its environment:
//   PMEM_SHIM_COUNTERS   a file of a page for the counters; without it nothing is counted
//   PMEM_SHIM_MODEL      a file of a page with a model of a medium, which delays calls: model.h
//   PMEM_SHIM_FOLDERS    syncs and bytes of files in them are counted, or delayed: files.cpp;
//                            one a line
//   PMEM_SHIM_LEAVE_OUT  flushes, or fences, or both with a comma between them
//   PMEM_SHIM_LIBPMEM    another file than libpmem.so.1
#include <sys/types.h>

#include "counters.h"
#include "model.h"
#include "real.h"
#include "written.h"

#define EXPORTED extern "C" __attribute__((visibility("default")))

using shim::count;
using shim::Counters;
using shim::Drain;
using shim::Flush;
using shim::kLine;
using shim::Model;
using shim::real;
using shim::Settings;

namespace {

// As libpmem.h has them.
constexpr unsigned kNoDrain = 1U << 0;
constexpr unsigned kUncached = (1U << 1) | (1U << 3);  // NONTEMPORAL, WC
constexpr unsigned kCached = (1U << 2) | (1U << 4);    // TEMPORAL, WB
constexpr unsigned kNoFlush = 1U << 5;

using Copy = void *(void *, const void *, size_t, unsigned);
using Set = void *(void *, int, size_t, unsigned);

uint64_t lines(uintptr_t begin, uintptr_t end) {
  return begin >= end ? 0 : (end + kLine - 1) / kLine - begin / kLine;
}

// Whether ranges are followed from their flush to the fence behind it.
bool follows() { return Settings::get().counters != nullptr || Model::of_writes() != nullptr; }

void flush_seen(const void *address, size_t length) {
  if (length == 0 || !follows()) return;
  Counters *const counters = Settings::get().counters;
  if (counters != nullptr) {
    const uintptr_t begin = reinterpret_cast<uintptr_t>(address);
    count(counters->flushes);
    count(counters->lines, lines(begin, begin + length));
  }
  shim::range_written(address, length, false);
}

void fence_seen() {
  if (!follows()) return;
  Counters *const counters = Settings::get().counters;
  if (counters != nullptr) count(counters->fences);
  shim::fenced();
}

void flush(const void *address, size_t length) {
  if (!Settings::get().flushes) return;
  flush_seen(address, length);
  static Flush *const next = real<Flush>("pmem_flush");
  next(address, length);
}

void drain() {
  if (!Settings::get().fences) return;
  static Drain *const next = real<Drain>("pmem_drain");
  next();
  fence_seen();
}

// Whether libpmem copies by stores past the cache, if it flushes.
bool past_cache(size_t length, unsigned flags) {
  return (flags & kUncached) != 0 ||
         ((flags & kCached) == 0 && length >= Settings::get().uncached_from);
}

// What libpmem does for a copy: nothing but the stores with NOFLUSH; otherwise stores and flushes,
// or stores past the cache if the flags or the length say so. Then the lines that are not whole, at
// both ends, go through the cache.
void stores_counted(const void *to, size_t length, unsigned flags) {
  Counters &counters = *Settings::get().counters;
  if ((flags & kNoFlush) != 0) {
    count(counters.cached_bytes, length);
    return;
  }
  const uintptr_t begin = reinterpret_cast<uintptr_t>(to);
  const uintptr_t end = begin + length;
  const uintptr_t first_whole = (begin + kLine - 1) & ~(kLine - 1);
  const uintptr_t end_whole = end & ~(kLine - 1);
  const uint64_t whole =
      past_cache(length, flags) && end_whole > first_whole ? end_whole - first_whole : 0;
  const uint64_t flushed =
      whole == 0 ? lines(begin, end) : lines(begin, first_whole) + lines(end_whole, end);
  count(counters.uncached_bytes, whole);
  count(counters.cached_bytes, length - whole);
  count(counters.lines, flushed);
  if (flushed > 0) count(counters.flushes);
}

// The flags with which the real library shall copy: it drains unless it is told not to.
unsigned kept(unsigned flags) {
  return flags | kNoDrain | (Settings::get().flushes ? 0 : kNoFlush);
}

// The copy takes part of the time that a model gives to what it flushes.
void copies(unsigned flags) {
  if ((kept(flags) & kNoFlush) == 0 && Model::of_writes() != nullptr) shim::copy_begins();
}

void *copied(void *to, size_t length, unsigned flags) {
  if (length > 0 && Settings::get().counters != nullptr) stores_counted(to, length, kept(flags));
  if (length > 0 && (kept(flags) & kNoFlush) == 0 && follows()) {
    shim::range_written(to, length, past_cache(length, kept(flags)));
  }
  if ((flags & (kNoDrain | kNoFlush)) == 0) drain();
  return to;
}

void *move(void *to, const void *from, size_t length, unsigned flags) {
  static Copy *const next = real<Copy>("pmem_memmove");
  copies(flags);
  next(to, from, length, kept(flags));
  return copied(to, length, flags);
}

void *set(void *to, int value, size_t length, unsigned flags) {
  static Set *const next = real<Set>("pmem_memset");
  copies(flags);
  next(to, value, length, kept(flags));
  return copied(to, length, flags);
}

}  // namespace

EXPORTED void pmem_flush(const void *address, size_t length) { flush(address, length); }
EXPORTED void pmem_drain() { drain(); }
EXPORTED void pmem_persist(const void *address, size_t length) {
  flush(address, length);
  drain();
}

EXPORTED void pmem_deep_flush(const void *address, size_t length) {
  if (!Settings::get().flushes) return;
  flush_seen(address, length);
  static Flush *const next = real<Flush>("pmem_deep_flush");
  next(address, length);
}
EXPORTED int pmem_deep_drain(const void *address, size_t length) {
  if (!Settings::get().fences) return 0;
  static auto *const next = real<int(const void *, size_t)>("pmem_deep_drain");
  const int result = next(address, length);
  fence_seen();
  return result;
}
EXPORTED int pmem_deep_persist(const void *address, size_t length) {
  pmem_deep_flush(address, length);
  return pmem_deep_drain(address, length);
}

EXPORTED void *pmem_memmove(void *to, const void *from, size_t length, unsigned flags) {
  return move(to, from, length, flags);
}
EXPORTED void *pmem_memcpy(void *to, const void *from, size_t length, unsigned flags) {
  return move(to, from, length, flags);
}
EXPORTED void *pmem_memset(void *to, int value, size_t length, unsigned flags) {
  return set(to, value, length, flags);
}
EXPORTED void *pmem_memmove_nodrain(void *to, const void *from, size_t length) {
  return move(to, from, length, kNoDrain);
}
EXPORTED void *pmem_memcpy_nodrain(void *to, const void *from, size_t length) {
  return move(to, from, length, kNoDrain);
}
EXPORTED void *pmem_memset_nodrain(void *to, int value, size_t length) {
  return set(to, value, length, kNoDrain);
}
EXPORTED void *pmem_memmove_persist(void *to, const void *from, size_t length) {
  return move(to, from, length, 0);
}
EXPORTED void *pmem_memcpy_persist(void *to, const void *from, size_t length) {
  return move(to, from, length, 0);
}
EXPORTED void *pmem_memset_persist(void *to, int value, size_t length) {
  return set(to, value, length, 0);
}

// What asks nothing of the memory is forwarded. pmem_msync calls msync, which files.cpp counts.
#define FORWARDED(result, name, parameters, arguments)    \
  EXPORTED result name parameters {                       \
    static auto *const next = real<result parameters>(#name); \
    return next arguments;                                \
  }

FORWARDED(int, pmem_msync, (const void *address, size_t length), (address, length))
FORWARDED(int, pmem_is_pmem, (const void *address, size_t length), (address, length))
FORWARDED(int, pmem_has_auto_flush, (), ())
FORWARDED(int, pmem_has_hw_drain, (), ())
FORWARDED(const char *, pmem_check_version, (unsigned major, unsigned minor), (major, minor))
FORWARDED(const char *, pmem_errormsg, (), ())
FORWARDED(void *, pmem_map_file,
          (const char *path, size_t length, int flags, mode_t mode, size_t *mapped, int *is_pmem),
          (path, length, flags, mode, mapped, is_pmem))
FORWARDED(int, pmem_unmap, (void *address, size_t length), (address, length))
