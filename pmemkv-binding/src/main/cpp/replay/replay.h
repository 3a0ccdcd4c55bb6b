// Replays operations on an open store, and times them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "client.h"
#include "operations.h"

namespace pmemycsb::replay {

struct Outcome {
  std::int64_t good = 0;
  std::int64_t not_found = 0;
  std::int64_t failed = 0;
  // Good inserts.
  std::int64_t inserted = 0;
  std::int64_t removed = 0;
  // From the common start to the last thread's end.
  double seconds = 0;
  // The message of the first failed operation; empty when there was none.
  std::string failure;
};

// Does all operations. `warm_up` is null, or operations for as many threads that are done before
// the clock starts. `progress` is told about once a second how many operations have been done.
// Throws Refusal when the two do not fit together.
Outcome Replay(const Operations& operations, const Operations* warm_up, OpenStore& store,
               const std::function<void(std::int64_t)>& progress);

}  // namespace pmemycsb::replay
