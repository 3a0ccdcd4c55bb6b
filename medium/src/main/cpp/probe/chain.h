#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libraries.h"
#include "measure.h"
#include "walk.h"

namespace pmemycsb::probe {

// Memory with an address for each thread to share out.
struct Area {
  char* base;
  std::size_t bytes;

  Area Share(unsigned thread, unsigned threads) const {
    const std::size_t share = bytes / threads / kLine * kLine;
    return {base + thread * share, share};
  }
};

// An access of a chain.
struct Step {
  enum class Kind { kRead, kStore, kPersist };
  Kind kind;
  // Main memory instead of the place; a write goes where the read before it was.
  bool dram;
  std::size_t bytes;
};

// The steps that the name of an operation stands for, such as chain_dram_read_2xpersist64. One
// without a number has `bytes`. Throws a Refusal for a name that is no chain.
std::vector<Step> ParseChain(const std::string& operation, std::size_t bytes);

bool UsesDram(const std::vector<Step>& steps);

// How long a memory takes for a read: for the first line, and for each byte behind it.
struct ReadTime {
  double nanos = 1;
  double byte_nanos = 0;

  double Of(std::size_t bytes) const {
    return nanos + byte_nanos * static_cast<double>(bytes - std::min(bytes, kLine));
  }
};

// A slower memory that the place stands for.
struct SlowerReads {
  ReadTime medium;
  ReadTime dram;
  // The time of reading the clock.
  std::int64_t clock_nanos = 0;
  // shim_reads of the shim for libpmem: the bandwidth that all readers share; null without.
  std::uint64_t (*shared)(std::uint64_t ranges, std::uint64_t bytes) = nullptr;
  // Its shim_loaded: a range is in the cache; null without.
  void (*loaded)(const void* address, std::uint64_t bytes) = nullptr;

  bool Slow() const { return medium.nanos > dram.nanos || shared != nullptr; }
};

// Accesses that wait for each other, as PerMA-Bench has them in its custom operations. What was read
// chooses the address of the next read, and is part of what is written. A write goes to the range
// that was read last: the first one to its beginning, each other one behind the write before. As
// there, an operation does not wait for the one before, so a processor can overlap their reads.
//
// On a slower memory, the reads of an operation take longer: by the time that those of the place wait
// for memory, times (slower memory / main memory - 1). This wait is the difference to the same reads
// of a range in the cache. The first batch begins behind these measurements.
class alignas(128) Chain {
 public:
  static constexpr std::size_t kBatch = 100;

  Chain(const Pmem& pmem, const std::vector<Step>& steps, Area place, Area dram, unsigned seed,
        SlowerReads slower);

  void Before() {
    if (slower_.Slow() && bytes_of_place_ > 0 && !reads_take_) MeasureReads();
  }
  void After() {}
  void Do();

 private:
  struct Link {
    Step step;
    // Of a read.
    std::optional<Walk> walk;
    bool last_of_place = false;
  };

  void Write(const Step& step, char* at);
  void MeasureReads();
  void AwaitReads(Clock::time_point begin) const;

  const Pmem& pmem_;
  const Area place_;
  const SlowerReads slower_;
  std::vector<Link> links_;
  std::uint64_t reads_of_place_ = 0;
  std::uint64_t bytes_of_place_ = 0;
  // On a slower memory: the reads of an operation.
  std::optional<Clock::duration> reads_take_;
  std::uint64_t loaded_ = 0;
  std::uint64_t number_ = 0;
};

// Measures chains on a mapping and, if they use it, on as much main memory, in pages of the same size.
class Chains {
 public:
  Chains(const Pmem& pmem, Area place, SlowerReads slower)
      : pmem_(pmem), place_(place), slower_(slower) {}
  Chains(const Chains&) = delete;
  Chains& operator=(const Chains&) = delete;
  ~Chains();

  Result Measure(const Request& request);

 private:
  const Pmem& pmem_;
  const Area place_;
  const SlowerReads slower_;
  // dram_ lies in mapped_, and begins at a page of 2 MiB.
  Area mapped_{nullptr, 0};
  Area dram_{nullptr, 0};
};

}  // namespace pmemycsb::probe
