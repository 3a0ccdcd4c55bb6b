// The options of a store of our own, as store.h passes them.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace pmemycsb {

inline std::map<std::string, std::string> StoreOptions(std::string_view text) {
  std::map<std::string, std::string> options;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string_view line = text.substr(at, end - at);
    const std::size_t equals = line.find('=');
    options.emplace(line.substr(0, equals), line.substr(equals + 1));
    at = end == std::string_view::npos ? text.size() : end + 1;
  }
  return options;
}

}  // namespace pmemycsb
