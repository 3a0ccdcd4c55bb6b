// Measures what a place on persistent memory can do.
//
//   pmem_probe --dir FOLDER --bytes N [--pmem FILE] [--pmem2 FILE] [--pmemobj FILE]
//              [--pool-bytes N] [--reads NANOS,NANOS,NANOS,NANOS]
//
// Makes a file of N bytes without a name in FOLDER, and prints a line of JSON about it: bytes,
// is_pmem, auto_flush (-1: libpmem does not know), clock_ns (the time of reading the clock). Each
// line on standard input is then a request: the operation, the size in bytes, random or sequential,
// the number of threads, and how many milliseconds to measure. The answer is a line of JSON:
// operations, ops_s (of all threads), and p50_ns, p99_ns, p999_ns as far as at least 10 operations
// were slower; clock_ns is subtracted. An operation that fails is answered with {"error":TEXT}. A
// refusal to start is one line on standard error and status 1.
//
// The pool of libpmemobj and the mappings of libpmem2 are made when the first operation needs them.
// --pmem, --pmem2 and --pmemobj name the libraries. --reads is for a place that stands for a slower
// memory: the times of a line and of each byte behind it there, and both times in main memory.
// Chains wait for it, and for the bandwidth that the shim for libpmem gives to all readers.
#include <dlfcn.h>

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>

#include "chain.h"
#include "granules.h"
#include "libraries.h"
#include "mapped.h"
#include "measure.h"
#include "objects.h"

namespace {

using pmemycsb::probe::Chains;
using pmemycsb::probe::Clock;
using pmemycsb::probe::Granules;
using pmemycsb::probe::Mapped;
using pmemycsb::probe::Objects;
using pmemycsb::probe::Pmem;
using pmemycsb::probe::Pmem2;
using pmemycsb::probe::Pmemobj;
using pmemycsb::probe::Refusal;
using pmemycsb::probe::Request;
using pmemycsb::probe::Result;
using pmemycsb::probe::SlowerReads;

constexpr std::size_t kSmallestFile = 2U << 20;
constexpr std::size_t kLargestSize = 1U << 20;
constexpr unsigned kMostThreads = 1024;
constexpr std::size_t kFewestAbove = 10;

struct Arguments {
  std::string folder;
  std::size_t bytes = 0;
  std::size_t pool_bytes = 128U << 20;
  SlowerReads reads;
  std::string pmem = "libpmem.so.1";
  std::string pmem2 = "libpmem2.so.1";
  std::string pmemobj = "libpmemobj.so.1";
};

std::size_t Number(const std::string& name, const std::string& value) {
  char* end = nullptr;
  errno = 0;
  const unsigned long long number = std::strtoull(value.c_str(), &end, 10);
  if (value.empty() || *end != '\0' || errno != 0 || value[0] == '-') {
    throw Refusal(name + ": " + value + " is no number");
  }
  return number;
}

SlowerReads Reads(const std::string& name, const std::string& value) {
  std::istringstream words(value);
  double times[4] = {};
  char comma = ',';
  for (int i = 0; i < 4 && comma == ','; ++i) {
    comma = ' ';
    words >> times[i];
    if (i < 3) words >> comma;
  }
  if (!words || !words.eof() || times[0] <= 0 || times[1] < 0 || times[2] <= 0 || times[3] < 0) {
    throw Refusal(name + ": " + value + " are no times");
  }
  SlowerReads reads{{times[0], times[1]}, {times[2], times[3]}};
  void* const shared = dlsym(RTLD_DEFAULT, "shim_reads");
  reads.shared = reinterpret_cast<decltype(reads.shared)>(shared);
  void* const loaded = dlsym(RTLD_DEFAULT, "shim_loaded");
  reads.loaded = reinterpret_cast<decltype(reads.loaded)>(loaded);
  return reads;
}

Arguments Parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    if (i + 1 == argc) throw Refusal(name + " needs a value");
    const std::string value = argv[i + 1];
    if (name == "--dir") {
      arguments.folder = value;
    } else if (name == "--bytes") {
      arguments.bytes = Number(name, value);
    } else if (name == "--pool-bytes") {
      arguments.pool_bytes = Number(name, value);
    } else if (name == "--reads") {
      arguments.reads = Reads(name, value);
    } else if (name == "--pmem") {
      arguments.pmem = value;
    } else if (name == "--pmem2") {
      arguments.pmem2 = value;
    } else if (name == "--pmemobj") {
      arguments.pmemobj = value;
    } else {
      throw Refusal("unknown option " + name);
    }
  }
  if (arguments.folder.empty() || arguments.bytes < kSmallestFile) {
    throw Refusal("--dir and --bytes, at least 2 MiB, are needed");
  }
  return arguments;
}

Request ParseRequest(const std::string& line) {
  std::istringstream words(line);
  Request request;
  std::string order;
  std::string bytes;
  std::string threads;
  std::string millis;
  words >> request.operation >> bytes >> order >> threads >> millis;
  if (!words || (order != "random" && order != "sequential")) {
    throw Refusal("no request: " + line);
  }
  request.bytes = Number("size", bytes);
  request.random = order == "random";
  request.threads = static_cast<unsigned>(Number("threads", threads));
  request.time = std::chrono::milliseconds(Number("milliseconds", millis));
  if (request.bytes < sizeof(std::uint64_t) || request.bytes > kLargestSize ||
      request.threads < 1 || request.threads > kMostThreads) {
    throw Refusal("no request: " + line);
  }
  return request;
}

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return quoted + '"';
}

// The median time between two successive readings of the clock.
std::int64_t ClockNanos() {
  std::vector<std::int64_t> gaps;
  for (int i = 0; i < 2001; ++i) {
    const auto begin = Clock::now();
    pmemycsb::probe::AwaitLoads();
    gaps.push_back(
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count());
  }
  std::sort(gaps.begin(), gaps.end());
  return gaps[gaps.size() / 2];
}

// By the nearest rank.
void PrintPercentile(const Result& result, const char* name, double share,
                     std::int64_t clock_nanos) {
  const std::size_t count = result.latencies.size();
  const auto above = static_cast<std::size_t>(static_cast<double>(count) * (1 - share));
  if (above < kFewestAbove) return;
  const std::int64_t nanos = result.latencies[count - above - 1] - clock_nanos;
  std::printf(",\"%s\":%" PRId64, name, std::max<std::int64_t>(0, nanos));
}

void Print(const Result& result, std::int64_t clock_nanos) {
  std::printf("{\"operations\":%" PRIu64 ",\"ops_s\":%.3f", result.operations, result.per_second);
  PrintPercentile(result, "p50_ns", 0.5, clock_nanos);
  PrintPercentile(result, "p99_ns", 0.99, clock_nanos);
  PrintPercentile(result, "p999_ns", 0.999, clock_nanos);
  std::printf("}\n");
}

void Run(const Arguments& arguments) {
  const Pmem pmem(arguments.pmem);
  const Mapped mapped(pmem, arguments.folder, arguments.bytes);
  const std::int64_t clock_nanos = ClockNanos();
  std::printf("{\"bytes\":%zu,\"is_pmem\":%s,\"auto_flush\":%d,\"clock_ns\":%" PRId64 "}\n",
              mapped.bytes(), mapped.is_pmem() ? "true" : "false", pmem.has_auto_flush(),
              clock_nanos);
  std::fflush(stdout);
  SlowerReads reads = arguments.reads;
  reads.clock_nanos = clock_nanos;
  Chains chains(pmem, {mapped.address(), mapped.bytes()}, reads);
  std::optional<Pmem2> pmem2;
  std::optional<Granules> granules;
  std::optional<Pmemobj> pmemobj;
  std::optional<Objects> objects;
  for (std::string line; std::getline(std::cin, line);) {
    const Request request = ParseRequest(line);
    try {
      std::optional<Result> result = mapped.Measure(request);
      if (!result) result = pmemycsb::probe::MeasurePosix(request);
      if (!result && request.operation.rfind("chain_", 0) == 0) {
        result = chains.Measure(request);
      }
      if (!result && request.operation.rfind("pmem2_", 0) == 0) {
        if (!pmem2) pmem2.emplace(arguments.pmem2);
        if (!granules) granules.emplace(pmem, *pmem2, arguments.folder, arguments.bytes);
        result = granules->Measure(request);
      }
      if (!result) {
        if (!pmemobj) pmemobj.emplace(arguments.pmemobj);
        if (!objects) objects.emplace(*pmemobj, arguments.folder, arguments.pool_bytes);
        result = objects->Measure(request);
      }
      Print(*result, clock_nanos);
    } catch (const Refusal& e) {
      std::printf("{\"error\":%s}\n", Quoted(e.what()).c_str());
    }
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Run(Parse(argc, argv));
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "pmem_probe: %s\n", e.what());
    return 1;
  }
}
