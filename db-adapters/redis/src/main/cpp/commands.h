// The commands, without the server: words in, a reply out.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "records.h"

namespace pmemycsb::pmredis {

// Where a command's reply goes. A map is pairs of a key and a value, an array plain elements.
class Reply {
 public:
  virtual ~Reply() = default;
  virtual void Integer(long long number) = 0;
  virtual void Null() = 0;
  virtual void Text(std::string_view text) = 0;
  virtual void Ok() = 0;
  virtual void Array(std::size_t length) = 0;
  virtual void Map(std::size_t pairs) = 0;
  // An array whose length is told only after its elements.
  virtual void BeginArray() = 0;
  virtual void EndArray(std::size_t length) = 0;
  // A code and a text, on one line.
  virtual void Error(const std::string& line) = 0;
  virtual void WrongArity() = 0;
};

// A command's words after its name.
using Words = std::vector<std::string_view>;

class Commands;

struct Command {
  const char* name;
  // Words with the name; a negative number is the least.
  int arity;
  const char* flags;
  // The first word that is a key, the last (-1 the last word), and the step between them; or zeros.
  int first_key;
  int last_key;
  int key_step;
  void (Commands::*run)(const Words&, Reply&);
  bool writes() const { return flags[0] == 'w'; }
};

// Every command runs to its end before the next one begins, in one thread. A change is in the pool
// when its command returns, with one exception: within a MULTI, a PM.DEL of one key waits for the
// next command. If that command writes the same key, both become one put. So at any moment the pool
// has the old record or the new one. Otherwise, and before the server answers, Settle() deletes the
// key. While the process lives, no client can see the difference.
class Commands {
 public:
  // Makes the store empty, as new; returns why it could not.
  using Renew = std::function<std::string()>;

  Commands(Records* records, bool sorted, Renew renew);

  static constexpr std::size_t kCount = 13;
  static const Command* begin() { return kTable; }
  static const Command* end() { return kTable + kCount; }

  void Run(const Command& command, const Words& words, bool in_transaction, Reply& reply);

  // Carries out a waiting deletion. Returns false if the store refused; then the promised answer
  // must not be sent.
  bool Settle();

 private:
  void Set(const Words& words, Reply& reply, bool tells_added);
  void HSet(const Words& words, Reply& reply);
  void HMSet(const Words& words, Reply& reply);
  void HGet(const Words& words, Reply& reply);
  void HMGet(const Words& words, Reply& reply);
  void HGetAll(const Words& words, Reply& reply);
  void HLen(const Words& words, Reply& reply);
  void HExists(const Words& words, Reply& reply);
  void Del(const Words& words, Reply& reply);
  void Exists(const Words& words, Reply& reply);
  void Count(const Words& words, Reply& reply);
  void Flush(const Words& words, Reply& reply);
  void Scan(const Words& words, Reply& reply);
  void Refuse(const Words& words, Reply& reply);
  void Complain(Outcome outcome, Reply& reply);

  Records* const records_;
  const bool sorted_;
  const Renew renew_;
  bool in_transaction_ = false;
  std::optional<std::string> doomed_;
  Fields changes_;

  static const Command kTable[kCount];
};

}  // namespace pmemycsb::pmredis
