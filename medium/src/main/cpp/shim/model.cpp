#include "model.h"

#include <time.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "counters.h"
#include "real.h"

namespace shim {
namespace {

constexpr uint64_t kVersion = 5;
constexpr double kBlockBytes = 256;
constexpr uint64_t kParts = 16;  // of a nanosecond

// Blocks of a thread that enter the queue at once. The processor finishes all its stores before it
// changes a word that threads share, which takes longer than a short persist.
constexpr uint64_t kTogether = 16;

// A thread counts for one or two milliseconds.
constexpr unsigned kWindowShift = 20;
constexpr uint64_t kWindowMask = 0xFFFFFFFF;
constexpr uint64_t kCountMask = 0xFFFF;

// The kernel wakes a thread up late by its timer slack of 50 us, and more on a virtual machine.
constexpr uint64_t kSpinNanos = 150'000;

// Shim in Java knows these offsets.
static_assert(sizeof(ModelPage) <= kPage);
static_assert(offsetof(ModelPage, persists) == 64);
static_assert(offsetof(ModelPage, rates) == 576);
static_assert(offsetof(ModelPage, read_nanos) == 1088);
static_assert(offsetof(ModelPage, readers) == 1120);
static_assert(offsetof(ModelPage, cache_bytes) == 1632);
static_assert(offsetof(ModelPage, busy_until) == 1664);

// Of a longer persist, no machine is asked how long it takes.
constexpr uint64_t kLongPersist = 64 * 1024;

// A shorter wait is not worth an instruction that may itself take 0.1 us.
constexpr uint64_t kPauseNanos = 1'000;

// Between two points the value changes evenly; outside it is that of the nearest point.
double interpolated(const ModelPage::Point *points, uint64_t number, uint64_t at) {
  if (at <= points[0].at) return points[0].value;
  for (uint64_t i = 1; i < number; i++) {
    const ModelPage::Point &low = points[i - 1];
    const ModelPage::Point &high = points[i];
    if (at <= high.at) {
      const double share = static_cast<double>(at - low.at) / static_cast<double>(high.at - low.at);
      return low.value + share * (high.value - low.value);
    }
  }
  return points[number - 1].value;
}

// The generator splitmix64 by S. Vigna, in the public domain: a well mixed number for each index.
uint64_t mixed(uint64_t index) {
  uint64_t z = index + 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

// Between 0 and 1, both excluded.
double share(uint64_t bits) {
  return (static_cast<double>(bits >> 11) + 0.5) / static_cast<double>(uint64_t{1} << 53);
}

// Normally distributed, by G. Box and M. Muller.
double normal(uint64_t seed, uint64_t index) {
  const double radius = std::sqrt(-2 * std::log(share(mixed(seed + 2 * index))));
  return radius * std::cos(2 * M_PI * share(mixed(seed + 2 * index + 1)));
}

// The calls and the readings of the clock that are not between the two readings, with half a step of
// the loop that waits: about two readings.
uint64_t overhead_nanos() {
  static const uint64_t overhead = [] {
    uint64_t least = std::numeric_limits<uint64_t>::max();
    for (int i = 0; i < 100; i++) {
      const uint64_t begin = clock_nanos();
      clock_nanos();
      least = std::min(least, (clock_nanos() - begin) / 2);
    }
    return least * 2;
  }();
  return overhead;
}

// The clock is as slow as a short persist. It is left alone if there is never a time to wait.
bool times_fences(const ModelPage &page) {
  return std::any_of(page.persists, page.persists + page.persist_points, [](const auto &point) {
    return point.at > kLongPersist ||
           point.value > static_cast<double>(own_persist_nanos(point.at) + overhead_nanos());
  });
}

struct Models {
  ModelPage *memory = nullptr;
  ModelPage *files = nullptr;
};

Models readModels() {
  ModelPage *const page = static_cast<ModelPage *>(map_page(text("PMEM_SHIM_MODEL")));
  if (page == nullptr) return {};
  if (page->version != kVersion || page->persist_points > ModelPage::kMostPoints ||
      page->rate_points > ModelPage::kMostPoints ||
      page->reader_points > ModelPage::kMostPoints) {
    std::fprintf(stderr, "libpmem_shim: the file of the model is of another version\n");
    std::abort();
  }
  return page->sync_p50_nanos > 0 ? Models{nullptr, page} : Models{page, nullptr};
}

const Models &models() {
  static const Models models = readModels();
  return models;
}

// Kept for ever: threads may flush while the process ends.
Model *kept(ModelPage *page) { return page == nullptr ? nullptr : new Model(*page, true); }

Model *writes() {
  ModelPage *const page = models().memory;
  // As libpmem(7) has it: then a flush does nothing.
  if (page == nullptr || text("PMEM_NO_FLUSH") == "1") return nullptr;
  const bool timed = times_fences(*page);
  return timed || page->rate_points > 0 || page->load_again_nanos > 0 ? new Model(*page, timed)
                                                                      : nullptr;
}

}  // namespace

Model *Model::of_memory() {
  static Model *const model = kept(models().memory);
  return model;
}

// Only a process that flushes has libpmem.
Model *Model::of_writes() {
  static Model *const model = writes();
  return model;
}

Model *Model::of_files() {
  static Model *const model = kept(models().files);
  return model;
}

double Model::gigabytes(unsigned writers) const {
  return page_.rate_points == 0 ? std::numeric_limits<double>::infinity()
                                : interpolated(page_.rates, page_.rate_points, writers);
}

uint64_t Model::persist_nanos(uint64_t bytes) const {
  if (page_.persist_points == 0 || bytes == 0) return 0;
  const ModelPage::Point &last = page_.persists[page_.persist_points - 1];
  double nanos = interpolated(page_.persists, page_.persist_points, bytes);
  // GB/s are bytes per nanosecond.
  if (bytes > last.at) nanos += static_cast<double>(bytes - last.at) / gigabytes(1);
  return static_cast<uint64_t>(nanos);
}

// The word has the number of the window in its upper half, then the threads of the window before,
// then those of this one.
unsigned Model::join(uint64_t now, uint64_t *joined) {
  uint64_t word = page_.users.load(std::memory_order_relaxed);
  for (;;) {
    uint64_t window = (now >> kWindowShift) & kWindowMask;
    // Another thread may have read the clock later.
    if ((((word >> 32) - window) & kWindowMask) == 1) window = word >> 32;
    const bool same = word >> 32 == window;
    uint64_t before = same ? (word >> 16) & kCountMask
                           : (((word >> 32) + 1) & kWindowMask) == window ? word & kCountMask : 0;
    uint64_t here = same ? word & kCountMask : 0;
    if (*joined != window) here = std::min(here + 1, kCountMask);
    const uint64_t changed = window << 32 | before << 16 | here;
    if (changed == word || page_.users.compare_exchange_weak(word, changed)) {
      *joined = window;
      return static_cast<unsigned>(std::max<uint64_t>({before, here, 1}));
    }
  }
}

unsigned Model::join(uint64_t now) {
  thread_local uint64_t joined = kNever;
  return join(now, &joined);
}

// Takes so much of the medium's time. Returns when all but the last part of the queue is done.
uint64_t Model::queue(uint64_t now, double parts, double ahead) {
  const auto time = static_cast<uint64_t>(parts);
  const auto last = static_cast<uint64_t>(ahead);
  uint64_t before = page_.busy_until.load(std::memory_order_relaxed);
  uint64_t after;
  do {
    after = std::max(before, now * kParts) + time;
  } while (!page_.busy_until.compare_exchange_weak(before, after, std::memory_order_relaxed));
  return std::max(now, after > last ? (after - last) / kParts : 0);
}

uint64_t Model::reserve(uint64_t now, uint64_t blocks, unsigned users) {
  if (page_.rate_points == 0 || blocks == 0) return now;
  const double part = kParts / gigabytes(users);
  return queue(now, static_cast<double>(blocks) * kBlockBytes * part,
               static_cast<double>(page_.buffer_bytes) * part);
}

uint64_t Model::reserve_reads(uint64_t now, uint64_t ranges, uint64_t bytes, unsigned users) {
  if (page_.reader_points == 0 || ranges == 0) return now;
  const uint64_t block = page_.read_block_bytes;
  const uint64_t blocks = std::max(ranges, (bytes + block - 1) / block);
  const double part = kParts / interpolated(page_.readers, page_.reader_points, users);
  // One writer can be ahead by the longest time.
  return queue(now, static_cast<double>(blocks * block) * part,
               static_cast<double>(page_.buffer_bytes) * kParts / gigabytes(1));
}

uint64_t Model::reserve_reads(uint64_t ranges, uint64_t bytes) {
  if (page_.reader_points == 0) return 0;
  const uint64_t now = clock_nanos();
  return reserve_reads(now, ranges, bytes, join(now));
}

void Model::owe(uint64_t nanos, uint64_t bytes) {
  page_.owed_bytes.fetch_add(bytes, std::memory_order_relaxed);
  page_.owed_nanos.fetch_add(nanos, std::memory_order_release);
}

void Model::pay() {
  if (page_.owed_nanos.load(std::memory_order_relaxed) == 0) return;
  const uint64_t end = clock_nanos() + page_.owed_nanos.exchange(0, std::memory_order_acquire);
  const uint64_t bytes = page_.owed_bytes.exchange(0, std::memory_order_relaxed);
  wait_until(std::max(end, reserve_reads(1, bytes)));
}

uint64_t Model::read_nanos(uint64_t bytes) const {
  return static_cast<uint64_t>(page_.read_nanos +
                               page_.read_byte_nanos * static_cast<double>(bytes));
}

uint64_t Model::sync_nanos() {
  const uint64_t index = page_.draws.fetch_add(1, std::memory_order_relaxed);
  return static_cast<uint64_t>(page_.sync_p50_nanos *
                               std::exp(page_.sync_sigma * normal(page_.seed, index)));
}

void Flight::begins(const Model &model) {
  if (model.times_fences() && since_ == Model::kNever) since_ = clock_nanos();
}

void Flight::stalls(Model &model, const Extent &written) {
  const uint64_t now = clock_nanos();
  bytes_ += written.lines * kLine;
  wait_until(model.reserve(now, blocks_ + written.blocks, model.join(now)));
  blocks_ = 0;
}

void Flight::lands(Model &model, const Extent &written) {
  bytes_ += written.lines * kLine;
  blocks_ += written.blocks;
  uint64_t end = 0;
  if (blocks_ >= kTogether) {
    const uint64_t now = clock_nanos();
    end = model.reserve(now, blocks_, model.join(now));
    blocks_ = 0;
  }
  if (bytes_ > 0 && model.times_fences()) {
    const uint64_t nanos = model.persist_nanos(bytes_);
    end = std::max(end, since_ + nanos - std::min(nanos, overhead_nanos()));
  }
  if (loads_ > 0) {
    // The processor loads a block before it flushes it, and does nothing else meanwhile.
    const uint64_t now = clock_nanos();
    const uint64_t nanos = loads_ * model.load_again_nanos();
    end = std::max(std::max(end, now) + nanos - std::min(nanos, overhead_nanos()),
                   model.reserve_reads(now, loads_, 0, model.join(now)));
    loads_ = 0;
  }
  if (end > 0) wait_until(end);
  since_ = Model::kNever;
  bytes_ = 0;
}

uint64_t clock_nanos() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

void wait_until(uint64_t nanos) {
  uint64_t now = clock_nanos();
  if (now + kSpinNanos < nanos) {
    const uint64_t early = nanos - kSpinNanos;
    const timespec end = {static_cast<time_t>(early / 1'000'000'000),
                          static_cast<long>(early % 1'000'000'000)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nullptr) == EINTR) {
    }
    now = clock_nanos();
  }
  // As a processor that waits for its memory does.
  while (now < nanos) {
#if defined(__x86_64__)
    if (now + kPauseNanos < nanos) __builtin_ia32_pause();
#endif
    now = clock_nanos();
  }
}

}  // namespace shim
