#include "filter.h"

#include <algorithm>
#include <array>

namespace pmemycsb::pmredis {
namespace {

struct Rename {
  std::string_view from;
  const char* to;
};

constexpr std::array<Rename, kRenames> kRenameTable{{
    {"dbsize", "PM.COUNT"},
    {"del", "PM.DEL"},
    {"exists", "PM.EXISTS"},
    {"flushall", "PM.FLUSH"},
    {"flushdb", "PM.FLUSH"},
    {"hexists", "PM.HEXISTS"},
    {"hget", "PM.HGET"},
    {"hgetall", "PM.HGETALL"},
    {"hlen", "PM.HLEN"},
    {"hmget", "PM.HMGET"},
    {"hmset", "PM.HMSET"},
    {"hset", "PM.HSET"},
    {"unlink", "PM.DEL"},
}};

// They neither read nor write keys, or only through other commands, which are judged themselves.
constexpr std::array<std::string_view, 36> kPassed{
    "acl",          "auth",    "client",    "command",    "config",      "discard",
    "echo",         "eval",    "eval_ro",   "evalsha",    "evalsha_ro",  "exec",
    "hello",        "info",    "lastsave",  "latency",    "lolwut",      "module",
    "monitor",      "multi",   "ping",      "psubscribe", "publish",     "pubsub",
    "punsubscribe", "quit",    "reset",     "role",       "script",      "select",
    "shutdown",     "slowlog", "subscribe", "time",       "unsubscribe", "unwatch",
};

constexpr std::size_t kLongest = 16;

}  // namespace

const char* RenamedTo(std::size_t rename) { return kRenameTable[rename].to; }

Verdict Judge(std::string_view command) {
  if (command.size() > kLongest) return {Fate::kRefuse, 0};
  char lower[kLongest];
  std::transform(command.begin(), command.end(), lower,
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  const std::string_view name(lower, command.size());
  if (name.substr(0, 3) == "pm.") return {Fate::kPass, 0};
  const auto rename =
      std::lower_bound(kRenameTable.begin(), kRenameTable.end(), name,
                       [](const Rename& r, std::string_view n) { return r.from < n; });
  if (rename != kRenameTable.end() && rename->from == name) {
    return {Fate::kRename, static_cast<std::size_t>(rename - kRenameTable.begin())};
  }
  return {std::binary_search(kPassed.begin(), kPassed.end(), name) ? Fate::kPass : Fate::kRefuse,
          0};
}

}  // namespace pmemycsb::pmredis
