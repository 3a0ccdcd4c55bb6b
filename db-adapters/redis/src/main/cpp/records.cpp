#include "records.h"

#include <exception>
#include <limits>
#include <unordered_map>

namespace pmemycsb::pmredis {
namespace {

// The most that one Java array holds: the binding must be able to read the record.
constexpr std::size_t kLongestRecord = std::numeric_limits<std::int32_t>::max() - 8;
// From here on a table is faster than looking through the names.
constexpr std::size_t kFewFields = 16;

// The data of a callback of libpmemkv, and its result.
template <typename Taker>
struct Visit {
  Fields* fields;
  const Taker* taker;
  Outcome outcome;
  std::string what;

  template <typename Body>
  int Guarded(std::string_view value, Body&& body) noexcept {
    try {
      if (!replay::Decode(value, fields)) {
        outcome = Outcome::kNotRecord;
        return 1;
      }
      return body();
    } catch (const std::exception& e) {
      outcome = Outcome::kFailed;
      try {
        what = e.what();
      } catch (...) {
        what.clear();
      }
      return 1;
    }
  }
};

template <typename Taker>
void TakeValue(const char* value, std::size_t bytes, void* arg) {
  auto* const visit = static_cast<Visit<Taker>*>(arg);
  visit->Guarded({value, bytes}, [&] {
    (*visit->taker)(*visit->fields);
    return 0;
  });
}

template <typename Taker>
int TakeEntry(const char* key, std::size_t key_bytes, const char* value, std::size_t value_bytes,
              void* arg) {
  auto* const visit = static_cast<Visit<Taker>*>(arg);
  return visit->Guarded({value, value_bytes}, [&] {
    return (*visit->taker)(std::string_view(key, key_bytes), *visit->fields) ? 0 : 1;
  });
}

}  // namespace

std::size_t MergeInto(Fields* fields, const Fields& changes) {
  const std::size_t before = fields->size();
  if (before + changes.size() <= kFewFields) {
    for (const Field& change : changes) {
      auto at = fields->begin();
      while (at != fields->end() && at->name != change.name) ++at;
      if (at == fields->end()) {
        fields->push_back(change);
      } else {
        at->data = change.data;
      }
    }
    return fields->size() - before;
  }
  std::unordered_map<std::string_view, std::size_t> places;
  places.reserve(before + changes.size());
  for (std::size_t i = 0; i < before; ++i) places.emplace((*fields)[i].name, i);
  for (const Field& change : changes) {
    const auto [place, fresh] = places.emplace(change.name, fields->size());
    if (fresh) {
      fields->push_back(change);
    } else {
      (*fields)[place->second].data = change.data;
    }
  }
  return fields->size() - before;
}

Outcome Records::Failed(const char* why) {
  error_ = why;
  return Outcome::kFailed;
}

// libpmemkv keeps the last message of the thread. It counts only if it names the function.
Outcome Records::Judge(int status, const char* function) {
  if (status == kOk || status == kStoppedByCallback) return Outcome::kDone;
  if (status == kNotFound) return Outcome::kAbsent;
  if (status == kOutOfMemory) return Outcome::kFull;
  const std::string_view text(api_->errormsg());
  error_ = text.find(function) != std::string_view::npos
               ? std::string(text)
               : std::string(function) + " failed with status " + std::to_string(status);
  return Outcome::kFailed;
}

Outcome Records::GetFields(std::string_view key, const FieldsTaker& taker) {
  if (db_ == nullptr) return Failed("there is no pool");
  Visit<FieldsTaker> visit{&fields_, &taker, Outcome::kDone, {}};
  const int status = api_->get(db_, key.data(), key.size(), TakeValue<FieldsTaker>, &visit);
  if (visit.outcome == Outcome::kFailed) return Failed(visit.what.c_str());
  return visit.outcome == Outcome::kDone ? Judge(status, "pmemkv_get") : visit.outcome;
}

Outcome Records::Walk(std::string_view start, const EntryTaker& taker) {
  if (db_ == nullptr) return Failed("there is no pool");
  Visit<EntryTaker> visit{&fields_, &taker, Outcome::kDone, {}};
  const int status =
      api_->get_equal_above(db_, start.data(), start.size(), TakeEntry<EntryTaker>, &visit);
  if (visit.outcome == Outcome::kFailed) return Failed(visit.what.c_str());
  if (visit.outcome != Outcome::kDone) return visit.outcome;
  const Outcome outcome = Judge(status, "pmemkv_get_equal_above");
  return outcome == Outcome::kAbsent ? Outcome::kDone : outcome;
}

Outcome Records::Encode(const Fields& fields) {
  std::size_t bytes = 16;
  for (const Field& field : fields) bytes += 10 + field.name.size() + field.data.size();
  if (bytes > kLongestRecord) return Outcome::kTooLong;
  writer_.Begin(fields.size());
  for (const Field& field : fields) writer_.Add(field.name, field.data);
  return Outcome::kDone;
}

Outcome Records::Put(std::string_view key) {
  const std::string_view record = writer_.record();
  const Outcome outcome =
      Judge(api_->put(db_, key.data(), key.size(), record.data(), record.size()), "pmemkv_put");
  if (outcome == Outcome::kDone) {
    ++counters_.puts;
    counters_.put_bytes += key.size() + record.size();
  } else if (outcome == Outcome::kFull) {
    ++counters_.full;
  }
  return outcome;
}

Outcome Records::Merge(std::string_view key, const Fields& changes, std::size_t* added) {
  Outcome fits = Outcome::kDone;
  // Made where the old values lie, so that they are copied once.
  const Outcome there = Get(key, [&](Fields& fields) {
    *added = MergeInto(&fields, changes);
    fits = Encode(fields);
  });
  if (there == Outcome::kAbsent) return Replace(key, changes, added);
  if (there != Outcome::kDone) return there;
  return fits == Outcome::kDone ? Put(key) : fits;
}

Outcome Records::Replace(std::string_view key, const Fields& changes, std::size_t* added) {
  if (db_ == nullptr) return Failed("there is no pool");
  fields_.clear();
  *added = MergeInto(&fields_, changes);
  const Outcome fits = Encode(fields_);
  return fits == Outcome::kDone ? Put(key) : fits;
}

Outcome Records::Remove(std::string_view key) {
  if (db_ == nullptr) return Failed("there is no pool");
  const Outcome outcome = Judge(api_->remove(db_, key.data(), key.size()), "pmemkv_remove");
  if (outcome == Outcome::kDone) ++counters_.removes;
  return outcome;
}

Outcome Records::Exists(std::string_view key) {
  if (db_ == nullptr) return Failed("there is no pool");
  return Judge(api_->exists(db_, key.data(), key.size()), "pmemkv_exists");
}

Outcome Records::Count(std::size_t* count) {
  if (db_ == nullptr) return Failed("there is no pool");
  return Judge(api_->count_all(db_, count), "pmemkv_count_all");
}

}  // namespace pmemycsb::pmredis
