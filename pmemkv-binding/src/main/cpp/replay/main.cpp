// Replays operations of the harness on a pmemkv store without Java: this measures the bare store.
//
//   pmemkv_replay --engine NAME --pool PATH [--size BYTES] [--library FILE]
//
// Each line on standard input is a file of operations, or that, a tab and another file to warm up
// with. For each it prints a line of JSON a second, {"progress":N}, and then the result:
// operations, good, not_found, failed, inserted, seconds, deleted if records were deleted, and
// failure if an operation failed. It ends at the end of the input. A refusal is one line on standard
// error and status 1. The pool is open only while operations are replayed, unless closing it would
// lose its records.
//
// The operations are those of the Java client, on the same bytes: an insert is a put; an update of
// all fields looks whether the record is there, then puts; an update of one field of several reads
// the record, changes the field, and puts; a read copies the record and takes it apart. Only the
// order of a record's fields is not always that of a Java map.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <optional>
#include <string>

#include "../pmemkv_api.h"
#include "replay.h"

namespace {

using pmemycsb::replay::Operations;
using pmemycsb::replay::Outcome;
using pmemycsb::replay::Refusal;
using pmemycsb::replay::Store;
using pmemycsb::replay::StoreOptions;

struct Arguments {
  StoreOptions store;
  std::string library = "libpmemkv.so.1";
};

Arguments Parse(int argc, char** argv) {
  Arguments arguments;
  if (const char* const library = std::getenv("PMEMKV_LIBRARY"); library != nullptr) {
    arguments.library = library;
  }
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    if (i + 1 == argc) throw Refusal(name + " needs a value");
    const std::string value = argv[i + 1];
    if (name == "--engine") {
      arguments.store.engine = value;
    } else if (name == "--pool") {
      arguments.store.path = value;
    } else if (name == "--library") {
      arguments.library = value;
    } else if (name == "--size") {
      char* end = nullptr;
      arguments.store.bytes = std::strtoull(value.c_str(), &end, 10);
      if (value.empty() || *end != '\0') throw Refusal("--size: " + value + " is no number");
    } else {
      throw Refusal("unknown option " + name);
    }
  }
  if (arguments.store.engine.empty() || arguments.store.path.empty()) {
    throw Refusal("--engine and --pool are needed");
  }
  return arguments;
}

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return quoted + '"';
}

void Print(std::int64_t operations, const Outcome& outcome) {
  std::printf("{\"operations\":%" PRId64 ",\"good\":%" PRId64 ",\"not_found\":%" PRId64
              ",\"failed\":%" PRId64 ",\"inserted\":%" PRId64 ",\"seconds\":%.9f",
              operations, outcome.good, outcome.not_found, outcome.failed, outcome.inserted,
              outcome.seconds);
  if (outcome.removed > 0) std::printf(",\"deleted\":%" PRId64, outcome.removed);
  if (!outcome.failure.empty()) std::printf(",\"failure\":%s", Quoted(outcome.failure).c_str());
  std::printf("}\n");
  std::fflush(stdout);
}

void PrintProgress(std::int64_t done) {
  std::printf("{\"progress\":%" PRId64 "}\n", done);
  std::fflush(stdout);
}

void Run(const Arguments& arguments) {
  pmemycsb::PmemkvApi api{};
  const std::string failure = pmemycsb::LoadPmemkv(arguments.library.c_str(), &api);
  if (!failure.empty()) throw Refusal("libpmemkv cannot be loaded (" + failure + ")");
  std::optional<Store> store;
  for (std::string line; std::getline(std::cin, line);) {
    const std::size_t tab = line.find('\t');
    const Operations operations(line.substr(0, tab));
    std::optional<Operations> warm_up;
    if (tab != std::string::npos) warm_up.emplace(line.substr(tab + 1));
    if (!store) store.emplace(api, arguments.store);
    const Outcome outcome = pmemycsb::replay::Replay(
        operations, warm_up ? &*warm_up : nullptr, *store, PrintProgress);
    // Closed before the answer, because the reader of the answer may open the pool.
    if (!arguments.store.IsVolatile()) store.reset();
    Print(operations.count(), outcome);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Run(Parse(argc, argv));
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "pmemkv_replay: %s\n", e.what());
    return 1;
  }
}
