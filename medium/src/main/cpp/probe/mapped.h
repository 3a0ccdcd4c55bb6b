#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "libraries.h"
#include "measure.h"

namespace pmemycsb::probe {

// A file without a name on the place, mapped with libpmem: nothing is left of it, however the
// program ends. All of it is allocated and written once.
class Mapped {
 public:
  Mapped(const Pmem& pmem, const std::string& folder, std::size_t bytes);
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;
  ~Mapped();

  // Whether libpmem takes the mapping for persistent memory.
  bool is_pmem() const { return is_pmem_; }
  char* address() const { return address_; }
  std::size_t bytes() const { return bytes_; }

  // Measures loads, stores and copies; empty for an operation of another kind. Throws a Refusal for
  // a size that does not fit.
  std::optional<Result> Measure(const Request& request) const;

 private:
  const Pmem& pmem_;
  char* address_ = nullptr;
  std::size_t bytes_ = 0;
  bool is_pmem_ = false;
};

}  // namespace pmemycsb::probe
