#include "record.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace pmemycsb::replay {
namespace {

constexpr char kMagic = static_cast<char>(0xD7);
constexpr char kVersion = 1;

// site.ycsb.Utils.hash: FNV-1 of the eight bytes with YCSB's order of its two steps, made positive.
std::int64_t Hash(std::int64_t number) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  auto rest = static_cast<std::uint64_t>(number);
  for (int i = 0; i < 8; ++i) {
    hash ^= rest & 0xFF;
    hash *= 1099511628211ULL;
    rest >>= 8;
  }
  const auto signed_hash = static_cast<std::int64_t>(hash);
  // As in Java the smallest number stays as it is, for it has no counterpart.
  return signed_hash < 0 ? static_cast<std::int64_t>(0 - hash) : signed_hash;
}

void AppendZeros(std::int64_t count, std::string* to) {
  to->append(static_cast<std::size_t>(std::max<std::int64_t>(0, count)), '0');
}

void AppendKey(const Trace& trace, std::int64_t number, std::string* to) {
  const std::string digits = std::to_string(trace.hashed ? Hash(number) : number);
  const std::size_t begin = to->size();
  to->append(std::string_view("user").substr(4 - static_cast<std::size_t>(trace.prefix)));
  AppendZeros(trace.zero_padding - static_cast<std::int64_t>(digits.size()), to);
  to->append(digits);
  if (trace.key_lengths.empty()) return;
  // As KeyLengths of the harness: the highest bits of the product are the place.
  const auto product = static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15ULL;
  const std::size_t place = product / (~0ULL / trace.key_lengths.size() + 1);
  AppendZeros(trace.key_lengths[place] - static_cast<std::int64_t>(to->size() - begin), to);
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  // An unsigned LEB128 number of at most 31 bits.
  bool Number(std::size_t* number) {
    *number = 0;
    for (int shift = 0; shift < 35 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_[0]);
      rest_.remove_prefix(1);
      if (shift == 28 && byte > 7) return false;
      *number |= static_cast<std::size_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return true;
    }
    return false;
  }

  bool Bytes(std::string_view* bytes) {
    std::size_t size = 0;
    if (!Number(&size) || size > rest_.size()) return false;
    *bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return true;
  }

  std::size_t left() const { return rest_.size(); }

 private:
  std::string_view rest_;
};

}  // namespace

Keys::Keys(const Trace& trace) {
  const std::int64_t count = trace.records + trace.inserts;
  ends_.reserve(static_cast<std::size_t>(count) + 1);
  ends_.push_back(0);
  for (std::int64_t number = 0; number < count; ++number) {
    AppendKey(trace, number, &text_);
    ends_.push_back(text_.size());
  }
}

Values::Values(const Trace& trace)
    : bytes_(kPool + static_cast<std::size_t>(trace.value_bytes) + sizeof(std::uint64_t)) {
  std::uint64_t state = trace.seed;
  for (std::size_t at = 0; at + sizeof(state) <= bytes_.size(); at += sizeof(state)) {
    state += 0x9E3779B97F4A7C15ULL;
    std::uint64_t word = state;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ULL;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBULL;
    word ^= word >> 31;
    std::memcpy(bytes_.data() + at, &word, sizeof(word));
  }
  const auto said = trace.properties.find("compressibility");
  if (said == trace.properties.end()) return;
  const double share = std::clamp(std::strtod(said->second.c_str(), nullptr), 0.0, 1.0);
  const auto again = static_cast<std::size_t>(std::lround(share * kBlock));
  for (std::size_t end = kBlock; end <= bytes_.size(); end += kBlock) {
    std::memset(bytes_.data() + end - again, 0, again);
  }
}

bool Decode(std::string_view record, std::vector<Field>* fields) {
  fields->clear();
  if (record.size() < 3 || record[0] != kMagic || record[1] != kVersion) return false;
  Reader reader(record.substr(2));
  std::size_t count = 0;
  if (!reader.Number(&count) || count > reader.left() / 2) return false;
  for (std::size_t i = 0; i < count; ++i) {
    Field field;
    if (!reader.Bytes(&field.name) || !reader.Bytes(&field.data)) return false;
    fields->push_back(field);
  }
  return reader.left() == 0;
}

void RecordWriter::Begin(std::size_t fields) {
  written_ = 0;
  buffer_[written_++] = kMagic;
  buffer_[written_++] = kVersion;
  AddNumber(fields);
}

void RecordWriter::Add(std::string_view name, std::string_view data) {
  Reserve(10 + name.size() + data.size());
  AddNumber(name.size());
  AddBytes(name);
  AddNumber(data.size());
  AddBytes(data);
}

void RecordWriter::Reserve(std::size_t more) {
  if (written_ + more > buffer_.size()) {
    buffer_.resize(std::max(written_ + more, 2 * buffer_.size()));
  }
}

void RecordWriter::AddNumber(std::size_t number) {
  for (; number > 0x7F; number >>= 7) buffer_[written_++] = static_cast<char>(number | 0x80);
  buffer_[written_++] = static_cast<char>(number);
}

void RecordWriter::AddBytes(std::string_view bytes) {
  if (!bytes.empty()) std::memcpy(buffer_.data() + written_, bytes.data(), bytes.size());
  written_ += bytes.size();
}

}  // namespace pmemycsb::replay
