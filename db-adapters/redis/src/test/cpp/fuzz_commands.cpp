// Turns bytes into commands, runs them, and holds every reply, and what is stored at the end,
// against a plain model. For libFuzzer, or for fuzz_main.cpp.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commands.h"
#include "fake_pmemkv.h"
#include "filter.h"
#include "options.h"

namespace pmemycsb::pmredis {
namespace {

void Require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

// A reply as text: the kind, the size, the bytes.
class Recorder final : public Reply {
 public:
  void Integer(long long number) override { Add(":", std::to_string(number)); }
  void Null() override { Add("_", ""); }
  void Text(std::string_view text) override { Add("$", std::string(text)); }
  void Ok() override { Add("+", "OK"); }
  void Array(std::size_t length) override { Add("*", std::to_string(length)); }
  void Map(std::size_t pairs) override { Add("%", std::to_string(pairs)); }
  void BeginArray() override { Add("[", ""); }
  void EndArray(std::size_t length) override { Add("]", std::to_string(length)); }
  void Error(const std::string& line) override {
    Require(line.find('\n') == std::string::npos, "an error of several lines: " + line);
    Add("-", line.substr(0, line.find(' ')));
  }
  void WrongArity() override { Add("!", "arity"); }

  const std::string& text() const { return text_; }

 private:
  void Add(const char* kind, const std::string& body) {
    text_ += kind + std::to_string(body.size()) + " " + body + "\n";
  }
  std::string text_;
};

// What must come out, written down as simply as can be.
class Model {
 public:
  using Record = std::vector<std::pair<std::string, std::string>>;
  // A value that is no record has none.
  using Entry = std::optional<Record>;

  // The reply that is due; `full` is whether the store has said that it is.
  std::string Run(const std::string& name, const Words& words, bool transaction, bool sorted,
                  bool full) {
    const auto undone = std::exchange(undone_, std::nullopt);
    const std::size_t n = words.size();
    Recorder reply;
    if (name == "pm.hset" || name == "pm.hmset") {
      if (n < 3 || n % 2 == 0) return Arity(&reply);
      const std::string key(words[0]);
      const bool replaces = undone && undone->first == key;
      if (!replaces && IsOdd(key)) return Odd(&reply);
      Record record = entries_.count(key) != 0 ? *entries_[key] : Record();
      long long added = 0;
      for (std::size_t i = 1; i < n; i += 2) {
        const auto at = std::find_if(record.begin(), record.end(),
                                     [&](const auto& field) { return field.first == words[i]; });
        if (at != record.end()) {
          at->second = words[i + 1];
        } else {
          record.emplace_back(words[i], words[i + 1]);
          ++added;
        }
      }
      if (full) {
        if (replaces) entries_[key] = undone->second;
        reply.Error("OOM full");
      } else {
        entries_[key] = record;
        name == "pm.hset" ? reply.Integer(added) : reply.Ok();
      }
    } else if (name == "pm.hget" || name == "pm.hexists") {
      if (n != 2) return Arity(&reply);
      if (IsOdd(std::string(words[0]))) return Odd(&reply);
      const std::string* const value = Value(words[0], words[1]);
      if (name == "pm.hexists") {
        reply.Integer(value != nullptr ? 1 : 0);
      } else {
        value != nullptr ? reply.Text(*value) : reply.Null();
      }
    } else if (name == "pm.hmget") {
      if (n < 2) return Arity(&reply);
      if (IsOdd(std::string(words[0]))) return Odd(&reply);
      reply.Array(n - 1);
      for (std::size_t i = 1; i < n; ++i) {
        const std::string* const value = Value(words[0], words[i]);
        value != nullptr ? reply.Text(*value) : reply.Null();
      }
    } else if (name == "pm.hgetall" || name == "pm.hlen") {
      if (n != 1) return Arity(&reply);
      if (IsOdd(std::string(words[0]))) return Odd(&reply);
      const Record record = Of(words[0]);
      if (name == "pm.hlen") {
        reply.Integer(static_cast<long long>(record.size()));
      } else {
        All(record, &reply);
      }
    } else if (name == "pm.del" || name == "pm.exists") {
      if (n < 1) return Arity(&reply);
      long long there = 0;
      for (const std::string_view word : words) {
        const auto at = entries_.find(std::string(word));
        if (at == entries_.end()) continue;
        ++there;
        if (name == "pm.del") {
          if (transaction && n == 1) undone_ = *at;
          entries_.erase(at);
        }
      }
      reply.Integer(there);
    } else if (name == "pm.count") {
      if (n != 0) return Arity(&reply);
      reply.Integer(static_cast<long long>(entries_.size()));
    } else if (name == "pm.flush") {
      const std::string word = n == 1 ? Lower(words[0]) : "";
      if (n > 1 || (n == 1 && word != "sync" && word != "async")) {
        reply.Error("ERR syntax");
      } else {
        entries_.clear();
        reply.Ok();
      }
    } else if (name == "pm.refuse") {
      if (n < 1) return Arity(&reply);
      reply.Error("ERR refused");
    } else {
      Scan(words, sorted, &reply);
    }
    return reply.text();
  }

  // What waited has been carried out: a failure cannot bring it back.
  void Settled() { undone_.reset(); }

  void Poke(const std::string& key, const std::string& value) {
    Fields fields;
    if (!replay::Decode(value, &fields)) {
      entries_[key] = std::nullopt;
      return;
    }
    Record record;
    for (const Field& field : fields) record.emplace_back(field.name, field.data);
    entries_[key] = record;
  }

  const std::map<std::string, Entry>& entries() const { return entries_; }

 private:
  static std::string Arity(Recorder* reply) {
    reply->WrongArity();
    return reply->text();
  }
  static std::string Odd(Recorder* reply) {
    reply->Error("WRONGTYPE no record");
    return reply->text();
  }
  static std::string Lower(std::string_view word) {
    std::string lower(word);
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 32) : c;
    return lower;
  }
  static void All(const Record& record, Recorder* reply) {
    reply->Map(record.size());
    for (const auto& [name, value] : record) {
      reply->Text(name);
      reply->Text(value);
    }
  }
  static const std::string* Find(const Record& record, std::string_view name) {
    for (const auto& [field, value] : record) {
      if (field == name) return &value;
    }
    return nullptr;
  }
  bool IsOdd(const std::string& key) const {
    const auto at = entries_.find(key);
    return at != entries_.end() && !at->second;
  }
  Record Of(std::string_view key) const {
    const auto at = entries_.find(std::string(key));
    return at == entries_.end() ? Record() : *at->second;
  }
  const std::string* Value(std::string_view key, std::string_view name) const {
    const auto at = entries_.find(std::string(key));
    return at == entries_.end() ? nullptr : Find(*at->second, name);
  }

  void Scan(const Words& words, bool sorted, Recorder* reply) {
    if (words.size() < 2) return reply->WrongArity();
    const std::string_view digits = words[1];
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos ||
        digits.size() > 19) {
      return reply->Error("ERR not a number");
    }
    if (!sorted) return reply->Error("ERR not sorted");
    const unsigned long long most = std::strtoull(std::string(digits).c_str(), nullptr, 10);
    std::size_t given = 0;
    reply->BeginArray();
    for (auto at = entries_.lower_bound(std::string(words[0]));
         at != entries_.end() && given < most; ++at) {
      ++given;
      if (!at->second) {
        reply->Error("WRONGTYPE no record");
        break;
      }
      reply->Array(2);
      reply->Text(at->first);
      if (words.size() == 2) {
        All(*at->second, reply);
        continue;
      }
      Record wanted;
      for (std::size_t i = 2; i < words.size(); ++i) {
        const std::string* const value = Find(*at->second, words[i]);
        if (value != nullptr) wanted.emplace_back(words[i], *value);
      }
      All(wanted, reply);
    }
    reply->EndArray(given);
  }

  std::map<std::string, Entry> entries_;
  std::optional<std::pair<std::string, Entry>> undone_;
};

// Takes an input apart; beyond its end all is zero.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : rest_(data), left_(size) {}

  bool done() const { return left_ == 0; }

  std::uint8_t Byte() {
    if (left_ == 0) return 0;
    --left_;
    return *rest_++;
  }

  // Mostly few words, of which the first is mostly one of few keys, so that commands meet.
  std::vector<std::string> Words() {
    const int shape = Byte();
    std::vector<std::string> words;
    for (int count = shape < 0xE0 ? shape % 6 : shape % 64; count > 0; --count) {
      words.push_back(words.empty() && shape % 8 != 7 ? std::string(1, "klm"[Byte() % 3]) : Word());
    }
    return words;
  }

 private:
  std::string Word() {
    static const char* const kWords[] = {"",  "a", "b", "c",    "d",  "k\xFF", "0", "1",
                                         "2", "3", "e", "sync", "12", "f",     "x", "\xD7\x01"};
    const int kind = Byte();
    if (kind < 0xC0) return kWords[kind % 16];
    if (kind < 0xC8) return std::string(static_cast<std::size_t>(kind), static_cast<char>(kind));
    if (kind < 0xE0) return "g" + std::to_string(kind);
    std::string word;
    for (int size = Byte() % 32; size > 0; --size) {
      word += static_cast<char>(Byte());
    }
    return word;
  }

  const std::uint8_t* rest_;
  std::size_t left_;
};

void CheckParsers(const Words& words) {
  Options options;
  Require(Parse(words, &options).find('\n') == std::string::npos || !words.empty(), "a parser");
  for (const std::string_view word : words) {
    std::string upper(word);
    for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    Require(Judge(word).fate == Judge(upper).fate, "the filter minds the case of " + upper);
  }
}

// One store, its commands, and the model that they are held against.
class Trial {
 public:
  explicit Trial(std::uint8_t shape)
      : sorted_((shape & 1) != 0), commands_(&records_, sorted_, [this] {
          db_.entries.clear();
          db_.bytes = 0;
          return std::string();
        }) {
    static constexpr std::size_t kCapacities[] = {1 << 30, 40, 150, 1000};
    db_.capacity = kCapacities[(shape >> 1) % 4];
    records_.Use(&db_);
  }

  void Settle() {
    Require(commands_.Settle(), "settling");
    model_.Settled();
  }

  void Run(const Command& command, const Words& words, bool transaction) {
    Recorder reply;
    commands_.Run(command, words, transaction, reply);
    const bool full = reply.text().rfind("-3 OOM", 0) == 0;
    Require(!full || db_.capacity < 1 << 30, "full before its time");
    const std::string due = model_.Run(command.name, words, transaction, sorted_, full);
    Require(reply.text() == due,
            std::string(command.name) + " replied\n" + reply.text() + "and not\n" + due);
  }

  // As another program that writes to the pool.
  void Poke(const std::string& key, const std::string& value) {
    Settle();
    if (FakePmemkv().put(&db_, key.data(), key.size(), value.data(), value.size()) == kOk) {
      model_.Poke(key, value);
    }
  }

  void CheckStore() {
    Settle();
    std::map<std::string, Model::Entry> stored;
    for (const auto& [key, value] : db_.entries) {
      Model one;
      one.Poke(key, value);
      stored.insert(*one.entries().begin());
    }
    Require(stored == model_.entries(), "what is stored is not what was written");
  }

 private:
  const bool sorted_;
  pmemkv_db db_;
  Records records_{&FakePmemkv()};
  Commands commands_;
  Model model_;
};

const Command& Named(std::string_view name) {
  return *std::find_if(Commands::begin(), Commands::end(),
                       [&](const Command& command) { return command.name == name; });
}

// Bits of an operation, and those of its numbers that are no command.
constexpr int kSettles = 0x80;
constexpr int kInTransaction = 0x40;
constexpr int kReplace = 13;
constexpr int kPoke = 14;
constexpr int kParse = 15;

void Run(Input input) {
  Trial trial(input.Byte());
  while (!input.done()) {
    const int op = input.Byte();
    const std::vector<std::string> storage = input.Words();
    const Words words(storage.begin(), storage.end());
    if ((op & kSettles) != 0) trial.Settle();
    if (op % 16 == kReplace && !words.empty()) {
      trial.Run(Named("pm.del"), {words[0]}, true);
      trial.Run(Named("pm.hset"), words, true);
    } else if (op % 16 == kPoke && words.size() > 1) {
      trial.Poke(storage[0], storage[1]);
    } else if (op % 16 == kParse) {
      CheckParsers(words);
    } else {
      trial.Run(Commands::begin()[op % 16 % Commands::kCount], words, (op & kInTransaction) != 0);
    }
  }
  trial.CheckStore();
}

}  // namespace
}  // namespace pmemycsb::pmredis

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  pmemycsb::pmredis::Run({data, size});
  return 0;
}
