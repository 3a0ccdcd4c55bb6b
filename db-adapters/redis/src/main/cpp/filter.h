#pragma once

#include <cstddef>
#include <string_view>

namespace pmemycsb::pmredis {

// What becomes of a command when the filter is on.
enum class Fate {
  kPass,    // the server's own affair, or this module's already
  kRename,  // this module has the same
  kRefuse,  // it would look for records, or for a copy of them, where there are none
};

struct Verdict {
  Fate fate;
  std::size_t rename;  // which one, where it is renamed
};

// The module's commands that others are renamed to.
constexpr std::size_t kRenames = 13;
const char* RenamedTo(std::size_t rename);

// Judges a command by its name, in any case. What is not known is refused: a command that came with
// a later server must not quietly work on the server's own keys.
Verdict Judge(std::string_view command);

}  // namespace pmemycsb::pmredis
