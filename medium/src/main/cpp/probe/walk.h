#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "libraries.h"
#include "measure.h"

namespace pmemycsb::probe {

// The addresses that a thread works on, in its own share of the mapping: one after the other, or in
// a random order.
class Walk {
 public:
  Walk(char* base, std::size_t bytes, const Request& request, unsigned seed)
      : base_(base),
        random_(request.random),
        stride_(random_ ? std::max(request.bytes, kLine) : request.bytes),
        slots_(bytes / stride_),
        state_(seed) {
    if (slots_ == 0) throw Refusal("the size is larger than a thread's share of the file");
  }

  // `more` is added to the choice of the next random address. A value that was just loaded makes
  // the next load wait for it.
  char* Next(std::uint64_t more = 0) {
    if (random_) {
      // Knuth's linear congruential generator; its high bits are the random ones.
      state_ = state_ * 6364136223846793005U + 1442695040888963407U + more;
      slot_ = static_cast<std::size_t>(((state_ >> 32) * slots_) >> 32);
    } else if (++slot_ >= slots_) {
      slot_ = 0;
    }
    return base_ + slot_ * stride_;
  }

 private:
  char* const base_;
  const bool random_;
  const std::size_t stride_;
  const std::size_t slots_;
  std::uint64_t state_;
  std::size_t slot_ = 0;
};

// What the operations of a thread have in common.
struct Context {
  const Pmem& pmem;
  Walk walk;
  const std::size_t bytes;
  std::vector<char> source;
  std::uint64_t number = 0;

  // Makes each cache line of the range dirty.
  char* Dirty() {
    char* const at = walk.Next();
    ++number;
    for (std::size_t i = 0; i < bytes; i += kLine) std::memcpy(at + i, &number, sizeof number);
    return at;
  }
};

// Few calls between two looks at the clock, where one may take milliseconds.
using Quick = Repeated<Context, 100>;
using Slow = Repeated<Context, 1>;

// The exclusive or of the whole words of a range. Every byte of them is loaded.
inline std::uint64_t Words(const char* at, std::size_t bytes) {
  std::uint64_t sums[4] = {};
  std::size_t i = 0;
  for (; i + sizeof sums <= bytes; i += sizeof sums) {
    std::uint64_t words[4];
    std::memcpy(words, at + i, sizeof words);
    for (std::size_t j = 0; j < 4; ++j) sums[j] ^= words[j];
  }
  for (; i + sizeof sums[0] <= bytes; i += sizeof sums[0]) {
    std::uint64_t word;
    std::memcpy(&word, at + i, sizeof word);
    sums[0] ^= word;
  }
  return sums[0] ^ sums[1] ^ sums[2] ^ sums[3];
}

// Stores into a range and persists it.
template <typename Batch>
struct Persist : Batch {
  using Batch::Batch;
  void Do() { this->context.pmem.persist(this->context.Dirty(), this->context.bytes); }
};

// Measures an operation on a mapping; each thread has its own share of it.
template <typename Operation>
Result MeasureMapped(const Pmem& pmem, char* base, std::size_t bytes, const Request& request) {
  const std::size_t share = bytes / request.threads / kLine * kLine;
  return Measure(request, [&](unsigned thread) {
    return std::make_unique<BatchesOf<Operation>>(Context{
        pmem, Walk(base + thread * share, share, request, thread + 1), request.bytes,
        std::vector<char>(request.bytes, 'p')});
  });
}

}  // namespace pmemycsb::probe
