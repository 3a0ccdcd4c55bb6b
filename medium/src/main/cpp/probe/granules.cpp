#include "granules.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

#include "walk.h"

namespace pmemycsb::probe {
namespace {

// PMEM2_GRANULARITY_PAGE: all granularities are fine enough for it.
constexpr int kPage = 2;
// Read by libpmem2 at each mapping (libpmem2(7), section ENVIRONMENT).
constexpr const char* kForce = "PMEM2_FORCE_GRANULARITY";

// Closes a file at the end of a block.
struct File {
  const int number;
  ~File() { close(number); }
};

}  // namespace

Granules::Granules(const Pmem& pmem, const Pmem2& library, const std::string& folder,
                   std::size_t bytes) {
  const File file{open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, kOwnerOnly)};
  if (file.number < 0) RefuseWithErrno("cannot make a file in " + folder);
  errno = posix_fallocate(file.number, 0, static_cast<off_t>(bytes));
  if (errno != 0) {
    RefuseWithErrno("cannot make a file of " + std::to_string(bytes >> 20) + " MiB in " + folder);
  }
  mappings_.emplace("pmem2_persist_byte", Map(pmem, library, file.number, "BYTE"));
  mappings_.emplace("pmem2_persist_cache_line", Map(pmem, library, file.number, "CACHE_LINE"));
  mappings_.emplace("pmem2_persist_page", Map(pmem, library, file.number, "PAGE"));
}

Granules::Mapping Granules::Map(const Pmem& pmem, const Pmem2& library, int file,
                                const char* granularity) {
  void* config = nullptr;
  void* source = nullptr;
  void* map = nullptr;
  setenv(kForce, granularity, 1);
  const bool mapped = library.config_new(&config) == 0 &&
                      library.config_set_required_store_granularity(config, kPage) == 0 &&
                      library.source_from_fd(&source, file) == 0 &&
                      library.map_new(&map, config, source) == 0;
  unsetenv(kForce);
  const std::string why = mapped ? "" : library.errormsg();
  if (source != nullptr) library.source_delete(&source);
  if (config != nullptr) library.config_delete(&config);
  if (!mapped) throw Refusal("libpmem2 cannot map the file: " + why);
  Mapping mapping{{map, Unmap{&library}},
                  pmem,
                  static_cast<char*>(library.map_get_address(map)),
                  library.map_get_size(map)};
  mapping.calls.persist = library.get_persist_fn(map);
  // Each mapping has its own entries for the pages.
  pmem.memset(mapping.address, 0, mapping.bytes, kNonTemporal);
  return mapping;
}

Result Granules::Measure(const Request& request) const {
  const auto found = mappings_.find(request.operation);
  if (found == mappings_.end()) throw Refusal("unknown operation " + request.operation);
  const Mapping& mapping = found->second;
  // A persist of pages is a system call, which may take milliseconds.
  return request.operation == "pmem2_persist_page"
             ? MeasureMapped<Persist<Slow>>(mapping.calls, mapping.address, mapping.bytes, request)
             : MeasureMapped<Persist<Quick>>(mapping.calls, mapping.address, mapping.bytes,
                                             request);
}

}  // namespace pmemycsb::probe
