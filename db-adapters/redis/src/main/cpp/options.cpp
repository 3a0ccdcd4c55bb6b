#include "options.h"

#include <charconv>

namespace pmemycsb::pmredis {
namespace {

constexpr std::uint64_t kLeastBytes = 8 << 20;

std::string Size(std::string_view text, std::uint64_t* size) {
  const char* const end = text.data() + text.size();
  const auto [rest, failure] = std::from_chars(text.data(), end, *size);
  if (failure != std::errc() || rest != end || *size < kLeastBytes) {
    return "size must be a number of bytes, at least " + std::to_string(kLeastBytes) + ", not '" +
           std::string(text) + "'";
  }
  return {};
}

std::string Set(std::string_view name, std::string_view value, Options* options) {
  if (name == "pool") {
    options->pool = value;
    const bool relative = value.substr(0, 2) == "./";  // to the server's setting dir
    return relative || (!value.empty() && value.front() == '/') ? ""
                                                                : "pool must be an absolute path";
  }
  if (name == "size") return Size(value, &options->size);
  if (name == "engine") {
    options->engine = value;
    return value == "cmap" || value == "stree" ? "" : "engine must be cmap or stree";
  }
  if (name == "filter") {
    options->filter = value == "yes";
    return value == "yes" || value == "no" ? "" : "filter must be yes or no";
  }
  if (name == "library") {
    options->library = value;
    return value.empty() ? "library must not be empty" : "";
  }
  return "unknown option '" + std::string(name) +
         "' (there are: pool, size, engine, filter, library)";
}

}  // namespace

std::string Parse(const std::vector<std::string_view>& words, Options* options) {
  if (words.size() % 2 != 0) return "option '" + std::string(words.back()) + "' has no value";
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const std::string wrong = Set(words[i], words[i + 1], options);
    if (!wrong.empty()) return wrong;
  }
  return options->pool.empty() ? "option pool is missing: the path of the pool's file" : "";
}

}  // namespace pmemycsb::pmredis
