// The functions of the module interface of Redis 7 and Valkey 8 that this module uses, as a table
// of function pointers. The server fills it when it loads the module.
//
// The declarations are our own, so the build needs no header of a server, and one module fits all
// servers. Valkey has the same functions under the same names.
#pragma once

#include <cstddef>
#include <cstdint>

struct RedisModuleCtx;
struct RedisModuleString;
struct RedisModuleCommand;
struct RedisModuleCommandFilter;
struct RedisModuleCommandFilterCtx;
struct RedisModuleInfoCtx;

namespace pmemycsb::pmredis {

constexpr int kRedisOk = 0;
constexpr int kRedisError = 1;
constexpr int kRedisApiVersion = 1;
constexpr long kPostponedLength = -1;

// Bits of GetContextFlags().
constexpr int kFlagMulti = 1 << 1;
constexpr int kFlagReplica = 1 << 3;
constexpr int kFlagCluster = 1 << 5;
constexpr int kFlagAof = 1 << 6;

// An event's number and the version of its data, passed by value.
struct RedisEvent {
  std::uint64_t id;
  std::uint64_t data_version;
};
constexpr RedisEvent kEventShutdown{5, 1};
constexpr RedisEvent kEventReplicaChange{6, 1};
constexpr RedisEvent kEventLoop{15, 1};
constexpr std::uint64_t kReplicaOnline = 0;
constexpr std::uint64_t kBeforeSleep = 0;

// The server reads as many fields as the version says; here all of version 1.
struct RedisCommandInfoVersion {
  int version;
  std::size_t history_entry_bytes;
  std::size_t key_spec_bytes;
  std::size_t argument_bytes;
};
struct RedisCommandInfo {
  const RedisCommandInfoVersion* version;
  const char* summary;
  const char* complexity;
  const char* since;
  void* history;
  const char* tips;
  int arity;
  void* key_specs;
  void* arguments;
};

using RedisCommand = int(RedisModuleCtx*, RedisModuleString** argv, int argc);
using RedisFilter = void(RedisModuleCommandFilterCtx*);
using RedisInfo = void(RedisModuleInfoCtx*, int for_crash_report);
using RedisEventHandler = void(RedisModuleCtx*, RedisEvent, std::uint64_t subevent, void* data);

struct RedisApi {
  void (*SetModuleAttribs)(RedisModuleCtx*, const char* name, int version, int api_version);
  int (*IsModuleNameBusy)(const char* name);
  int (*CreateCommand)(RedisModuleCtx*, const char* name, RedisCommand*, const char* flags,
                       int first_key, int last_key, int key_step);
  RedisModuleCommand* (*GetCommand)(RedisModuleCtx*, const char* name);
  int (*SetCommandInfo)(RedisModuleCommand*, const RedisCommandInfo*);
  void (*Log)(RedisModuleCtx*, const char* level, const char* format, ...);
  int (*GetContextFlags)(RedisModuleCtx*);
  int (*GetSelectedDb)(RedisModuleCtx*);
  int (*SignalModifiedKey)(RedisModuleCtx*, RedisModuleString* key);
  int (*WrongArity)(RedisModuleCtx*);
  int (*ReplyWithLongLong)(RedisModuleCtx*, long long);
  int (*ReplyWithSimpleString)(RedisModuleCtx*, const char*);
  int (*ReplyWithError)(RedisModuleCtx*, const char*);
  int (*ReplyWithNull)(RedisModuleCtx*);
  int (*ReplyWithStringBuffer)(RedisModuleCtx*, const char*, std::size_t);
  int (*ReplyWithArray)(RedisModuleCtx*, long length);
  int (*ReplyWithMap)(RedisModuleCtx*, long length);
  void (*ReplySetArrayLength)(RedisModuleCtx*, long length);
  RedisModuleString* (*CreateString)(RedisModuleCtx*, const char*, std::size_t);
  void (*RetainString)(RedisModuleCtx*, RedisModuleString*);
  const char* (*StringPtrLen)(const RedisModuleString*, std::size_t*);
  RedisModuleCommandFilter* (*RegisterCommandFilter)(RedisModuleCtx*, RedisFilter*, int flags);
  const RedisModuleString* (*CommandFilterArgGet)(RedisModuleCommandFilterCtx*, int position);
  int (*CommandFilterArgInsert)(RedisModuleCommandFilterCtx*, int position, RedisModuleString*);
  int (*CommandFilterArgReplace)(RedisModuleCommandFilterCtx*, int position, RedisModuleString*);
  int (*RegisterInfoFunc)(RedisModuleCtx*, RedisInfo*);
  int (*InfoAddSection)(RedisModuleInfoCtx*, const char* name);
  int (*InfoAddFieldCString)(RedisModuleInfoCtx*, const char* field, const char* value);
  int (*InfoAddFieldULongLong)(RedisModuleInfoCtx*, const char* field, unsigned long long value);
  int (*SubscribeToServerEvent)(RedisModuleCtx*, RedisEvent, RedisEventHandler*);
};

// Fills the table from the context that a module is loaded with. Returns null, or the name of a
// function that the server does not have.
const char* LoadRedisApi(RedisModuleCtx*, RedisApi*);

}  // namespace pmemycsb::pmredis
