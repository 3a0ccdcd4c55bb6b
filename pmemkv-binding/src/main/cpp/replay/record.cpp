#include "record.h"

#include <algorithm>
#include <cstring>

namespace pmemycsb::replay {
namespace {

constexpr char kMagic = static_cast<char>(0xD7);
constexpr char kVersion = 1;

class Input {
 public:
  explicit Input(std::string_view bytes) : rest_(bytes) {}

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

bool Decode(std::string_view record, std::vector<Field>* fields) {
  fields->clear();
  if (record.size() < 3 || record[0] != kMagic || record[1] != kVersion) return false;
  Input in(record.substr(2));
  std::size_t count = 0;
  if (!in.Number(&count) || count > in.left() / 2) return false;
  for (std::size_t i = 0; i < count; ++i) {
    Field field;
    if (!in.Bytes(&field.name) || !in.Bytes(&field.data)) return false;
    fields->push_back(field);
  }
  return in.left() == 0;
}

void RecordWriter::Begin(std::size_t fields) {
  written_ = 0;
  buffer_[written_++] = kMagic;
  buffer_[written_++] = kVersion;
  AddNumber(fields);
}

void RecordWriter::Add(std::string_view name, std::string_view data) {
  const std::size_t most = written_ + 10 + name.size() + data.size();
  if (most > buffer_.size()) buffer_.resize(std::max(most, 2 * buffer_.size()));
  AddNumber(name.size());
  AddBytes(name);
  AddNumber(data.size());
  AddBytes(data);
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
