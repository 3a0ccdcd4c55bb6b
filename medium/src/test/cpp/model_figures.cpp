// The arithmetic of a model, without any clock; ModelTest runs it.
//
//   model_figures FILE   FILE is the page of a model; processes with one file share its state
//
// Reads commands from standard input, and answers each with a line:
//   persist BYTES               least time until a fence ends, in nanoseconds
//   join NOW THREAD             the number of threads, now that this one reads or writes
//   reserve NOW BLOCKS THREADS  when the medium has taken the blocks
//   reads NOW RANGES BYTES THREADS  when the medium has read the ranges
//   read BYTES                  how much longer the read of a file takes, in nanoseconds
//   sync                        the time of the next sync, in nanoseconds
//   flush ADDRESS LENGTH        the blocks that are loaded again before a flush of the range
//   add ADDRESS LENGTH          the most blocks that the ranges since the last take lie in
//   take                        their distinct lines and blocks
//   merge                       the same without the block that was written last before
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

#include "counters.h"
#include "evicted.h"
#include "model.h"
#include "written.h"

namespace {

using shim::Extent;
using shim::Model;
using shim::ModelPage;

void answer(uint64_t number) { std::printf("%" PRIu64 "\n", number); }

void answer(const Extent &extent) {
  std::printf("%" PRIu64 " %" PRIu64 "\n", extent.lines, extent.blocks);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "model_figures: see the head of its source\n");
    return 2;
  }
  Model model(*static_cast<ModelPage *>(shim::map_page(argv[1])), true);
  std::map<uint64_t, uint64_t> joined;
  shim::Written written;
  shim::Evicted evicted(model.cache_bytes());
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string command;
    uint64_t numbers[4] = {};
    words >> command;
    for (uint64_t &number : numbers) words >> number;
    const auto [first, second, third, fourth] = numbers;
    if (command == "persist") {
      answer(model.persist_nanos(first));
    } else if (command == "join") {
      answer(model.join(first, &joined.try_emplace(second, Model::kNever).first->second));
    } else if (command == "reserve") {
      answer(model.reserve(first, second, static_cast<unsigned>(third)));
    } else if (command == "reads") {
      answer(model.reserve_reads(first, second, third, static_cast<unsigned>(fourth)));
    } else if (command == "read") {
      answer(model.read_nanos(first));
    } else if (command == "sync") {
      answer(model.sync_nanos());
    } else if (command == "flush") {
      answer(evicted.flush(reinterpret_cast<const void *>(first), second));
    } else if (command == "add") {
      written.add(reinterpret_cast<const void *>(first), second);
      answer(written.most_blocks());
    } else if (command == "take") {
      answer(written.take());
    } else if (command == "merge") {
      answer(written.take_merged());
    } else {
      std::fprintf(stderr, "model_figures: no command: %s\n", line.c_str());
      return 2;
    }
  }
  return 0;
}
