#include "counters.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <sstream>

namespace shim {

std::string text(const char *name) {
  const char *value = std::getenv(name);
  return value == nullptr ? "" : value;
}

void *map_page(const std::string &path) {
  if (path.empty()) return nullptr;
  const int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  void *mapped = MAP_FAILED;
  if (fd >= 0) {
    mapped = mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    ::close(fd);
  }
  if (mapped == MAP_FAILED) {
    std::perror(("libpmem_shim: " + path).c_str());
    std::abort();
  }
  return mapped;
}

namespace {

constexpr size_t kUncachedFrom = 256;

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
  settings.counters = static_cast<Counters *>(map_page(text("PMEM_SHIM_COUNTERS")));
  std::istringstream folders(text("PMEM_SHIM_FOLDERS"));
  for (std::string folder; std::getline(folders, folder);) settings.folders.push_back(folder + '/');
  const std::string left_out = text("PMEM_SHIM_LEAVE_OUT");
  settings.flushes = left_out.find("flushes") == std::string::npos;
  settings.fences = left_out.find("fences") == std::string::npos;
  settings.uncached_from = uncached_from();
  return settings;
}

}  // namespace

const Settings &Settings::get() {
  // Kept for ever: threads may flush while the process ends.
  static const Settings &settings = *new Settings(read());
  return settings;
}

}  // namespace shim
