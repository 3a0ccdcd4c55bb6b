#pragma once

#include <cstddef>
#include <string_view>

namespace pmemycsb::pmredis {

// The filter's decision about a command.
enum class Fate {
  kPass,    // not about records, or a command of this module
  kRename,  // this module has its own version of it
  kRefuse,  // it would look for records outside the pool
};

struct Verdict {
  Fate fate;
  std::size_t rename;  // which one, where it is renamed
};

// The module's commands that others are renamed to.
constexpr std::size_t kRenames = 13;
const char* RenamedTo(std::size_t rename);

// Judges a command by its name, in upper or lower case. An unknown command is refused: it may come
// from a later server and work on keys outside the pool.
Verdict Judge(std::string_view command);

}  // namespace pmemycsb::pmredis
