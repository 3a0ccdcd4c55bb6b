#include "chain.h"

#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <string_view>

#include "instructions.h"

namespace pmemycsb::probe {
namespace {

constexpr const char* kPrefix = "chain";
constexpr std::size_t kMostSteps = 64;
// Fits into the first level of each processor's cache, unless one read alone is larger.
constexpr std::size_t kCachedBytes = 16U << 10;
// So many rounds that another program disturbs less than half of them.
constexpr int kRounds = 15;
constexpr int kReadsPerRound = 200;

constexpr std::size_t kHugePage = 2U << 20;

// Whether a mapping has pages of 2 MiB: the kernel counts those of a tmpfs, and marks a mapping of a
// DAX file system ("hg").
bool HasHugePages(const char* address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream maps("/proc/self/smaps");
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &begin, &end) == 2) {
      inside = begin <= wanted && wanted < end;
    } else if (inside) {
      std::istringstream words(line);
      std::string name;
      std::string value;
      words >> name;
      if (name == "ShmemPmdMapped:" || name == "FilePmdMapped:") {
        words >> value;
        if (value != "0") return true;
      }
      while (name == "VmFlags:" && words >> value) {
        if (value == "hg") return true;
      }
    }
  }
  return false;
}

[[noreturn]] void Refuse(const std::string& operation, const std::string& why) {
  throw Refusal(operation + ": " + why);
}

// Takes a text from the beginning of another, if it is there.
bool Take(std::string_view* rest, std::string_view text) {
  if (rest->substr(0, text.size()) != text) return false;
  rest->remove_prefix(text.size());
  return true;
}

// Takes a number of up to 7 digits from the beginning. Returns 0 if there is none.
std::size_t TakeNumber(std::string_view* rest) {
  std::size_t number = 0;
  for (int digits = 0; digits < 7 && !rest->empty(); ++digits) {
    const char digit = rest->front();
    if (digit < (digits == 0 ? '1' : '0') || digit > '9') break;
    number = 10 * number + static_cast<std::size_t>(digit - '0');
    rest->remove_prefix(1);
  }
  return number;
}

}  // namespace

std::vector<Step> ParseChain(const std::string& operation, std::size_t bytes) {
  std::vector<Step> steps;
  std::size_t room = 0;
  std::string_view rest(operation);
  rest.remove_prefix(std::strlen(kPrefix));
  while (!rest.empty()) {
    bool formed = Take(&rest, "_");
    std::size_t times = TakeNumber(&rest);
    formed = formed && times < 100 && (times == 0 || Take(&rest, "x"));
    Step step{Step::Kind::kRead, Take(&rest, "dram_"), bytes};
    const bool reads = Take(&rest, "read");
    if (!reads) {
      const bool stores = Take(&rest, "store");
      formed = formed && (stores || Take(&rest, "persist"));
      step.kind = stores ? Step::Kind::kStore : Step::Kind::kPersist;
    }
    if (const std::size_t size = TakeNumber(&rest); size > 0) step.bytes = size;
    if (!formed || (!rest.empty() && rest.front() != '_')) {
      Refuse(operation,
             "a step is read, dram_read, store or persist; 2x before it does it twice, and a number "
             "behind it is its size");
    }
    if (step.bytes < sizeof(std::uint64_t)) Refuse(operation, "a step has at least 8 bytes");
    if (!reads) {
      if (step.dram) Refuse(operation, "a write goes where the read before it was, without dram_");
      if (steps.empty()) Refuse(operation, "a write needs a read before it");
      step.dram = steps.back().dram;
    }
    for (times = std::max<std::size_t>(times, 1); times > 0; --times) {
      if (!reads && step.bytes > room) {
        Refuse(operation, "the writes do not fit into the range that was read last");
      }
      room = reads ? step.bytes : room - step.bytes;
      steps.push_back(step);
    }
  }
  if (steps.size() > kMostSteps) Refuse(operation, "a chain has at most 64 steps");
  return steps;
}

bool UsesDram(const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    if (step.dram) return true;
  }
  return false;
}

Chain::Chain(const Pmem& pmem, const std::vector<Step>& steps, Area place, Area dram,
             unsigned seed, SlowerReads slower)
    : pmem_(pmem), place_(place), slower_(slower) {
  for (const Step& step : steps) {
    Link link{step, std::nullopt};
    if (step.kind == Step::Kind::kRead) {
      const Area& area = step.dram ? dram : place;
      Request request{"", step.bytes, true, 1, {}};
      link.walk.emplace(area.base, area.bytes, request,
                        seed * static_cast<unsigned>(kMostSteps) +
                            static_cast<unsigned>(links_.size()));
      if (!step.dram) {
        ++reads_of_place_;
        bytes_of_place_ += step.bytes;
      }
    }
    links_.push_back(link);
  }
  const auto last = std::find_if(links_.rbegin(), links_.rend(), [](const Link& link) {
    return link.walk && !link.step.dram;
  });
  if (last != links_.rend()) last->last_of_place = true;
}

void Chain::Do() {
  const Clock::time_point begin = reads_take_ ? Clock::now() : Clock::time_point();
  loaded_ = 0;
  char* at = nullptr;
  for (Link& link : links_) {
    if (link.step.kind == Step::Kind::kRead) {
      at = link.walk->Next(loaded_);
      loaded_ = Words(at, link.step.bytes);
      if (!link.step.dram && slower_.loaded != nullptr) slower_.loaded(at, link.step.bytes);
      if (link.last_of_place && reads_take_) AwaitReads(begin);
    } else {
      Write(link.step, at);
      at += link.step.bytes;
    }
  }
  // The compiler must take the words for used.
  asm volatile("" ::"r"(loaded_));
}

void Chain::Write(const Step& step, char* at) {
  const std::uint64_t value = loaded_ + ++number_;
  for (std::size_t i = 0; i + sizeof value <= step.bytes; i += sizeof value) {
    std::memcpy(at + i, &value, sizeof value);
  }
  if (step.kind == Step::Kind::kStore) {
    asm volatile("" ::"r"(at) : "memory");
  } else if (step.dram) {
    PersistInDram(at, step.bytes);
  } else {
    pmem_.persist(at, step.bytes);
  }
}

void Chain::MeasureReads() {
  struct Reads {
    std::vector<Walk> walks;
    std::vector<std::size_t> bytes;
    std::vector<Clock::duration> times;

    void Add(const Walk& walk, std::size_t size) {
      walks.push_back(walk);
      bytes.push_back(size);
    }
  };
  Reads of_dram;
  Reads far;
  Reads near;
  double medium = 0;
  double dram = 0;
  for (const Link& link : links_) {
    if (!link.walk) continue;
    if (link.step.dram) {
      of_dram.Add(*link.walk, link.step.bytes);
    } else {
      const Request request{"", link.step.bytes, true, 1, {}};
      far.Add(*link.walk, link.step.bytes);
      near.Add({place_.base, std::max(kCachedBytes, link.step.bytes), request, 1U},
               link.step.bytes);
      medium += slower_.medium.Of(link.step.bytes);
      dram += slower_.dram.Of(link.step.bytes);
    }
    if (link.last_of_place) break;
  }
  const auto measure = [](Reads& reads) {
    const auto begin = Clock::now();
    for (int i = 0; i < kReadsPerRound; ++i) {
      std::uint64_t loaded = 0;
      for (std::size_t j = 0; j < reads.walks.size(); ++j) {
        loaded = Words(reads.walks[j].Next(loaded), reads.bytes[j]);
      }
      asm volatile("" ::"r"(loaded));
    }
    AwaitLoads();
    reads.times.push_back((Clock::now() - begin) / kReadsPerRound);
  };
  for (int i = 0; i < kRounds; ++i) {
    measure(of_dram);
    measure(far);
    measure(near);
    measure(near);
  }
  const auto median = [](std::vector<Clock::duration> times) {
    std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
    return times[kRounds / 2];
  };
  const auto native = median(far.times);
  const auto cached = *std::min_element(near.times.begin(), near.times.end());
  const auto wait = std::max(Clock::duration::zero(), native - cached);
  reads_take_ = median(of_dram.times) + native +
                std::chrono::duration_cast<Clock::duration>(wait * (medium / dram - 1)) -
                std::chrono::nanoseconds(slower_.clock_nanos);
}

void Chain::AwaitReads(Clock::time_point begin) const {
  AwaitLoads();
  auto end = begin + *reads_take_;
  if (slower_.shared != nullptr) {
    const std::uint64_t read = slower_.shared(reads_of_place_, bytes_of_place_);
    end = std::max(end, Clock::time_point(std::chrono::nanoseconds(read)));
  }
  while (Clock::now() < end) {
  }
}

Chains::~Chains() {
  if (mapped_.base != nullptr) munmap(mapped_.base, mapped_.bytes);
}

Result Chains::Measure(const Request& request) {
  if (!request.random) Refuse(request.operation, "the addresses of a chain are random");
  const std::vector<Step> steps = ParseChain(request.operation, request.bytes);
  if (UsesDram(steps) && dram_.base == nullptr) {
    RequirePersistInDram();
    const std::size_t bytes = place_.bytes + kHugePage;
    void* const found =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (found == MAP_FAILED) RefuseWithErrno("cannot allocate main memory");
    mapped_ = {static_cast<char*>(found), bytes};
    // A kernel without huge pages refuses both, and has none for either memory.
    madvise(found, bytes, HasHugePages(place_.base) ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    const auto begin = reinterpret_cast<std::uintptr_t>(found);
    dram_ = {mapped_.base + (kHugePage - begin % kHugePage) % kHugePage, place_.bytes};
    std::memset(dram_.base, 0, dram_.bytes);
  }
  return probe::Measure(request, [&](unsigned thread) {
    return std::make_unique<BatchesOf<Chain>>(pmem_, steps, place_.Share(thread, request.threads),
                                   dram_.Share(thread, request.threads), thread + 1, slower_);
  });
}

}  // namespace pmemycsb::probe
