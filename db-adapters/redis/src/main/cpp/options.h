#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pmemycsb::pmredis {

// The words after the module's file in the server's configuration: a name and its value, in turn.
struct Options {
  // pool: the pool's file; made when it is not there.
  std::string pool;
  // size: of a pool to be made, in bytes, 8 MiB or more; without it a pool must be there.
  std::uint64_t size = 0;
  // engine: cmap, or stree, which keeps the keys in order.
  std::string engine = "cmap";
  // filter: whether the server's own commands on hashes and keys reach the pool.
  bool filter = false;
  // library: libpmemkv, a file or a name for the dynamic linker.
  std::string library = "libpmemkv.so.1";

  bool sorted() const { return engine == "stree"; }
};

// Returns an empty string, or what is wrong with the words, on one line.
std::string Parse(const std::vector<std::string_view>& words, Options* options);

}  // namespace pmemycsb::pmredis
