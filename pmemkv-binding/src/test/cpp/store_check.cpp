// Compares a library behind store.h with a std::map: store_check LIBRARY FOLDER [NAME=VALUE...]
// Prints "good" and exits with 0, or prints the first difference and exits with 1.
#include <cstdint>
#include <cstdio>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "store_library.h"

namespace {

using pmemycsb::OpenStore;
using Records = std::map<std::string, std::string>;

constexpr std::uint64_t kBytes = 64 << 20;
constexpr int kSteps = 5000;
constexpr int kThreads = 4;
constexpr int kRounds = 300;

void Check(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

// Often a key that is there; some begin others, and some have bytes of another sign and zeros.
std::string Key(std::mt19937* random) {
  const auto number = (*random)() % 400;
  std::string key = number % 7 == 0 ? "\x7f\x01" : "user";
  if (number % 11 == 0) key.assign("\xff\x80\0\x01", 1 + number % 4);
  key.append(std::to_string(number));
  if (number % 5 == 0) key.append(number % 200, 'x');
  return key;
}

std::string Value(std::mt19937* random) {
  const auto kind = (*random)() % 50;
  return std::string(kind == 0 ? 100'000 : kind == 1 ? 0 : (*random)() % 2000,
                     static_cast<char>((*random)()));
}

// At first into one byte, then into one too few: a sanitizer sees a write behind the end.
std::string Read(OpenStore* store, const std::string& key, int* status) {
  std::size_t bytes = 0;
  for (std::size_t lacking = 1, size = 1;; size = bytes - lacking, lacking = 0) {
    std::vector<char> value(size);
    *status = store->Get(key, value.data(), size, &bytes);
    if (*status != STORE_OK) return "";
    if (bytes <= size) return {value.data(), bytes};
  }
}

struct Scanned {
  Records::const_iterator next;
  Records::const_iterator end;
  int left;
  bool same;
};

int Visit(void* arg, const void* key, std::size_t key_bytes, const void* value,
          std::size_t value_bytes) {
  auto* scanned = static_cast<Scanned*>(arg);
  scanned->same =
      scanned->next != scanned->end &&
      scanned->next->first == std::string(static_cast<const char*>(key), key_bytes) &&
      scanned->next->second == std::string(static_cast<const char*>(value), value_bytes);
  if (scanned->same) ++scanned->next;
  return !scanned->same || --scanned->left == 0 ? 1 : 0;
}

void CheckAll(OpenStore* store, const Records& records) {
  std::uint64_t count = 0;
  const int status = store->Count(&count);
  Check(status == STORE_OK && count == records.size(), "count " + std::to_string(count) + " " + std::to_string(records.size()));
  for (const auto& [key, value] : records) {
    int status = STORE_FAILED;
    Check(Read(store, key, &status) == value && status == STORE_OK, "value of " + key);
  }
  Check(store->Has("absent") == STORE_ABSENT, "a key that is absent");
}

void Step(OpenStore* store, std::mt19937* random, Records* records) {
  const std::string key = Key(random);
  const bool there = records->count(key) > 0;
  switch ((*random)() % 4) {
    case 0: {
      Check(store->Remove(key) == (there ? STORE_OK : STORE_ABSENT), "remove of " + key);
      records->erase(key);
      break;
    }
    case 1: {
      if (store->traits().sorted == 0) break;
      Scanned scanned{records->lower_bound(key), records->end(), 1 + int((*random)() % 20), true};
      Check(store->Scan(key, Visit, &scanned) == STORE_OK && scanned.same, "scan from " + key);
      Check(scanned.left == 0 || scanned.next == scanned.end, "the end of a scan from " + key);
      break;
    }
    default: {
      const std::string value = Value(random);
      Check(store->Put(key, value) == STORE_OK, "put of " + key + ": " + store->error());
      (*records)[key] = value;
    }
  }
}

// Threads replace the same values; each read finds a whole one.
void Together(OpenStore* store) {
  Check(store->Put("shared", std::string(500, 'a')) == STORE_OK, "put");
  std::vector<std::string> wrong(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([store, t, &wrong] {
      const std::string own = "thread" + std::to_string(t);
      for (int i = 0; i < kRounds; ++i) {
        const std::string value(500 + i, static_cast<char>('a' + i % 26));
        if (store->Put("shared", value) != STORE_OK || store->Put(own, value) != STORE_OK)
          wrong[t] = "put";
        int status = STORE_FAILED;
        const std::string shared = Read(store, "shared", &status);
        if (shared.find_first_not_of(shared.substr(0, 1)) != std::string::npos)
          wrong[t] = "a mixture";
        if (Read(store, own, &status) != value) wrong[t] = "a value of another thread";
        if (i % 3 == 0 && store->Remove(own) != STORE_OK) wrong[t] = "remove";
      }
      store->Remove(own);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& what : wrong) Check(what.empty(), what);
  Check(store->Remove("shared") == STORE_OK, "remove");
}

// A write that finds no room leaves the store as it was.
void Fill(OpenStore* store, Records* records) {
  int status = STORE_OK;
  for (int i = 0; status == STORE_OK && i < 200; ++i) {
    const std::string key = "large" + std::to_string(i);
    const std::string value(1 << 20, 'l');
    status = store->Put(key, value);
    if (status == STORE_OK) (*records)[key] = value;
  }
  Check(status == STORE_FULL, "a store of " + std::to_string(kBytes) + " bytes that is not full");
  Check(store->error()[0] != '\0', "the text of a full store");
}

void Run(const std::string& file, const std::string& folder, const std::string& options) {
  pmemycsb::StoreLibrary library{};
  const std::string failure = pmemycsb::LoadStoreLibrary(file, &library);
  Check(failure.empty(), failure);
  std::mt19937 random(1);
  Records records;
  for (int opened = 0; opened < 3; ++opened) {
    OpenStore store(library, folder, kBytes, options);
    CheckAll(&store, records);
    for (int i = 0; i < kSteps; ++i) Step(&store, &random, &records);
    Together(&store);
    if (store.syncs()) Check(store.Sync() == STORE_OK, "sync");
    // In a pool without transactions, a write that finds no room may leave its key.
    const bool whole = store.traits().durable != 0 || options.find("engine=vcmap") == 0 ||
                       options.find("engine=vsmap") == 0;
    if (opened == 2 && whole) Fill(&store, &records);
    CheckAll(&store, records);
    if (store.traits().ends_with_process != 0) records.clear();
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) return 2;
  try {
    std::string options;
    for (int i = 3; i < count; ++i) options.append(arguments[i]).append("\n");
    Run(arguments[1], arguments[2], options);
    std::puts("good");
    return 0;
  } catch (const std::exception& difference) {
    std::printf("%s\n", difference.what());
    return 1;
  }
}
