#include "client.h"

#include <algorithm>

namespace pmemycsb::replay {
namespace {

constexpr const char* kMalformed = "a value that is no record";

struct Walk {
  std::size_t left;
  std::vector<char>* copy;
  std::vector<std::size_t>* ends;
};

extern "C" int CopyRow(void* arg, const void*, std::size_t, const void* value, std::size_t length) {
  auto* const walk = static_cast<Walk*>(arg);
  const char* const begin = static_cast<const char*>(value);
  walk->copy->insert(walk->copy->end(), begin, begin + length);
  walk->ends->push_back(walk->copy->size());
  return --walk->left == 0 ? 1 : 0;
}

}  // namespace

int Client::Read(std::string_view key) {
  complaint_ = nullptr;
  std::size_t length = 0;
  int status = store_.Get(key, copy_.data(), copy_.size(), &length);
  while (status == STORE_OK && length > copy_.size()) {
    copy_.resize(length);
    status = store_.Get(key, copy_.data(), copy_.size(), &length);
  }
  if (status != STORE_OK) return status;
  return Decode({copy_.data(), length}, &fields_) ? status : NoRecord(kMalformed);
}

int Client::Insert(std::string_view key, std::string_view record) {
  complaint_ = nullptr;
  const std::lock_guard<std::mutex> turn(stripes_.Of(key));
  return store_.Put(key, record);
}

int Client::Replace(std::string_view key, std::string_view record) {
  complaint_ = nullptr;
  const std::lock_guard<std::mutex> turn(stripes_.Of(key));
  const int status = store_.Has(key);
  return status == STORE_OK ? store_.Put(key, record) : status;
}

int Client::Merge(std::string_view key, const Field& change) {
  const std::lock_guard<std::mutex> turn(stripes_.Of(key));
  const int status = Read(key);
  if (status != STORE_OK) return status;
  const auto same = [&](const Field& field) { return field.name == change.name; };
  const bool present = std::any_of(fields_.begin(), fields_.end(), same);
  writer_.Begin(fields_.size() + (present ? 0 : 1));
  for (const Field& field : fields_) {
    writer_.Add(field.name, same(field) ? change.data : field.data);
  }
  if (!present) writer_.Add(change.name, change.data);
  return store_.Put(key, writer_.record());
}

int Client::Remove(std::string_view key) {
  complaint_ = nullptr;
  const std::lock_guard<std::mutex> turn(stripes_.Of(key));
  return store_.Remove(key);
}

int Client::Scan(std::string_view from, std::size_t limit) {
  complaint_ = nullptr;
  if (store_.traits().sorted == 0) return NoRecord("the store keeps no order, so it has no scans");
  if (limit == 0) return STORE_OK;
  rows_.clear();
  ends_.clear();
  Walk walk{limit, &rows_, &ends_};
  const int status = store_.Scan(from, CopyRow, &walk);
  if (status != STORE_OK) return status;
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    if (!Decode({rows_.data() + begin, end - begin}, &fields_)) return NoRecord(kMalformed);
    begin = end;
  }
  return STORE_OK;
}

int Client::NoRecord(const char* why) {
  complaint_ = why;
  return STORE_FAILED;
}

std::string Client::message() const { return complaint_ != nullptr ? complaint_ : store_.error(); }

}  // namespace pmemycsb::replay
