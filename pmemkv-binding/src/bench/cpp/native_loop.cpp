// The same gets or puts as StoreBenchmark, without Java: what libpmemkv itself gives.
//
// native_loop ENGINE POOL POOL_BYTES RECORDS VALUE_BYTES get|put
//
// Makes the pool and loads it. Then for each line on standard input, a number of seconds, it works
// that long on uniformly random keys in one thread and prints operations per second. At the end of
// the input it removes the pool. Keys, their order and the values' length are those of the Java
// side, which works while this waits.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "pmemkv_api.h"

namespace {

using Clock = std::chrono::steady_clock;
using pmemycsb::PmemkvApi;

constexpr std::size_t kKeyBytes = 32;
// Between two looks at the clock.
constexpr int kBatch = 1024;

[[noreturn]] void Fail(const std::string& what) {
  std::fprintf(stderr, "native_loop: %s\n", what.c_str());
  std::exit(1);
}

// Marsaglia's xorshift; StoreBenchmark has the same constants and seed.
struct Random {
  std::uint64_t state = 88172645463325252ULL;
  std::uint64_t Next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  }
};

struct Destination {
  char* data;
  std::size_t capacity;
  std::size_t length;
};

extern "C" void CopyValue(const char* value, std::size_t length, void* arg) {
  auto* const destination = static_cast<Destination*>(arg);
  destination->length = length;
  if (length <= destination->capacity) std::memcpy(destination->data, value, length);
}

class Loop {
 public:
  Loop(const PmemkvApi& api, pmemycsb::pmemkv_db* db, std::size_t records, std::size_t value_bytes)
      : api_(api), db_(db), value_(value_bytes, 'v'), buffer_(value_bytes) {
    for (std::size_t i = 0; i < records; ++i) {
      char key[kKeyBytes + 1];
      std::snprintf(key, sizeof(key), "user%028zu", i);
      keys_.emplace_back(key);
    }
  }

  void Load() {
    for (const std::string& key : keys_) Put(key);
  }

  // Returns operations per second.
  double Run(bool get, double seconds) {
    const auto start = Clock::now();
    std::uint64_t operations = 0;
    double elapsed = 0;
    do {
      for (int i = 0; i < kBatch; ++i) {
        const std::string& key = keys_[(random_.Next() >> 33) % keys_.size()];
        get ? Get(key) : Put(key);
      }
      operations += kBatch;
      elapsed = std::chrono::duration<double>(Clock::now() - start).count();
    } while (elapsed < seconds);
    return static_cast<double>(operations) / elapsed;
  }

 private:
  void Get(const std::string& key) {
    Destination destination{buffer_.data(), buffer_.size(), 0};
    const int status = api_.get(db_, key.data(), key.size(), CopyValue, &destination);
    if (status != pmemycsb::kOk || destination.length != value_.size()) Fail("get of " + key);
  }

  void Put(const std::string& key) {
    const int status = api_.put(db_, key.data(), key.size(), value_.data(), value_.size());
    if (status != pmemycsb::kOk) Fail("put of " + key + ": " + api_.errormsg());
  }

  const PmemkvApi& api_;
  pmemycsb::pmemkv_db* const db_;
  std::vector<std::string> keys_;
  const std::string value_;
  std::vector<char> buffer_;
  Random random_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7) Fail("wants 6 arguments; see its source");
  const char* const engine = argv[1];
  const char* const path = argv[2];
  const std::string operation = argv[6];
  if (operation != "get" && operation != "put") Fail("unknown operation " + operation);

  PmemkvApi api{};
  const char* const library = std::getenv("PMEMKV_LIBRARY");
  const std::string failure =
      pmemycsb::LoadPmemkv(library != nullptr ? library : "libpmemkv.so.1", &api);
  if (!failure.empty()) Fail(failure);

  pmemycsb::pmemkv_config* const config = api.config_new();
  api.config_put_string(config, "path", path);
  api.config_put_uint64(config, "size", std::strtoull(argv[3], nullptr, 10));
  if (api.has_1_5_symbols()) {
    api.config_put_create_or_error_if_exists(config, true);
  } else {
    api.config_put_force_create(config, true);
  }
  pmemycsb::pmemkv_db* db = nullptr;
  if (api.open(engine, config, &db) != pmemycsb::kOk) Fail(api.errormsg());

  Loop loop(api, db, std::strtoull(argv[4], nullptr, 10), std::strtoull(argv[5], nullptr, 10));
  loop.Load();
  for (double seconds; std::cin >> seconds;) {
    std::printf("%.1f\n", loop.Run(operation == "get", seconds));
    std::fflush(stdout);
  }
  api.close(db);
  std::remove(path);
  return 0;
}
