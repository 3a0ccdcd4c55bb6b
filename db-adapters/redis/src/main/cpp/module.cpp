// The functions that the server calls. They pass commands on records on to the pool.
//
// They run in the server's main thread, one after the other. A process that the server forks has
// the pool mapped, too, but does not touch it.
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "commands.h"
#include "filter.h"
#include "options.h"
#include "pmemkv_api.h"
#include "pool.h"
#include "records.h"
#include "redis_api.h"

#ifndef PMEM_YCSB_VERSION
#define PMEM_YCSB_VERSION "unknown"
#endif

namespace pmemycsb::pmredis {
namespace {

constexpr const char* kName = "pmredis";

RedisApi g_redis{};

// All that lives from the load to the shutdown.
struct State {
  explicit State(Options options) : options(std::move(options)) {}

  const Options options;
  const pid_t owner = getpid();
  PmemkvApi pmemkv{};
  std::unique_ptr<Pool> pool;
  Records records{&pmemkv};
  std::unique_ptr<Commands> commands;
  int replicas = 0;
  Words words;
};

State* g_state = nullptr;

class RedisReply final : public Reply {
 public:
  explicit RedisReply(RedisModuleCtx* context) : context_(context) {}
  void Integer(long long number) override { g_redis.ReplyWithLongLong(context_, number); }
  void Null() override { g_redis.ReplyWithNull(context_); }
  void Text(std::string_view text) override {
    g_redis.ReplyWithStringBuffer(context_, text.data(), text.size());
  }
  void Ok() override { g_redis.ReplyWithSimpleString(context_, "OK"); }
  void Array(std::size_t length) override {
    g_redis.ReplyWithArray(context_, static_cast<long>(length));
  }
  void Map(std::size_t pairs) override { g_redis.ReplyWithMap(context_, static_cast<long>(pairs)); }
  void BeginArray() override { g_redis.ReplyWithArray(context_, kPostponedLength); }
  void EndArray(std::size_t length) override {
    g_redis.ReplySetArrayLength(context_, static_cast<long>(length));
  }
  void Error(const std::string& line) override { g_redis.ReplyWithError(context_, line.c_str()); }
  void WrongArity() override { g_redis.WrongArity(context_); }

 private:
  RedisModuleCtx* const context_;
};

// Why the records cannot be in the pool alone; null if they can.
const char* Objection(int flags) {
  if ((flags & kFlagReplica) != 0) return "this server is a replica, and a pool is not replicated";
  if ((flags & kFlagCluster) != 0) return "this server is part of a cluster";
  if ((flags & kFlagAof) != 0) {
    return "appendonly is on, and the log would not have what is in the pool; turn it off";
  }
  return nullptr;
}

std::string_view View(const RedisModuleString* text) {
  std::size_t bytes = 0;
  const char* const data = g_redis.StringPtrLen(text, &bytes);
  return {data, bytes};
}

// Ends the process, because its answer would be false. The server itself does the same when it
// cannot write its log.
void SettleOrEnd() {
  if (g_state == nullptr || g_state->commands == nullptr || g_state->commands->Settle()) return;
  g_redis.Log(nullptr, "warning",
              "pmredis: a record whose removal was promised cannot be removed (%s): ending",
              g_state->records.error().c_str());
  _exit(1);
}

void RunCommand(const Command& command, RedisModuleCtx* context, RedisModuleString** argv,
                int argc) {
  RedisReply reply(context);
  if (g_state == nullptr) {
    reply.Error("ERR pm-redis: the pool is closed, for the server is ending");
    return;
  }
  const int flags = g_redis.GetContextFlags(context);
  if (command.writes()) {
    const char* const objection = g_state->replicas > 0
                                      ? "a replica is connected, and a pool is not replicated"
                                      : Objection(flags);
    if (objection != nullptr) {
      reply.Error(std::string("ERR pm-redis: nothing is written: ") + objection);
      return;
    }
  }
  if (g_redis.GetSelectedDb(context) != 0) {
    reply.Error("ERR pm-redis: the pool is database 0; select that");
    return;
  }
  Words& words = g_state->words;
  words.clear();
  for (int i = 1; i < argc; ++i) words.push_back(View(argv[i]));
  g_state->commands->Run(command, words, (flags & kFlagMulti) != 0, reply);
  if (command.writes() && command.first_key > 0) {
    // For WATCH, and for clients that keep copies.
    const int last = command.last_key < 0 ? argc - 1 : command.last_key;
    for (int i = command.first_key; i <= last && i < argc; ++i) {
      g_redis.SignalModifiedKey(context, argv[i]);
    }
  }
}

// One function for each line of the table: a server gives a command no data of its own.
template <std::size_t Index>
int Entry(RedisModuleCtx* context, RedisModuleString** argv, int argc) {
  try {
    RunCommand(Commands::begin()[Index], context, argv, argc);
  } catch (const std::exception& e) {
    g_redis.ReplyWithError(context, (std::string("ERR pm-redis: ") + e.what()).c_str());
  }
  return kRedisOk;
}

template <std::size_t... Index>
RedisCommand* EntryOf(std::size_t index, std::index_sequence<Index...>) {
  static RedisCommand* const entries[] = {Entry<Index>...};
  return entries[index];
}

RedisModuleString* g_renamed[kRenames];
RedisModuleString* g_refusal;

// Called for every command that a client or a script sends, before the server looks it up.
void Filter(RedisModuleCommandFilterCtx* context) {
  SettleOrEnd();
  if (g_state == nullptr || !g_state->options.filter) return;
  const Verdict verdict = Judge(View(g_redis.CommandFilterArgGet(context, 0)));
  if (verdict.fate == Fate::kPass) return;
  const bool rename = verdict.fate == Fate::kRename;
  RedisModuleString* const name = rename ? g_renamed[verdict.rename] : g_refusal;
  // The server lets go of it when it is done with the command.
  g_redis.RetainString(nullptr, name);
  if (rename) {
    g_redis.CommandFilterArgReplace(context, 0, name);
  } else {
    g_redis.CommandFilterArgInsert(context, 0, name);
  }
}

const char* NameOf(Persistence persistence) {
  switch (persistence) {
    case Persistence::kFlush:
      return "flush";
    case Persistence::kMsync:
      return "msync";
    case Persistence::kNone:
      return "none";
    default:
      return "unknown";
  }
}

void Info(RedisModuleInfoCtx* context, int for_crash_report) {
  // After a crash the store may be in the middle of anything.
  if (g_state == nullptr || for_crash_report != 0 || getpid() != g_state->owner) return;
  const auto number = [&](const char* field, std::uint64_t value) {
    g_redis.InfoAddFieldULongLong(context, field, value);
  };
  g_redis.InfoAddSection(context, "");
  g_redis.InfoAddFieldCString(context, "version", PMEM_YCSB_VERSION);
  g_redis.InfoAddFieldCString(context, "library", g_state->pmemkv.file.c_str());
  g_redis.InfoAddFieldCString(context, "pool", g_state->options.pool.c_str());
  g_redis.InfoAddFieldCString(context, "engine", g_state->options.engine.c_str());
  g_redis.InfoAddFieldCString(context, "filter", g_state->options.filter ? "yes" : "no");
  g_redis.InfoAddFieldCString(context, "persistence", NameOf(g_state->pool->persistence()));
  number("pool_bytes", g_state->pool->bytes());
  number("pool_used_bytes", g_state->pool->used_bytes());
  std::size_t records = 0;
  if (g_state->records.Count(&records) == Outcome::kDone) number("records", records);
  const Counters& counters = g_state->records.counters();
  number("puts", counters.puts);
  number("put_bytes", counters.put_bytes);
  number("removes", counters.removes);
  number("pool_full", counters.full);
}

void BeforeSleep(RedisModuleCtx*, RedisEvent, std::uint64_t subevent, void*) {
  if (subevent == kBeforeSleep) SettleOrEnd();
}

void ReplicaChange(RedisModuleCtx*, RedisEvent, std::uint64_t subevent, void*) {
  if (g_state == nullptr) return;
  if (subevent == kReplicaOnline) {
    ++g_state->replicas;
  } else if (g_state->replicas > 0) {
    --g_state->replicas;
  }
}

void Shutdown(RedisModuleCtx*, RedisEvent, std::uint64_t, void*) {
  if (g_state == nullptr || getpid() != g_state->owner) return;
  SettleOrEnd();
  g_state->records.Use(nullptr);
  g_state->pool.reset();
  g_redis.Log(nullptr, "notice", "pmredis: closed the pool %s", g_state->options.pool.c_str());
  delete g_state;
  g_state = nullptr;
}

std::string Renew() {
  g_state->records.Use(nullptr);
  const std::string failure = g_state->pool->Renew();
  g_state->records.Use(g_state->pool->db());
  return failure;
}

// Opens the pool that the words name; returns the reason if it cannot.
std::string Start(RedisModuleCtx* context, RedisModuleString** argv, int argc) {
  Words words;
  for (int i = 0; i < argc; ++i) words.push_back(View(argv[i]));
  Options options;
  const std::string wrong = Parse(words, &options);
  if (!wrong.empty()) return wrong;
  const char* const objection = Objection(g_redis.GetContextFlags(context));
  if (objection != nullptr) return objection;
  auto state = std::make_unique<State>(std::move(options));
  CountAllocations();
  const std::string missing = LoadPmemkv(state->options.library.c_str(), &state->pmemkv);
  if (!missing.empty()) {
    return "libpmemkv cannot be loaded (" + missing + "): install it, or name its file as library";
  }
  std::string failure;
  state->pool = Pool::Open(state->pmemkv, state->options, &failure);
  if (!state->pool) return failure;
  state->records.Use(state->pool->db());
  state->commands = std::make_unique<Commands>(&state->records, state->options.sorted(), Renew);
  g_state = state.release();
  return {};
}

// Tells the server of the commands; returns the name of one that it does not take.
const char* Register(RedisModuleCtx* context) {
  constexpr std::size_t kCommands = Commands::kCount;
  // No arrays are passed, so their elements have no size.
  static constexpr RedisCommandInfoVersion kVersion{1, 0, 0, 0};
  for (std::size_t i = 0; i < kCommands; ++i) {
    const Command& command = Commands::begin()[i];
    if (g_redis.CreateCommand(context, command.name,
                              EntryOf(i, std::make_index_sequence<kCommands>()), command.flags,
                              command.first_key, command.last_key, command.key_step) != kRedisOk) {
      return command.name;
    }
    // Known to the server, the arity is checked where a transaction is put together.
    const RedisCommandInfo info{&kVersion, nullptr,       nullptr, nullptr, nullptr,
                                nullptr,   command.arity, nullptr, nullptr};
    if (g_redis.SetCommandInfo(g_redis.GetCommand(context, command.name), &info) != kRedisOk) {
      return command.name;
    }
  }
  for (std::size_t i = 0; i < kRenames; ++i) {
    const std::string_view name(RenamedTo(i));
    g_renamed[i] = g_redis.CreateString(nullptr, name.data(), name.size());
  }
  constexpr std::string_view kRefusal("PM.REFUSE");
  g_refusal = g_redis.CreateString(nullptr, kRefusal.data(), kRefusal.size());
  if (g_redis.RegisterCommandFilter(context, Filter, 0) == nullptr) return "the filter";
  if (g_redis.RegisterInfoFunc(context, Info) != kRedisOk ||
      g_redis.SubscribeToServerEvent(context, kEventShutdown, Shutdown) != kRedisOk ||
      g_redis.SubscribeToServerEvent(context, kEventReplicaChange, ReplicaChange) != kRedisOk ||
      g_redis.SubscribeToServerEvent(context, kEventLoop, BeforeSleep) != kRedisOk) {
    return "an event";
  }
  return nullptr;
}

int Load(RedisModuleCtx* context, RedisModuleString** argv, int argc) {
  const char* const lacks = LoadRedisApi(context, &g_redis);
  if (lacks != nullptr) {
    std::fprintf(stderr, "pmredis: this server has no %s; Redis 7.0 or Valkey 8.0 is needed\n",
                 lacks);
    return kRedisError;
  }
  if (g_redis.IsModuleNameBusy(kName) != 0) return kRedisError;
  g_redis.SetModuleAttribs(context, kName, 1, kRedisApiVersion);
  const std::string failure = Start(context, argv, argc);
  if (!failure.empty()) {
    g_redis.Log(context, "warning", "pmredis: %s", failure.c_str());
    return kRedisError;
  }
  const char* const refused = Register(context);
  if (refused != nullptr) {
    g_redis.Log(context, "warning", "pmredis: the server does not take %s", refused);
    delete std::exchange(g_state, nullptr);
    return kRedisError;
  }
  g_redis.Log(context, "notice", "pmredis: the records are in the pool %s (engine %s)",
              g_state->options.pool.c_str(), g_state->options.engine.c_str());
  return kRedisOk;
}

}  // namespace
}  // namespace pmemycsb::pmredis

extern "C" {

__attribute__((visibility("default"))) int RedisModule_OnLoad(RedisModuleCtx* context,
                                                              RedisModuleString** argv, int argc) {
  try {
    return pmemycsb::pmredis::Load(context, argv, argc);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "pmredis: %s\n", e.what());
    return pmemycsb::pmredis::kRedisError;
  }
}

// Without the module, the same commands would change keys that the server does not keep.
__attribute__((visibility("default"))) int RedisModule_OnUnload(RedisModuleCtx*) {
  return pmemycsb::pmredis::kRedisError;
}

}  // extern "C"
