#include "chain.h"

#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
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
        reads_of_place_.push_back(step.bytes);
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
  char* at = nullptr;
  for (Link& link : links_) {
    if (link.step.kind == Step::Kind::kRead) {
      at = link.walk->Next(loaded_);
      loaded_ = Words(at, link.step.bytes);
      if (link.last_of_place && delay_) AwaitDelay();
    } else {
      Write(link.step, at);
      at += link.step.bytes;
    }
  }
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

void Chain::MeasureDelay() {
  std::vector<Walk> far;
  std::vector<Walk> near;
  double medium = 0;
  double dram = 0;
  for (const Link& link : links_) {
    if (!link.walk || link.step.dram) continue;
    const Request request{"", link.step.bytes, true, 1, {}};
    far.push_back(*link.walk);
    near.emplace_back(place_.base, std::max(kCachedBytes, link.step.bytes), request, 1U);
    medium += slower_.medium.Of(link.step.bytes);
    dram += slower_.dram.Of(link.step.bytes);
  }
  const auto time = [&](std::vector<Walk>& walks) {
    const auto begin = Clock::now();
    for (int i = 0; i < kReadsPerRound; ++i) {
      for (std::size_t j = 0; j < walks.size(); ++j) {
        loaded_ = Words(walks[j].Next(loaded_), reads_of_place_[j]);
      }
    }
    AwaitLoads();
    return (Clock::now() - begin) / kReadsPerRound;
  };
  std::vector<Clock::duration> waits;
  Clock::duration cached = Clock::duration::max();
  for (int i = 0; i < kRounds; ++i) {
    waits.push_back(time(far));
    time(near);
    cached = std::min(cached, time(near));
  }
  std::nth_element(waits.begin(), waits.begin() + kRounds / 2, waits.end());
  const auto wait = std::max(Clock::duration::zero(), waits[kRounds / 2] - cached);
  delay_ = std::chrono::duration_cast<Clock::duration>(wait * (medium / dram - 1)) -
           std::chrono::nanoseconds(slower_.clock_nanos);
}

void Chain::AwaitDelay() const {
  AwaitLoads();
  auto end = Clock::now() + *delay_;
  if (slower_.shared != nullptr) {
    const std::uint64_t read = slower_.shared(reads_of_place_.size(), bytes_of_place_);
    end = std::max(end, Clock::time_point(std::chrono::nanoseconds(read)));
  }
  while (Clock::now() < end) {
  }
}

Chains::~Chains() {
  if (dram_.base != nullptr) munmap(dram_.base, dram_.bytes);
}

Result Chains::Measure(const Request& request) {
  if (!request.random) Refuse(request.operation, "the addresses of a chain are random");
  const std::vector<Step> steps = ParseChain(request.operation, request.bytes);
  if (UsesDram(steps) && dram_.base == nullptr) {
    RequirePersistInDram();
    // Shared, so that its pages have the size of those of tmpfs.
    void* const found = mmap(nullptr, place_.bytes, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (found == MAP_FAILED) RefuseWithErrno("cannot allocate main memory");
    dram_ = {static_cast<char*>(found), place_.bytes};
    std::memset(dram_.base, 0, dram_.bytes);
  }
  return probe::Measure(request, [&](unsigned thread) {
    return std::make_unique<Chain>(pmem_, steps, place_.Share(thread, request.threads),
                                   dram_.Share(thread, request.threads), thread + 1, slower_);
  });
}

}  // namespace pmemycsb::probe
