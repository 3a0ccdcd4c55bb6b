#include "fake_pmemkv.h"

namespace pmemycsb::pmredis {
namespace {

const char* Message() { return "[fake] no message"; }

int CountAll(pmemkv_db* db, std::size_t* count) {
  *count = db->entries.size();
  return kOk;
}

int Exists(pmemkv_db* db, const char* key, std::size_t bytes) {
  return db->entries.count({key, bytes}) != 0 ? kOk : kNotFound;
}

int Get(pmemkv_db* db, const char* key, std::size_t bytes, GetValueCallback* callback, void* arg) {
  const auto at = db->entries.find({key, bytes});
  if (at == db->entries.end()) return kNotFound;
  callback(at->second.data(), at->second.size(), arg);
  return kOk;
}

int Put(pmemkv_db* db, const char* key, std::size_t key_bytes, const char* value,
        std::size_t value_bytes) {
  const std::string name(key, key_bytes);
  const auto at = db->entries.find(name);
  const std::size_t freed = at == db->entries.end() ? 0 : key_bytes + at->second.size();
  const std::size_t bytes = db->bytes - freed + key_bytes + value_bytes;
  if (bytes > db->capacity) return kOutOfMemory;
  db->bytes = bytes;
  db->entries[name] = std::string(value, value_bytes);
  return kOk;
}

int Remove(pmemkv_db* db, const char* key, std::size_t bytes) {
  const auto at = db->entries.find({key, bytes});
  if (at == db->entries.end()) return kNotFound;
  db->bytes -= at->first.size() + at->second.size();
  db->entries.erase(at);
  return kOk;
}

int GetEqualAbove(pmemkv_db* db, const char* key, std::size_t bytes, GetEntryCallback* callback,
                  void* arg) {
  auto at = db->entries.lower_bound({key, bytes});
  if (at == db->entries.end()) return kNotFound;
  for (; at != db->entries.end(); ++at) {
    if (callback(at->first.data(), at->first.size(), at->second.data(), at->second.size(), arg) !=
        0) {
      return kStoppedByCallback;
    }
  }
  return kOk;
}

}  // namespace

const PmemkvApi& FakePmemkv() {
  static const PmemkvApi api = [] {
    PmemkvApi table{};
    table.errormsg = Message;
    table.count_all = CountAll;
    table.exists = Exists;
    table.get = Get;
    table.put = Put;
    table.remove = Remove;
    table.get_equal_above = GetEqualAbove;
    return table;
  }();
  return api;
}

}  // namespace pmemycsb::pmredis
