#include "store_library.h"

#include <mutex>
#include <stdexcept>

#include "dynamic_library.h"

namespace pmemycsb {

thread_local std::string OpenStore::thrown_;

std::string LoadStoreLibrary(const std::string& file, StoreLibrary* library) {
  std::string reason;
  DynamicLibrary loaded = Load(file, &reason);
  if (!loaded) return reason;
  decltype(&store_interface) interface = nullptr;
  std::string missing;
  const auto need = [&](const char* symbol, auto** into) {
    if (!Resolve(loaded, symbol, into) && missing.empty()) missing = symbol;
  };
  need("store_interface", &interface);
  if (missing.empty() && interface() != STORE_INTERFACE) {
    return file + ": has version " + std::to_string(interface()) + " of the interface, not " +
           std::to_string(STORE_INTERFACE) + "; build it with the store.h of this pmem-ycsb";
  }
  need("store_describe", &library->describe);
  need("store_open", &library->open);
  need("store_close", &library->close);
  need("store_get", &library->get);
  need("store_put", &library->put);
  need("store_remove", &library->remove);
  need("store_count", &library->count);
  need("store_error", &library->error);
  if (!missing.empty()) return file + ": has no function " + missing;
  Resolve(loaded, "store_scan", &library->scan);
  Resolve(loaded, "store_sync", &library->sync);
  Resolve(loaded, "store_counters", &library->counters);
  static_cast<void>(loaded.release());
  return {};
}

std::string Describe(const StoreLibrary& library, const std::string& options,
                     store_traits* traits) {
  if (library.describe(options.c_str(), traits) != STORE_OK) return library.error();
  if (traits->name == nullptr) return "it gives no name";
  if (traits->threads < STORE_ONE_CALL || traits->threads > STORE_MANY_CALLS) {
    return "it gives an unknown number of threads: " + std::to_string(traits->threads);
  }
  if (traits->sorted != 0 && library.scan == nullptr) return "it is sorted, but has no store_scan";
  return {};
}

OpenStore::OpenStore(const StoreLibrary& library, const std::string& folder, std::uint64_t bytes,
                     const std::string& options)
    : library_(library) {
  const std::string refusal = Describe(library, options, &traits_);
  if (!refusal.empty()) throw std::runtime_error(refusal);
  const int status =
      Guarded([&] { return library.open(folder.c_str(), bytes, options.c_str(), &store_); });
  if (status != STORE_OK) throw std::runtime_error(error());
  if (store_ == nullptr) throw std::runtime_error("store_open gave no store");
}

}  // namespace pmemycsb
