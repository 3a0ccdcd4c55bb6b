#pragma once

#include <cstddef>
#include <memory>

namespace pmemycsb {

// Bytes for one call: on the stack up to InlineBytes, on the heap beyond. Not initialised, because
// every user overwrites all of them. Throws std::bad_alloc.
template <std::size_t InlineBytes>
class Scratch {
 public:
  explicit Scratch(std::size_t bytes)
      : heap_(bytes > InlineBytes ? new char[bytes] : nullptr),
        data_(heap_ ? heap_.get() : inline_) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  char* data() { return data_; }

 private:
  char inline_[InlineBytes];
  std::unique_ptr<char[]> heap_;
  char* data_;
};

}  // namespace pmemycsb
