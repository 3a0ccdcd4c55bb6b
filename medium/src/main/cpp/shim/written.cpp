#include "written.h"

#include <algorithm>

#include "counters.h"
#include "evicted.h"
#include "model.h"

namespace shim {
namespace {

constexpr size_t kMostSpans = 1 << 16;
// What a thread may write before the medium stops it: 16 KiB, the buffer of a DIMM.
constexpr uint64_t kUnfenced = 64;

}  // namespace

void Written::add(const void *address, size_t length) {
  const uintptr_t begin = reinterpret_cast<uintptr_t>(address);
  const Span span = {begin / kLine, (begin + length + kLine - 1) / kLine};
  most_blocks_ += (span.end - 1) / kLinesOfBlock - span.first / kLinesOfBlock + 1;
  if (!spans_.empty() && span.first == spans_.back().end) {
    spans_.back().end = span.end;
  } else {
    spans_.push_back(span);
  }
}

// Visits the spans in the order of their addresses, each line once.
template <typename Visit>
void Written::distinct(const Visit &visit) {
  std::sort(spans_.begin(), spans_.end(),
            [](const Span &a, const Span &b) { return a.first < b.first; });
  uintptr_t visited = 0;
  for (const Span &span : spans_) {
    const uintptr_t first = std::max(span.first, visited);
    if (span.end > first) visit(first, span.end);
    visited = std::max(visited, span.end);
  }
  spans_.clear();
  most_blocks_ = 0;
}

bool Written::full() const { return spans_.size() >= kMostSpans; }

Extent Written::take() {
  Extent extent;
  uintptr_t counted = 0;
  distinct([&](uintptr_t first, uintptr_t end) {
    extent.lines += end - first;
    const uintptr_t end_block = (end - 1) / kLinesOfBlock + 1;
    const uintptr_t block = std::max(first / kLinesOfBlock, counted);
    if (end_block > block) extent.blocks += end_block - block;
    counted = std::max(counted, end_block);
  });
  return extent;
}

Extent Written::take_merged() {
  if (spans_.empty()) return {};
  const uintptr_t last = (spans_.back().end - 1) / kLinesOfBlock;
  const uintptr_t before = last_block_;
  const bool merges =
      has_last_ && std::any_of(spans_.begin(), spans_.end(), [before](const Span &span) {
        return span.first / kLinesOfBlock <= before && before <= (span.end - 1) / kLinesOfBlock;
      });
  last_block_ = last;
  has_last_ = true;
  Extent extent = take();
  if (merges) extent.blocks--;
  return extent;
}

namespace {

// Of all threads. Kept for ever: threads may flush while the process ends.
Evicted &evicted() {
  static Evicted *const lines = new Evicted(Model::of_writes()->cache_bytes());
  return *lines;
}

// Of a thread, between two of its fences.
class Writer {
 public:
  // The blocks of a thread that ends without a fence count, too.
  ~Writer() { takes(); }

  void begins() {
    const Model *const model = Model::of_writes();
    if (model != nullptr) flight_.begins(*model);
  }

  void add(const void *address, size_t length, bool past_cache) {
    begins();
    written_.add(address, length);
    if (Settings::get().counters != nullptr) {
      if (written_.full()) takes();
      return;
    }
    Model &model = *Model::of_writes();
    if (!past_cache && model.load_again_nanos() > 0) {
      flight_.loads(evicted().flush(address, length));
    }
    if (written_.most_blocks() >= kUnfenced) flight_.stalls(model, written_.take_merged());
  }

  void fenced() {
    Model *const model = Model::of_writes();
    // A counted run has no throughput, so it need not be delayed.
    if (Settings::get().counters != nullptr) {
      takes();
      waits();
    } else if (model != nullptr) {
      flight_.lands(*model, written_.take_merged());
    }
  }

 private:
  void takes() {
    Counters *const counters = Settings::get().counters;
    if (counters == nullptr) return;
    const Extent extent = written_.take();
    if (extent.blocks > 0) count(counters->blocks, extent.blocks);
    lines_ += extent.lines;
  }

  void waits() {
    if (lines_ == 0) return;
    Counters &counters = *Settings::get().counters;
    count(counters.waits);
    count(counters.awaited_lines, lines_);
    if (lines_ > kNearLines) count(counters.far_lines, lines_ - kNearLines);
    lines_ = 0;
  }

  Written written_;
  Flight flight_;
  uint64_t lines_ = 0;  // counted and not yet waited for
};

thread_local Writer writer;

}  // namespace

void range_written(const void *address, size_t length, bool past_cache) {
  writer.add(address, length, past_cache);
}

void range_loaded(const void *address, size_t length) {
  const Model *const model = Model::of_writes();
  if (model != nullptr && model->load_again_nanos() > 0) evicted().load(address, length);
}

void copy_begins() { writer.begins(); }

void fenced() { writer.fenced(); }

}  // namespace shim
