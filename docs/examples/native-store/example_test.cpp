// Puts, replaces and removes records, and finds them again after the store was closed.
#include <stdlib.h>

#include <cstdio>
#include <string>

#include "store.h"

#define CHECK(condition)                                                     \
  if (!(condition)) {                                                        \
    std::fprintf(stderr, "line %d: %s: %s\n", __LINE__, #condition, store_error()); \
    return 1;                                                                \
  }

int main() {
  std::string folder = "/tmp/native-store-XXXXXX";
  CHECK(mkdtemp(folder.data()) != nullptr);
  for (int opened = 0; opened < 3; ++opened) {
    store* store = nullptr;
    CHECK(store_open(folder.c_str(), 8 << 20, "", &store) == STORE_OK);
    for (int i = 0; i < 1000; ++i) {
      const std::string key = "key" + std::to_string(i);
      const std::string old(static_cast<size_t>(opened == 0 ? 0 : i + opened - 1), 'v');
      std::string read(2000, '\0');
      size_t bytes = 0;
      const int found = store_get(store, key.data(), key.size(), read.data(), read.size(), &bytes);
      CHECK(opened == 0 ? found == STORE_ABSENT : found == STORE_OK && read.substr(0, bytes) == old);
      const std::string value(static_cast<size_t>(i + opened), 'v');
      CHECK(store_put(store, key.data(), key.size(), value.data(), value.size()) == STORE_OK);
    }
    CHECK(store_remove(store, "key1000", 7) == STORE_ABSENT);
    uint64_t count = 0;
    CHECK(store_count(store, &count) == STORE_OK && count == 1000);
    store_close(store);
  }
  return system(("rm -r " + folder).c_str());
}
