// Where a chain writes, and the sums over threads, for ChainTest.
//
//   chain_addresses OPERATION BYTES TIMES CONTENT
//
// Does a chain, and prints the offset of each cache line that changed. The first word of each line was
// its number, times CONTENT, times a large number: the high bits of a word choose an address. The
// place and main memory are the same memory here.
//
//   chain_addresses THREADS
//
// Measures batches that say of themselves: ten operations took a second, and one of them as many
// nanoseconds as the number of its thread. Prints the operations, their rate, and all latencies.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <vector>

#include "chain.h"

namespace {

using pmemycsb::probe::Area;
using pmemycsb::probe::Batches;
using pmemycsb::probe::Chain;
using pmemycsb::probe::Clock;
using pmemycsb::probe::kLine;
using pmemycsb::probe::ParseChain;
using pmemycsb::probe::Pmem;
using pmemycsb::probe::Request;
using pmemycsb::probe::Result;

constexpr std::size_t kBytes = 1U << 20;

class Fixed final : public Batches {
 public:
  explicit Fixed(unsigned thread) : thread_(thread) {}
  std::size_t size() const override { return 10; }
  Clock::duration Do() override { return std::chrono::seconds(1); }
  std::int64_t* Time(std::int64_t* next, const std::int64_t*) override {
    *next = thread_;
    return next + 1;
  }

 private:
  const unsigned thread_;
};

void PrintSums(unsigned threads) {
  const Request request{"", sizeof(std::uint64_t), true, threads, {}};
  const Result result = pmemycsb::probe::Measure(
      request, [](unsigned thread) { return std::make_unique<Fixed>(thread); });
  std::printf("%llu %g", static_cast<unsigned long long>(result.operations), result.per_second);
  for (const std::int64_t nanos : result.latencies) std::printf(" %d", static_cast<int>(nanos));
}

void Run(char** argv) {
  std::vector<char> memory(kBytes + kLine);
  char* const base =
      memory.data() + (kLine - reinterpret_cast<std::uintptr_t>(memory.data()) % kLine);
  for (std::size_t i = 0; i < kBytes; i += kLine) {
    const std::uint64_t word =
        (i / kLine + 1) * std::strtoul(argv[4], nullptr, 10) * 0x9E3779B97F4A7C15U;
    std::memcpy(base + i, &word, sizeof word);
  }
  const std::vector<char> before(base, base + kBytes);
  const Pmem pmem("libpmem.so.1");
  const Area area{base, kBytes};
  Chain chain(pmem, ParseChain(argv[1], std::strtoul(argv[2], nullptr, 10)), area, area, 1,
              {});
  for (int i = 0; i < std::atoi(argv[3]); ++i) chain.Do();
  for (std::size_t i = 0; i < kBytes; i += kLine) {
    if (std::memcmp(before.data() + i, base + i, kLine) != 0) std::printf("%zu\n", i);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 5) {
    std::fprintf(stderr, "chain_addresses: see the head of its source\n");
    return 2;
  }
  try {
    if (argc == 2) {
      PrintSums(static_cast<unsigned>(std::atoi(argv[1])));
    } else {
      Run(argv);
    }
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
