// Records as values of the store, in the encoding of org.pmemycsb.adapter.inprocess.client.RecordCodec.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace pmemycsb::replay {

struct Field {
  std::string_view name;
  std::string_view data;
};

// The fields of a record, as slices of it; false if it is none.
bool Decode(std::string_view record, std::vector<Field>* fields);

// Makes one record after the other in a buffer that it keeps.
class RecordWriter {
 public:
  void Begin(std::size_t fields);
  void Add(std::string_view name, std::string_view data);
  std::string_view record() const { return {buffer_.data(), written_}; }

 private:
  void AddNumber(std::size_t number);
  void AddBytes(std::string_view bytes);

  std::vector<char> buffer_ = std::vector<char>(2048);
  std::size_t written_ = 0;
};

}  // namespace pmemycsb::replay
