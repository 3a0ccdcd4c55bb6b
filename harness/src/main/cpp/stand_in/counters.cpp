#include "counters.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

namespace stand_in {
namespace {

constexpr uintptr_t kBlock = 256;
constexpr size_t kMostSpans = 1 << 16;
constexpr size_t kUncachedFrom = 256;

std::string text(const char *name) {
  const char *value = std::getenv(name);
  return value == nullptr ? "" : value;
}

Counters *map(const std::string &path) {
  if (path.empty()) return nullptr;
  const int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  void *mapped = MAP_FAILED;
  if (fd >= 0) {
    mapped = mmap(nullptr, sizeof(Counters), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    ::close(fd);
  }
  if (mapped == MAP_FAILED) {
    std::perror(("libpmem_stand_in: " + path).c_str());
    std::abort();
  }
  return static_cast<Counters *>(mapped);
}

// As libpmem(7) has it: PMEM_NO_MOVNT=1 and PMEM_MOVNT_THRESHOLD.
size_t uncached_from() {
  if (text("PMEM_NO_MOVNT") == "1") return std::numeric_limits<size_t>::max();
  const std::string threshold = text("PMEM_MOVNT_THRESHOLD");
  char *end = nullptr;
  const long long bytes = std::strtoll(threshold.c_str(), &end, 10);
  return threshold.empty() || *end != '\0' || bytes < 0 ? kUncachedFrom
                                                        : static_cast<size_t>(bytes);
}

Settings read() {
  Settings settings;
  settings.counters = map(text("PMEM_STAND_IN_COUNTERS"));
  settings.folder = text("PMEM_STAND_IN_FOLDER");
  if (!settings.folder.empty()) settings.folder += '/';
  const std::string left_out = text("PMEM_STAND_IN_LEAVE_OUT");
  settings.flushes = left_out.find("flushes") == std::string::npos;
  settings.fences = left_out.find("fences") == std::string::npos;
  settings.uncached_from = uncached_from();
  return settings;
}

// What a thread wrote since its last fence, in blocks.
class Written {
 public:
  // The blocks of a thread that ends without a fence count, too.
  ~Written() { count_blocks(); }

  void add(uintptr_t first, uintptr_t end) {
    if (!spans_.empty() && first == spans_.back().end) {
      spans_.back().end = end;
      return;
    }
    if (spans_.size() == kMostSpans) count_blocks();
    spans_.push_back({first, end});
  }

  void count_blocks() {
    std::sort(spans_.begin(), spans_.end(),
              [](const Span &a, const Span &b) { return a.first < b.first; });
    uint64_t blocks = 0;
    uintptr_t counted = 0;
    for (const Span &span : spans_) {
      const uintptr_t first = std::max(span.first, counted);
      if (span.end > first) blocks += span.end - first;
      counted = std::max(counted, span.end);
    }
    spans_.clear();
    if (blocks > 0) count(Settings::get().counters->blocks, blocks);
  }

 private:
  struct Span {
    uintptr_t first;
    uintptr_t end;
  };
  std::vector<Span> spans_;
};

thread_local Written written;

}  // namespace

const Settings &Settings::get() {
  // Kept for ever: threads may flush while the process ends.
  static const Settings &settings = *new Settings(read());
  return settings;
}

void range_written(const void *address, size_t length) {
  const uintptr_t begin = reinterpret_cast<uintptr_t>(address);
  written.add(begin / kBlock, (begin + length + kBlock - 1) / kBlock);
}

void fenced() { written.count_blocks(); }

}  // namespace stand_in
