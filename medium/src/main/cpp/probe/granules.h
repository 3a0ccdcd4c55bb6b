#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include "libraries.h"
#include "measure.h"

namespace pmemycsb::probe {

// A second file without a name on the place, mapped with libpmem2 once for each granularity. The
// library is told the granularity, whatever the place is: without that, tmpfs has pages, and only a
// platform with eADR has bytes.
class Granules {
 public:
  Granules(const Pmem& pmem, const Pmem2& library, const std::string& folder, std::size_t bytes);

  // Measures a persist; throws a Refusal for an unknown operation.
  Result Measure(const Request& request) const;

 private:
  struct Unmap {
    const Pmem2* library;
    void operator()(void* map) const { library->map_delete(&map); }
  };

  struct Mapping {
    std::unique_ptr<void, Unmap> map;
    // Those of libpmem, but for the persist.
    Pmem calls;
    char* address;
    std::size_t bytes;
  };

  static Mapping Map(const Pmem& pmem, const Pmem2& library, int file, const char* granularity);

  // By the names of their operations.
  std::map<std::string, Mapping> mappings_;
};

}  // namespace pmemycsb::probe
