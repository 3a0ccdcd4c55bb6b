// Replays operations of the harness on a store without Java: this measures the bare store.
//
//   store_replay --library FILE --folder FOLDER --bytes N --option NAME=VALUE ... [describe|count]
//
// Each line on standard input is a file of operations, or that, a tab and another file to warm up
// with. For each it prints a line of JSON a second, {"progress":N}, and then the result:
// operations, good, not_found, failed, inserted, seconds, deleted if records were deleted, and
// failure if an operation failed. It ends at the end of the input. The store is open only while
// operations are replayed, unless closing it would lose its records.
//
// "describe" prints the traits of the store as lines "name=value", and opens nothing. "count" opens or creates the
// store, and prints the number of its records. A refusal is one line on standard error and status 1.
//
// The operations are those of the Java client, on the same bytes: an insert is a put; an update of
// all fields looks whether the record is there, then puts; an update of one field of several reads
// the record, changes the field, and puts; a read copies the record and takes it apart. Only the
// order of a record's fields is not always that of a Java map.
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <optional>
#include <string>

#include "replay.h"

namespace {

using namespace pmemycsb;
using namespace pmemycsb::replay;

// For answers. What a library writes to the standard output goes to the standard error.
std::FILE* g_answers = nullptr;

struct Arguments {
  std::string library;
  std::string folder;
  std::uint64_t bytes = 0;
  std::string options;
  std::string command;
};

Arguments Parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "describe" || name == "count") {
      arguments.command = name;
      continue;
    }
    if (++i == argc) throw Refusal(name + " needs a value");
    const std::string value = argv[i];
    if (name == "--library") {
      arguments.library = value;
    } else if (name == "--folder") {
      arguments.folder = value;
    } else if (name == "--option") {
      arguments.options += value + "\n";
    } else if (name == "--bytes") {
      char* end = nullptr;
      arguments.bytes = std::strtoull(value.c_str(), &end, 10);
      if (value.empty() || *end != '\0') throw Refusal("--bytes: " + value + " is no number");
    } else {
      throw Refusal("unknown option " + name);
    }
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
  std::fprintf(g_answers, "{\"operations\":%" PRId64 ",\"good\":%" PRId64 ",\"not_found\":%" PRId64
              ",\"failed\":%" PRId64 ",\"inserted\":%" PRId64 ",\"seconds\":%.9f",
              operations, outcome.good, outcome.not_found, outcome.failed, outcome.inserted,
              outcome.seconds);
  if (outcome.removed > 0) std::fprintf(g_answers, ",\"deleted\":%" PRId64, outcome.removed);
  if (!outcome.failure.empty()) std::fprintf(g_answers, ",\"failure\":%s", Quoted(outcome.failure).c_str());
  std::fprintf(g_answers, "}\n");
  std::fflush(g_answers);
}

void PrintProgress(std::int64_t done) {
  std::fprintf(g_answers, "{\"progress\":%" PRId64 "}\n", done);
  std::fflush(g_answers);
}

void Describe(const StoreLibrary& library, const std::string& options) {
  store_traits traits{};
  const std::string refusal = Describe(library, options, &traits);
  if (!refusal.empty()) throw Refusal(refusal);
  std::fprintf(g_answers, "name=%s\ndurable=%d\nsorted=%d\nends_with_process=%d\nsyncs=%d\n", traits.name,
              traits.durable, traits.sorted, traits.ends_with_process,
              library.sync != nullptr ? 1 : 0);
}

void Count(OpenStore& store) {
  std::uint64_t count = 0;
  if (store.Count(&count) != STORE_OK) throw Refusal(store.error());
  std::fprintf(g_answers, "%" PRIu64 "\n", count);
}

void ReplayAll(const StoreLibrary& library, const Arguments& arguments) {
  std::optional<OpenStore> store;
  for (std::string line; std::getline(std::cin, line);) {
    const std::size_t tab = line.find('\t');
    const Operations operations(line.substr(0, tab));
    std::optional<Operations> warm_up;
    if (tab != std::string::npos) warm_up.emplace(line.substr(tab + 1));
    if (!store) store.emplace(library, arguments.folder, arguments.bytes, arguments.options);
    const Outcome outcome =
        Replay(operations, warm_up ? &*warm_up : nullptr, *store, PrintProgress);
    // Closed before the answer, because the reader of the answer may open the store.
    if (store->traits().ends_with_process == 0) store.reset();
    Print(operations.count(), outcome);
  }
}

void Run(const Arguments& arguments) {
  StoreLibrary library{};
  const std::string failure = LoadStoreLibrary(arguments.library, &library);
  if (!failure.empty()) throw Refusal(failure);
  if (arguments.command == "describe") {
    Describe(library, arguments.options);
  } else if (arguments.command == "count") {
    OpenStore store(library, arguments.folder, arguments.bytes, arguments.options);
    Count(store);
  } else {
    ReplayAll(library, arguments);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    g_answers = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    Run(Parse(argc, argv));
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "store_replay: %s\n", e.what());
    return 1;
  }
}
