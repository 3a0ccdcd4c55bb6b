// A libpmemkv in memory, that is full when it is told to be: the table of functions that the
// module calls, and what lies behind it.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "pmemkv_api.h"

namespace pmemycsb {

struct pmemkv_db {
  std::map<std::string, std::string> entries;
  std::size_t bytes = 0;
  std::size_t capacity = 0;
};

namespace pmredis {

const PmemkvApi& FakePmemkv();

}  // namespace pmredis
}  // namespace pmemycsb
