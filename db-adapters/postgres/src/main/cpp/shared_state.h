#pragma once

#include <atomic>
#include <cstdint>

namespace pgwal {

// A mapped file of one page that all processes of a server share. WalLibrary in Java reads the
// same words, in this order and in the byte order of the machine.
struct SharedState {
  static constexpr uint64_t kMagic = 0x314d504c41574750;  // "PGWALPM1"
  static constexpr uint64_t kReady = 1;
  static constexpr uint64_t kNoLibpmem = 2;

  using Word = std::atomic<uint64_t>;
  static_assert(Word::is_always_lock_free, "shared between processes");

  Word magic;
  Word status;

  // Changes with every write to a segment that goes through the kernel. It changes before the
  // write, because the writer may be killed, and after it, because a sync that began earlier does
  // not cover the write. A process may save a sync only if it has synced since the last change.
  Word kernel_writes;
  // Not 0: some file can no longer be watched, so no process saves a sync any more.
  Word blind;

  Word stored_bytes;
  Word stores;
  Word syncs_saved;
  Word syncs_made;
  Word fallbacks;
  Word mappings;
  Word refused_mappings;
  Word bus_errors;

  // Maps the file, made first if need be, with its block allocated. Null when that cannot be done.
  static SharedState *open(const char *path);

  static void count(Word &counter, uint64_t by = 1) {
    counter.fetch_add(by, std::memory_order_relaxed);
  }
};

}  // namespace pgwal
