// A library behind store.h, loaded with dlopen, and its open store.
#pragma once

#include <cstdint>
#include <exception>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>

#include "store.h"

namespace pmemycsb {

// The library's functions. The optional ones may be null. A library stays loaded for ever, because
// it may leave thread-local state in every thread that called it.
struct StoreLibrary {
  decltype(&store_describe) describe;
  decltype(&store_open) open;
  decltype(&store_close) close;
  decltype(&store_get) get;
  decltype(&store_put) put;
  decltype(&store_remove) remove;
  decltype(&store_count) count;
  decltype(&store_error) error;
  decltype(&store_scan) scan;
  decltype(&store_sync) sync;
  decltype(&store_counters) counters;
};

// Loads a library from its file. Returns an empty string, or why it could not.
std::string LoadStoreLibrary(const std::string& file, StoreLibrary* library);

// Asks a library for its promises. Returns an empty string, or why it refuses the options.
std::string Describe(const StoreLibrary& library, const std::string& options,
                     store_traits* traits);

// An open store. Calls wait for their turn, as far as the library asks for turns. An exception that a
// library throws all the same is a failure of the call.
class OpenStore {
 public:
  // Throws std::runtime_error with the library's message.
  OpenStore(const StoreLibrary& library, const std::string& folder, std::uint64_t bytes,
            const std::string& options);
  ~OpenStore() { library_.close(store_); }
  OpenStore(const OpenStore&) = delete;
  OpenStore& operator=(const OpenStore&) = delete;

  const store_traits& traits() const { return traits_; }
  bool syncs() const { return library_.sync != nullptr; }

  int Get(std::string_view key, void* buffer, std::size_t capacity, std::size_t* value_bytes) {
    return Reading([&] {
      return library_.get(store_, key.data(), key.size(), buffer, capacity, value_bytes);
    });
  }
  // STORE_OK or STORE_ABSENT if the store works.
  int Has(std::string_view key) {
    std::size_t value_bytes = 0;
    return Get(key, nullptr, 0, &value_bytes);
  }
  int Put(std::string_view key, std::string_view value) {
    return Writing([&] {
      return library_.put(store_, key.data(), key.size(), value.data(), value.size());
    });
  }
  int Remove(std::string_view key) {
    return Writing([&] { return library_.remove(store_, key.data(), key.size()); });
  }
  int Count(std::uint64_t* count) {
    return Reading([&] { return library_.count(store_, count); });
  }
  int Scan(std::string_view from, store_visit* visit, void* arg) {
    return Reading([&] { return library_.scan(store_, from.data(), from.size(), visit, arg); });
  }
  int Sync() {
    return Writing([&] { return library_.sync(store_); });
  }
  int Counters(void (*counter)(void*, const char*, std::uint64_t), void* arg) {
    if (library_.counters == nullptr) return STORE_OK;
    return Reading([&] { return library_.counters(store_, counter, arg); });
  }

  // The text of this thread's last failure.
  const char* error() const { return thrown_.empty() ? library_.error() : thrown_.c_str(); }

 private:
  template <typename Body>
  int Reading(const Body& body) {
    if (traits_.threads == STORE_MANY_CALLS) return Guarded(body);
    if (traits_.threads == STORE_ONE_CALL) return Writing(body);
    const std::shared_lock<std::shared_mutex> turn(turns_);
    return Guarded(body);
  }

  template <typename Body>
  int Writing(const Body& body) {
    if (traits_.threads == STORE_MANY_CALLS) return Guarded(body);
    const std::unique_lock<std::shared_mutex> turn(turns_);
    return Guarded(body);
  }

  template <typename Body>
  int Guarded(const Body& body) noexcept {
    try {
      const int status = body();
      if (status > STORE_ABSENT) thrown_.clear();
      return status;
    } catch (const std::exception& e) {
      thrown_ = std::string("it threw an exception: ") + e.what();
    } catch (...) {
      thrown_ = "it threw an exception";
    }
    return STORE_FAILED;
  }

  static thread_local std::string thrown_;

  const StoreLibrary& library_;
  store_traits traits_{};
  struct store* store_ = nullptr;
  std::shared_mutex turns_;
};

}  // namespace pmemycsb
