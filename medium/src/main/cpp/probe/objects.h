#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "libraries.h"
#include "measure.h"

namespace pmemycsb::probe {

// A pool of libpmemobj on the place. Its file has a name only until the pool is made.
class Objects {
 public:
  Objects(const Pmemobj& library, const std::string& folder, std::size_t bytes);
  Objects(const Objects&) = delete;
  Objects& operator=(const Objects&) = delete;
  ~Objects();

  // Measures transactions, allocations and locks; throws a Refusal for an unknown operation.
  Result Measure(const Request& request) const;

 private:
  const Pmemobj& library_;
  void* pool_;
  char* root_;
};

// Measures a POSIX lock in main memory, to which those of libpmemobj are compared; empty for an
// operation of another kind.
std::optional<Result> MeasurePosix(const Request& request);

}  // namespace pmemycsb::probe
