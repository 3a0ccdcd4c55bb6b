#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace shim {

// A mapped file of one page that all processes of a run share. CounterFile in Java reads the same
// words, in this order and in the byte order of the machine. They only grow.
struct Counters {
  using Word = std::atomic<uint64_t>;
  static_assert(Word::is_always_lock_free, "shared between processes");

  Word flushes;         // calls that flush at least one cache line
  Word lines;           // cache lines flushed; a line that is flushed twice counts twice
  Word blocks;          // blocks of 256 B that a thread wrote from one of its fences to the next
  Word fences;          // calls that wait until what was flushed has arrived
  Word cached_bytes;    // copied or set through the cache
  Word uncached_bytes;  // copied or set past the cache: whole lines by non-temporal stores
  Word syncs;           // successful fsync, fdatasync, msync, sync, syncfs and synchronous writes
  Word mapped_syncs;    // those of them that were msync
  Word file_bytes;      // written to files of the watched folders by system calls
  Word waits;           // fences of a thread that had lines under way
  Word awaited_lines;   // lines that these fences waited for; a line counts once for each fence
  Word far_lines;       // those of them beyond the first 64 of a fence
};

// How the process was started; read from its environment once.
struct Settings {
  Counters *counters = nullptr;      // null when nothing is counted
  std::vector<std::string> folders;  // files below them are watched; each ends with a slash
  bool flushes = true;               // false: flushes are left out
  bool fences = true;                // false: fences are left out
  size_t uncached_from = 0;          // copies of so many bytes go past the cache

  static const Settings &get();
};

// A variable of the environment; empty where it is not set.
std::string text(const char *name);

// Maps a file of a page, which processes share; null without a path. Ends the process if it cannot.
void *map_page(const std::string &path);

constexpr size_t kPage = 4096;

inline void count(Counters::Word &counter, uint64_t by = 1) {
  counter.fetch_add(by, std::memory_order_relaxed);
}

}  // namespace shim
