#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "written.h"

namespace shim {

// The file of a model: a page that all processes of a place share. Shim in Java writes it, in
// this order and in the byte order of the machine: the figures of a medium, and zeros for the state.
struct ModelPage {
  static constexpr size_t kMostPoints = 32;
  using Word = std::atomic<uint64_t>;
  static_assert(Word::is_always_lock_free, "shared between processes");

  struct Point {
    uint64_t at;
    double value;
  };

  uint64_t version;
  uint64_t persist_points;
  uint64_t rate_points;
  uint64_t buffer_bytes;  // what the medium takes at once, however fast it writes
  double sync_p50_nanos;  // 0: syncs are not delayed
  double sync_sigma;      // of the logarithm of their time
  uint64_t seed;
  double load_again_nanos;  // of a block that a flush took out of the cache; 0: it stays there
  Point persists[kMostPoints];  // bytes, and the nanoseconds from their flush to the end of a fence
  Point rates[kMostPoints];     // writers, and the GB/s of all together
  // The extra time of a read of a file over one from main memory: for each call, and for each byte.
  double read_nanos;
  double read_byte_nanos;
  uint64_t reader_points;
  uint64_t read_block_bytes;   // what the medium reads at least
  Point readers[kMostPoints];  // readers, and the GB/s of all together
  uint64_t cache_bytes;        // of this machine's processor

  // The state, each word in cache lines of its own.
  alignas(128) Word busy_until;  // when the medium will have done all, in sixteenths of ns
  alignas(128) Word users;       // that read or write in this window of time, and in the one before
  alignas(128) Word draws;
  alignas(128) Word owed_nanos;  // that a server is to wait for reads of its memory
  Word owed_bytes;               // that it reads then
};

// The model of a medium. Its times are nanoseconds of a clock that the caller reads, so that a test
// can have its own. Thread-safe, also between processes.
class Model {
 public:
  static constexpr uint64_t kNever = ~uint64_t{0};

  // The model of the memory of this process; null for none.
  static Model *of_memory();

  // The same, if it may delay flushes and fences; null for none.
  static Model *of_writes();

  // The model that delays syncs of files in this process; null for none.
  static Model *of_files();

  // times_fences: whether a fence of this machine may be shorter than the model's
  Model(ModelPage &page, bool times_fences) : page_(page), times_fences_(times_fences) {}

  bool times_fences() const { return times_fences_; }

  // Least time from the flush of so many bytes to the end of the fence behind it.
  uint64_t persist_nanos(uint64_t bytes) const;

  // Counts a thread among those that read or write at this moment.
  //   joined: the window in which it was counted last; kNever at first
  // Returns their number.
  unsigned join(uint64_t now, uint64_t *joined);

  // The same for the calling thread.
  unsigned join(uint64_t now);

  // The time of a load of a block that a flush took out of the cache; 0 if flushes leave it there.
  uint64_t load_again_nanos() const { return static_cast<uint64_t>(page_.load_again_nanos); }

  // The size of the cache that they are taken out of.
  size_t cache_bytes() const { return page_.cache_bytes; }

  // Writes blocks, behind all that is under way. Returns when the medium's buffer holds them.
  uint64_t reserve(uint64_t now, uint64_t blocks, unsigned users);

  // Reads so many ranges that have so many bytes together, at least a block for each, in the same
  // queue. Returns when they are read. Reads overtake the writes that the buffer holds.
  uint64_t reserve_reads(uint64_t now, uint64_t ranges, uint64_t bytes, unsigned users);

  // The same for the calling thread, now. Returns 0 if reads share no bandwidth.
  uint64_t reserve_reads(uint64_t ranges, uint64_t bytes);

  // Has a server wait for its memory: so long, and until so many bytes are read. The memory of a
  // server is read by its own threads, but only a client can tell which records are in the cache.
  void owe(uint64_t nanos, uint64_t bytes);

  // Waits for all that this process owes.
  void pay();

  // How much longer a read of so many bytes of a file takes than from main memory.
  uint64_t read_nanos(uint64_t bytes) const;

  // The time of the next sync.
  uint64_t sync_nanos();

 private:
  double gigabytes(unsigned writers) const;
  uint64_t queue(uint64_t now, double parts, double ahead);

  ModelPage &page_;
  const bool times_fences_;
};

// What a thread has under way between two of its fences. Not thread-safe.
class Flight {
 public:
  // The first flush or copy since a fence begins now, if none began before.
  void begins(const Model &model);

  // Before a flush, so many blocks were loaded again.
  void loads(uint64_t blocks) { loads_ += blocks; }

  // Waits until the medium has room for what was written.
  void stalls(Model &model, const Extent &written);

  // Waits until it has arrived.
  void lands(Model &model, const Extent &written);

 private:
  uint64_t since_ = Model::kNever;
  uint64_t bytes_ = 0;
  uint64_t blocks_ = 0;  // not yet in the queue
  uint64_t loads_ = 0;
};

uint64_t clock_nanos();

// Waits, and sleeps if the time is long.
void wait_until(uint64_t nanos);

}  // namespace shim
