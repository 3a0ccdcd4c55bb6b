#include "commands.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace pmemycsb::pmredis {
namespace {

bool SameWord(std::string_view word, std::string_view lower) {
  return word.size() == lower.size() &&
         std::equal(word.begin(), word.end(), lower.begin(), [](char c, char l) {
           return (c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c) == l;
         });
}

const Field* Find(const Fields& fields, std::string_view name) {
  const auto at = std::find_if(fields.begin(), fields.end(),
                               [&](const Field& field) { return field.name == name; });
  return at == fields.end() ? nullptr : &*at;
}

void ReplyAll(const Fields& fields, Reply& reply) {
  reply.Map(fields.size());
  for (const Field& field : fields) {
    reply.Text(field.name);
    reply.Text(field.data);
  }
}

}  // namespace

const Command Commands::kTable[kCount] = {
    {"pm.count", 1, "readonly fast", 0, 0, 0, &Commands::Count},
    {"pm.del", -2, "write", 1, -1, 1, &Commands::Del},
    {"pm.exists", -2, "readonly fast", 1, -1, 1, &Commands::Exists},
    {"pm.flush", -1, "write", 0, 0, 0, &Commands::Flush},
    {"pm.hexists", 3, "readonly fast", 1, 1, 1, &Commands::HExists},
    {"pm.hget", 3, "readonly fast", 1, 1, 1, &Commands::HGet},
    {"pm.hgetall", 2, "readonly", 1, 1, 1, &Commands::HGetAll},
    {"pm.hlen", 2, "readonly fast", 1, 1, 1, &Commands::HLen},
    {"pm.hmget", -3, "readonly fast", 1, 1, 1, &Commands::HMGet},
    {"pm.hmset", -4, "write fast", 1, 1, 1, &Commands::HMSet},
    {"pm.hset", -4, "write fast", 1, 1, 1, &Commands::HSet},
    {"pm.refuse", -2, "readonly fast", 0, 0, 0, &Commands::Refuse},
    {"pm.scan", -3, "readonly", 1, 1, 1, &Commands::Scan},
};

Commands::Commands(Records* records, bool sorted, Renew renew)
    : records_(records), sorted_(sorted), renew_(std::move(renew)) {}

void Commands::Run(const Command& command, const Words& words, bool in_transaction, Reply& reply) {
  const auto count = static_cast<int>(words.size()) + 1;
  const bool malformed = command.arity < 0 ? count < -command.arity : count != command.arity;
  in_transaction_ = in_transaction;
  const bool sets = command.run == &Commands::HSet || command.run == &Commands::HMSet;
  // A malformed command, for example a field without a value, changes and replaces nothing.
  const bool replaces =
      doomed_ && sets && !malformed && words.size() % 2 == 1 && words[0] == *doomed_;
  if (!replaces && !Settle()) {
    reply.Error("ERR pm-redis: " + records_->error());
    return;
  }
  if (malformed) {
    reply.WrongArity();
    return;
  }
  (this->*command.run)(words, reply);
}

bool Commands::Settle() {
  if (!doomed_) return true;
  const Outcome outcome = records_->Remove(*doomed_);
  doomed_.reset();
  return outcome == Outcome::kDone || outcome == Outcome::kAbsent;
}

void Commands::Complain(Outcome outcome, Reply& reply) {
  switch (outcome) {
    case Outcome::kFull:
      reply.Error(
          "OOM pm-redis: the pool is full, and nothing was changed; delete records, or make the "
          "pool larger");
      break;
    case Outcome::kTooLong:
      reply.Error("ERR pm-redis: a record cannot have 2 GiB or more; nothing was changed");
      break;
    case Outcome::kNotRecord:
      reply.Error("WRONGTYPE pm-redis: what the pool has under this key is no record");
      break;
    default:
      reply.Error("ERR pm-redis: " + records_->error());
  }
}

void Commands::Set(const Words& words, Reply& reply, bool tells_added) {
  if (words.size() % 2 == 0) {
    reply.WrongArity();
    return;
  }
  changes_.clear();
  for (std::size_t i = 1; i < words.size(); i += 2) {
    changes_.push_back({words[i], words[i + 1]});
  }
  std::size_t added = 0;
  // If there is no room for the new record, the old one stays: the two are one change.
  const Outcome outcome = std::exchange(doomed_, std::nullopt)
                              ? records_->Replace(words[0], changes_, &added)
                              : records_->Merge(words[0], changes_, &added);
  if (outcome != Outcome::kDone) {
    Complain(outcome, reply);
  } else if (tells_added) {
    reply.Integer(static_cast<long long>(added));
  } else {
    reply.Ok();
  }
}

void Commands::HSet(const Words& words, Reply& reply) { Set(words, reply, true); }

void Commands::HMSet(const Words& words, Reply& reply) { Set(words, reply, false); }

void Commands::HGet(const Words& words, Reply& reply) {
  const Outcome outcome = records_->Read(words[0], [&](const Fields& fields) {
    const Field* const field = Find(fields, words[1]);
    field == nullptr ? reply.Null() : reply.Text(field->data);
  });
  if (outcome == Outcome::kAbsent) {
    reply.Null();
  } else if (outcome != Outcome::kDone) {
    Complain(outcome, reply);
  }
}

void Commands::HMGet(const Words& words, Reply& reply) {
  const auto answer = [&](const Fields& fields) {
    reply.Array(words.size() - 1);
    for (std::size_t i = 1; i < words.size(); ++i) {
      const Field* const field = Find(fields, words[i]);
      field == nullptr ? reply.Null() : reply.Text(field->data);
    }
  };
  const Outcome outcome = records_->Read(words[0], answer);
  if (outcome == Outcome::kAbsent) {
    answer({});
  } else if (outcome != Outcome::kDone) {
    Complain(outcome, reply);
  }
}

void Commands::HGetAll(const Words& words, Reply& reply) {
  const Outcome outcome =
      records_->Read(words[0], [&](const Fields& fields) { ReplyAll(fields, reply); });
  if (outcome == Outcome::kAbsent) {
    reply.Map(0);
  } else if (outcome != Outcome::kDone) {
    Complain(outcome, reply);
  }
}

void Commands::HLen(const Words& words, Reply& reply) {
  std::size_t length = 0;
  const Outcome outcome =
      records_->Read(words[0], [&](const Fields& fields) { length = fields.size(); });
  if (outcome == Outcome::kDone || outcome == Outcome::kAbsent) {
    reply.Integer(static_cast<long long>(length));
  } else {
    Complain(outcome, reply);
  }
}

void Commands::HExists(const Words& words, Reply& reply) {
  bool there = false;
  const Outcome outcome = records_->Read(
      words[0], [&](const Fields& fields) { there = Find(fields, words[1]) != nullptr; });
  if (outcome == Outcome::kDone || outcome == Outcome::kAbsent) {
    reply.Integer(there ? 1 : 0);
  } else {
    Complain(outcome, reply);
  }
}

void Commands::Del(const Words& words, Reply& reply) {
  if (in_transaction_ && words.size() == 1) {
    const Outcome outcome = records_->Exists(words[0]);
    if (outcome == Outcome::kDone) {
      doomed_ = words[0];
      reply.Integer(1);
    } else if (outcome == Outcome::kAbsent) {
      reply.Integer(0);
    } else {
      Complain(outcome, reply);
    }
    return;
  }
  long long removed = 0;
  for (const std::string_view key : words) {
    const Outcome outcome = records_->Remove(key);
    if (outcome == Outcome::kDone) {
      ++removed;
    } else if (outcome != Outcome::kAbsent) {
      Complain(outcome, reply);
      return;
    }
  }
  reply.Integer(removed);
}

void Commands::Exists(const Words& words, Reply& reply) {
  long long there = 0;
  for (const std::string_view key : words) {
    const Outcome outcome = records_->Exists(key);
    if (outcome == Outcome::kDone) {
      ++there;
    } else if (outcome != Outcome::kAbsent) {
      Complain(outcome, reply);
      return;
    }
  }
  reply.Integer(there);
}

void Commands::Count(const Words&, Reply& reply) {
  std::size_t count = 0;
  const Outcome outcome = records_->Count(&count);
  if (outcome == Outcome::kDone) {
    reply.Integer(static_cast<long long>(count));
  } else {
    Complain(outcome, reply);
  }
}

// As FLUSHALL, with SYNC or ASYNC after it or not; it is always done when the reply comes.
void Commands::Flush(const Words& words, Reply& reply) {
  if (words.size() > 1 ||
      (words.size() == 1 && !SameWord(words[0], "sync") && !SameWord(words[0], "async"))) {
    reply.Error("ERR syntax error");
    return;
  }
  const std::string failure = renew_();
  failure.empty() ? reply.Ok() : reply.Error("ERR pm-redis: " + failure);
}

// PM.SCAN start count [field ...]: up to `count` records from the first key that is not below
// `start`, each as an array of its key and a map of its fields, or of those that are named.
void Commands::Scan(const Words& words, Reply& reply) {
  std::size_t most = 0;
  const std::string_view count = words[1];
  const auto [rest, failure] = std::from_chars(count.data(), count.data() + count.size(), most);
  if (failure != std::errc() || rest != count.data() + count.size()) {
    reply.Error("ERR value is not an integer or out of range");
    return;
  }
  if (!sorted_) {
    reply.Error("ERR pm-redis: PM.SCAN needs an engine that keeps the keys in order: stree");
    return;
  }
  std::size_t given = 0;
  reply.BeginArray();
  const Outcome outcome =
      most == 0 ? Outcome::kDone
                : records_->Scan(words[0], [&](std::string_view key, const Fields& fields) {
                    reply.Array(2);
                    reply.Text(key);
                    if (words.size() == 2) {
                      ReplyAll(fields, reply);
                    } else {
                      Fields wanted;
                      for (std::size_t i = 2; i < words.size(); ++i) {
                        const Field* const field = Find(fields, words[i]);
                        if (field != nullptr) wanted.push_back(*field);
                      }
                      ReplyAll(wanted, reply);
                    }
                    return ++given < most;
                  });
  if (outcome != Outcome::kDone) {
    // Among the elements, for the array has begun.
    Complain(outcome, reply);
    ++given;
  }
  reply.EndArray(given);
}

// PM.REFUSE command [argument ...]: the filter turns each command that it refuses into this one.
void Commands::Refuse(const Words& words, Reply& reply) {
  std::string name(words[0].substr(0, 32));
  for (char& c : name) {
    if (c < ' ' || c > '~') c = '?';
  }
  reply.Error("ERR pm-redis: '" + name +
              "' would not reach the records, which are in the pool; load the module with filter "
              "no to use it on the server's own keys");
}

}  // namespace pmemycsb::pmredis
