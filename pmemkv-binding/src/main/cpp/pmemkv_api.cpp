#include "pmemkv_api.h"

#include <string>
#include <utility>

#include "dynamic_library.h"

namespace pmemycsb {

std::string LoadPmemkv(const char* name, PmemkvApi* api) {
  std::string reason;
  DynamicLibrary library = Load(name, &reason);
  if (!library) return reason;
  PmemkvApi found{};
  const char* missing = nullptr;
  const auto need = [&](const char* symbol, auto** into) {
    if (!Resolve(library, symbol, into) && missing == nullptr) missing = symbol;
  };
  need("pmemkv_config_new", &found.config_new);
  need("pmemkv_config_delete", &found.config_delete);
  need("pmemkv_config_put_string", &found.config_put_string);
  need("pmemkv_config_put_uint64", &found.config_put_uint64);
  // 1.5 has the create mode under a new name, and the old one only as long as it is deprecated.
  if (!Resolve(library, "pmemkv_config_put_create_or_error_if_exists",
               &found.config_put_create_or_error_if_exists)) {
    need("pmemkv_config_put_force_create", &found.config_put_force_create);
  }
  need("pmemkv_open", &found.open);
  need("pmemkv_close", &found.close);
  need("pmemkv_errormsg", &found.errormsg);
  need("pmemkv_count_all", &found.count_all);
  need("pmemkv_exists", &found.exists);
  need("pmemkv_get", &found.get);
  need("pmemkv_put", &found.put);
  need("pmemkv_remove", &found.remove);
  need("pmemkv_get_above", &found.get_above);
  need("pmemkv_get_equal_above", &found.get_equal_above);
  found.file = FileOf(reinterpret_cast<void*>(found.open));
  if (missing != nullptr) {
    return (found.file.empty() ? std::string(name) : found.file) + ": has no function " + missing;
  }
  *api = std::move(found);
  // Never unloaded: libpmemobj and TBB keep thread-local state in every thread that called them.
  static_cast<void>(library.release());
  return {};
}

int OpenPmemkv(const PmemkvApi& api, const char* engine, const char* path, std::uint64_t size,
               bool create, pmemkv_db** db, const char** step) {
  *step = "pmemkv_config_new";
  pmemkv_config* const config = api.config_new();
  if (config == nullptr) return kOutOfMemory;
  *step = "pmemkv_config_put_string";
  int status = path == nullptr ? kOk : api.config_put_string(config, "path", path);
  if (status == kOk && size > 0) {
    *step = "pmemkv_config_put_uint64";
    status = api.config_put_uint64(config, "size", size);
  }
  if (status == kOk && create) {
    *step = "pmemkv_config_put_force_create";
    status = api.has_1_5_symbols() ? api.config_put_create_or_error_if_exists(config, true)
                                   : api.config_put_force_create(config, true);
  }
  if (status != kOk) {
    api.config_delete(config);
    return status;
  }
  *step = "pmemkv_open";
  // From here on libpmemkv owns the configuration, even when opening fails.
  return api.open(engine, config, db);
}

}  // namespace pmemycsb
