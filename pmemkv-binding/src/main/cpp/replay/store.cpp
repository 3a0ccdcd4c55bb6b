#include "store.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <initializer_list>

namespace pmemycsb::replay {
namespace {

bool IsOneOf(const std::string& engine, std::initializer_list<const char*> names) {
  return std::any_of(names.begin(), names.end(), [&](const char* name) { return engine == name; });
}

struct Copy {
  char* data;
  std::size_t capacity;
  std::size_t length;
};

extern "C" void CopyValue(const char* value, std::size_t length, void* arg) {
  auto* const copy = static_cast<Copy*>(arg);
  copy->length = length;
  if (length <= copy->capacity) std::memcpy(copy->data, value, length);
}

struct Walk {
  std::size_t limit;
  std::vector<char>* copy;
  std::vector<std::size_t>* ends;
  bool out_of_memory;
};

extern "C" int CopyEntry(const char*, std::size_t, const char* value, std::size_t length,
                         void* arg) {
  auto* const walk = static_cast<Walk*>(arg);
  try {
    walk->copy->insert(walk->copy->end(), value, value + length);
    walk->ends->push_back(walk->copy->size());
  } catch (...) {
    // An exception must not pass through libpmemkv.
    walk->out_of_memory = true;
    return 1;
  }
  return walk->ends->size() == walk->limit ? 1 : 0;
}

// An engine of the adapter pmemobj, whatever its structure.
bool IsStructure(const std::string& engine) {
  return IsOneOf(engine.substr(0, engine.find('_')), {"obj", "persist", "volatile", "dram"});
}

}  // namespace

bool StoreOptions::IsVolatile() const {
  return IsOneOf(engine, {"vcmap", "vsmap", "blackhole"}) || engine.rfind("dram_", 0) == 0;
}

Store::Store(const PmemkvApi& api, const StoreOptions& options)
    : api(api),
      concurrent_(IsStructure(options.engine) ||
                  IsOneOf(options.engine, {"cmap", "vcmap", "csmap", "blackhole", "dram_vcmap"})) {
  const bool create = !options.IsVolatile() && access(options.path.c_str(), F_OK) != 0;
  if (create && options.bytes == 0) {
    throw Refusal(options.path + ": there is no such pool, and no --size to create one");
  }
  const char* step = nullptr;
  const std::uint64_t size = create || options.IsVolatile() ? options.bytes : 0;
  if (OpenPmemkv(api, options.engine.c_str(), options.path.c_str(), size, create, &db, &step) !=
      kOk) {
    throw Refusal(options.path + ": " + api.errormsg());
  }
}

Store::~Store() { api.close(db); }

int Client::Read(std::string_view key) {
  const int status = Get(key);
  if (status != kOk) return status;
  malformed_ = !Decode({copy_.data(), copied_}, &fields_);
  return malformed_ ? kUnknownError : kOk;
}

int Client::Insert(std::string_view key, std::string_view record) {
  const std::lock_guard<std::mutex> turn(store_.Stripe(key));
  return Put(key, record);
}

int Client::Replace(std::string_view key, std::string_view record) {
  const std::lock_guard<std::mutex> turn(store_.Stripe(key));
  const int status = Exists(key);
  return status == kOk ? Put(key, record) : status;
}

int Client::Merge(std::string_view key, const Field& change) {
  const std::lock_guard<std::mutex> turn(store_.Stripe(key));
  const int status = Read(key);
  if (status != kOk) return status;
  const auto same = [&](const Field& field) { return field.name == change.name; };
  const bool present = std::any_of(fields_.begin(), fields_.end(), same);
  writer_.Begin(fields_.size() + (present ? 0 : 1));
  for (const Field& field : fields_) {
    writer_.Add(field.name, same(field) ? change.data : field.data);
  }
  if (!present) writer_.Add(change.name, change.data);
  return Put(key, writer_.record());
}

int Client::Remove(std::string_view key) {
  malformed_ = false;
  const std::lock_guard<std::mutex> turn(store_.Stripe(key));
  const auto engine_turn = store_.EngineTurn();
  return store_.api.remove(store_.db, key.data(), key.size());
}

int Client::Scan(std::string_view from, std::size_t limit) {
  malformed_ = false;
  if (limit == 0) return kOk;
  rows_.clear();
  ends_.clear();
  Walk walk{limit, &rows_, &ends_, false};
  int status = kOk;
  {
    const auto turn = store_.EngineTurn();
    status = store_.api.get_equal_above(store_.db, from.data(), from.size(), CopyEntry, &walk);
  }
  if (walk.out_of_memory) return kOutOfMemory;
  if (status != kOk && status != kStoppedByCallback && status != kNotFound) return status;
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    if (!Decode({rows_.data() + begin, end - begin}, &fields_)) malformed_ = true;
    begin = end;
  }
  return malformed_ ? kUnknownError : kOk;
}

int Client::Get(std::string_view key) {
  malformed_ = false;
  while (true) {
    Copy copy{copy_.data(), copy_.size(), 0};
    {
      const auto turn = store_.EngineTurn();
      const int status = store_.api.get(store_.db, key.data(), key.size(), CopyValue, &copy);
      if (status != kOk) return status;
    }
    copied_ = copy.length;
    if (copy.length <= copy.capacity) return kOk;
    copy_.resize(copy.length);
  }
}

int Client::Put(std::string_view key, std::string_view record) {
  malformed_ = false;
  const auto turn = store_.EngineTurn();
  return store_.api.put(store_.db, key.data(), key.size(), record.data(), record.size());
}

int Client::Exists(std::string_view key) {
  malformed_ = false;
  const auto turn = store_.EngineTurn();
  return store_.api.exists(store_.db, key.data(), key.size());
}

std::string Client::message() const {
  return malformed_ ? "a value that is no record" : store_.api.errormsg();
}

}  // namespace pmemycsb::replay
