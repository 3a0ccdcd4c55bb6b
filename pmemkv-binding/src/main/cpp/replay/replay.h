// Replays a trace on an open store, and times it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "store.h"
#include "trace_file.h"

namespace pmemycsb::replay {

struct Outcome {
  std::int64_t operations = 0;
  std::int64_t good = 0;
  std::int64_t not_found = 0;
  std::int64_t failed = 0;
  // Good inserts.
  std::int64_t inserted = 0;
  std::int64_t deleted = 0;
  // From the barrier to the last thread's end.
  double seconds = 0;
  // The message of the first failed operation; empty when there was none.
  std::string failure;
};

// Does all operations of a trace. `warm_up` is null or a trace of transactions for the same
// threads and records, done before the clock starts, with an update of a present record in place
// of each insert. `progress` is told about once a second how many operations have been done.
// Throws Refusal when the two traces do not fit together.
Outcome Replay(const Trace& trace, const Trace* warm_up, Store& store,
               const std::function<void(std::int64_t)>& progress);

}  // namespace pmemycsb::replay
