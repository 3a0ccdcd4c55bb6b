// Keys and values that are strings of libpmemobj-cpp, beside views of those in main memory.
#pragma once

#include <libpmemobj++/container/string.hpp>
#include <string_view>

namespace pmemycsb::pmemobj {

using String = pmem::obj::string;

inline std::string_view View(std::string_view text) { return text; }
inline std::string_view View(const String& text) { return {text.cdata(), text.size()}; }

}  // namespace pmemycsb::pmemobj
