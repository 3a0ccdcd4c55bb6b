#include "redis_api.h"

#include <cstring>

namespace pmemycsb::pmredis {

const char* LoadRedisApi(RedisModuleCtx* context, RedisApi* api) {
  // The one thing that is known of a context: it begins with the function that finds the others.
  int (*get_api)(const char*, void*) = nullptr;
  std::memcpy(&get_api, context, sizeof(get_api));
  const char* missing = nullptr;
  const auto need = [&](const char* name, auto** into) {
    if (get_api(name, into) != kRedisOk && missing == nullptr) missing = name;
  };
  need("RedisModule_SetModuleAttribs", &api->SetModuleAttribs);
  need("RedisModule_IsModuleNameBusy", &api->IsModuleNameBusy);
  need("RedisModule_CreateCommand", &api->CreateCommand);
  need("RedisModule_GetCommand", &api->GetCommand);
  need("RedisModule_SetCommandInfo", &api->SetCommandInfo);
  need("RedisModule_Log", &api->Log);
  need("RedisModule_GetContextFlags", &api->GetContextFlags);
  need("RedisModule_GetSelectedDb", &api->GetSelectedDb);
  need("RedisModule_SignalModifiedKey", &api->SignalModifiedKey);
  need("RedisModule_WrongArity", &api->WrongArity);
  need("RedisModule_ReplyWithLongLong", &api->ReplyWithLongLong);
  need("RedisModule_ReplyWithSimpleString", &api->ReplyWithSimpleString);
  need("RedisModule_ReplyWithError", &api->ReplyWithError);
  need("RedisModule_ReplyWithNull", &api->ReplyWithNull);
  need("RedisModule_ReplyWithStringBuffer", &api->ReplyWithStringBuffer);
  need("RedisModule_ReplyWithArray", &api->ReplyWithArray);
  need("RedisModule_ReplyWithMap", &api->ReplyWithMap);
  need("RedisModule_ReplySetArrayLength", &api->ReplySetArrayLength);
  need("RedisModule_CreateString", &api->CreateString);
  need("RedisModule_RetainString", &api->RetainString);
  need("RedisModule_StringPtrLen", &api->StringPtrLen);
  need("RedisModule_RegisterCommandFilter", &api->RegisterCommandFilter);
  need("RedisModule_CommandFilterArgGet", &api->CommandFilterArgGet);
  need("RedisModule_CommandFilterArgInsert", &api->CommandFilterArgInsert);
  need("RedisModule_CommandFilterArgReplace", &api->CommandFilterArgReplace);
  need("RedisModule_RegisterInfoFunc", &api->RegisterInfoFunc);
  need("RedisModule_InfoAddSection", &api->InfoAddSection);
  need("RedisModule_InfoAddFieldCString", &api->InfoAddFieldCString);
  need("RedisModule_InfoAddFieldULongLong", &api->InfoAddFieldULongLong);
  need("RedisModule_SubscribeToServerEvent", &api->SubscribeToServerEvent);
  return missing;
}

}  // namespace pmemycsb::pmredis
