// Records, which are fields with values under a key, as entries of a pmemkv store: one value is one
// record in the encoding of the pmemkv binding (RecordCodec), so that a pool can be read by both.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pmemkv_api.h"
#include "replay/record.h"

namespace pmemycsb::pmredis {

using replay::Field;
using Fields = std::vector<Field>;

enum class Outcome {
  kDone,
  kAbsent,
  kFull,       // the pool has no room; nothing was changed
  kTooLong,    // the record would not fit the encoding; nothing was changed
  kNotRecord,  // what is under the key was not written by us; it is left as it is
  kFailed,     // error() says why
};

// Calls that changed the store, since it was made.
struct Counters {
  std::uint64_t puts = 0;
  std::uint64_t put_bytes = 0;
  std::uint64_t removes = 0;
  std::uint64_t full = 0;
};

// Not thread-safe: a server calls a module from one thread. No exception passes through libpmemkv:
// a callback without memory gives kFailed.
class Records {
 public:
  explicit Records(const PmemkvApi* api) : api_(api) {}

  // The store to work on; null when there is none: then every call is kFailed.
  void Use(pmemkv_db* db) { db_ = db; }

  // Hands the fields of a record over, or none: they are good inside the call only.
  template <typename Taker>
  Outcome Read(std::string_view key, Taker&& taker) {
    return Get(key, [&](Fields& fields) { taker(static_cast<const Fields&>(fields)); });
  }

  // Writes fields, of which the last of a name counts, with one put: over the record that is there,
  // or in place of it. `added` is the number of fields that it had not.
  Outcome Merge(std::string_view key, const Fields& changes, std::size_t* added);
  Outcome Replace(std::string_view key, const Fields& changes, std::size_t* added);

  Outcome Remove(std::string_view key);
  Outcome Exists(std::string_view key);
  Outcome Count(std::size_t* count);

  // Hands over records in the order of their keys' bytes, from `start` on, until `taker` returns
  // false. For a sorted engine only.
  template <typename Taker>
  Outcome Scan(std::string_view start, Taker&& taker) {
    return Walk(start, Erased<bool, std::string_view, const Fields&>::Of(taker));
  }

  const std::string& error() const { return error_; }
  const Counters& counters() const { return counters_; }

 private:
  // A reference to a callable, without its type.
  template <typename Result, typename... Arguments>
  struct Erased {
    template <typename Callable>
    static Erased Of(Callable& callable) {
      return {&callable, [](void* self, Arguments... arguments) -> Result {
                return (*static_cast<Callable*>(self))(arguments...);
              }};
    }
    Result operator()(Arguments... arguments) const { return call(self, arguments...); }

    void* self;
    Result (*call)(void*, Arguments...);
  };
  using FieldsTaker = Erased<void, Fields&>;
  using EntryTaker = Erased<bool, std::string_view, const Fields&>;

  template <typename Taker>
  Outcome Get(std::string_view key, Taker&& taker) {
    return GetFields(key, FieldsTaker::Of(taker));
  }
  Outcome GetFields(std::string_view key, const FieldsTaker& taker);
  Outcome Walk(std::string_view start, const EntryTaker& taker);
  // Makes the record in writer_, for Put().
  Outcome Encode(const Fields& fields);
  Outcome Put(std::string_view key);
  Outcome Judge(int status, const char* function);
  Outcome Failed(const char* why);

  const PmemkvApi* api_;
  pmemkv_db* db_ = nullptr;
  replay::RecordWriter writer_;
  Fields fields_;
  std::string error_;
  Counters counters_;
};

// Writes `changes` into `fields`: a value where the name is there, else at the end, and gives the
// number of the latter.
std::size_t MergeInto(Fields* fields, const Fields& changes);

}  // namespace pmemycsb::pmredis
