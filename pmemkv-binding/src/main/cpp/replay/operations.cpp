#include "operations.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace pmemycsb::replay {
namespace {

constexpr std::uint32_t kMostThreads = 65535;
constexpr std::uint32_t kEnd = 0xFFFFFFFF;

std::string_view Map(const std::string& name) {
  const int file = open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw Refusal(std::string("cannot be opened: ") + std::strerror(errno));
  struct stat status {};
  void* mapped = MAP_FAILED;
  if (fstat(file, &status) == 0 && status.st_size > 0) {
    const auto bytes = static_cast<std::size_t>(status.st_size);
    mapped = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
  }
  close(file);
  if (mapped == MAP_FAILED) throw Refusal("it is empty, or cannot be mapped");
  return {static_cast<const char*>(mapped), static_cast<std::size_t>(status.st_size)};
}

}  // namespace

Operations::Operations(const std::string& file) try : file_(Map(file)) {
  Reader in(file_);
  if (in.Take(8) != "PMYOPS01") throw Refusal("it is no file of operations of this version");
  const auto threads = in.Take<std::uint32_t>();
  const auto fields = in.Take<std::uint32_t>();
  const auto values = in.Take<std::uint64_t>();
  count_ = in.Take<std::int64_t>();
  if (threads == 0 || threads > kMostThreads) throw Refusal("impossible number of threads");
  blocks_.resize(threads);
  for (std::uint32_t i = 0; i < fields; ++i) {
    field_names_.push_back(in.Take(in.Take<std::uint32_t>()));
  }
  values_ = in.Take(values);
  for (auto thread = in.Take<std::uint32_t>(); thread != kEnd; thread = in.Take<std::uint32_t>()) {
    if (thread >= threads) throw Refusal("impossible thread");
    const std::string_view block = in.Take(in.Take<std::uint32_t>());
    Check(block);
    blocks_[thread].push_back(block);
  }
  if (found_ != count_ || !in.empty()) throw Refusal("it has another number of operations");
} catch (const Refusal& refusal) {
  throw Refusal(file + ": " + refusal.what());
}

Operations::~Operations() { munmap(const_cast<char*>(file_.data()), file_.size()); }

void Operations::Check(std::string_view block) {
  for (Reader in(block); !in.empty(); ++found_) {
    const auto operation = in.Take<Operation>();
    if (operation.kind > Kind::kScan ||
        (operation.kind == Kind::kMerge && operation.number >= field_names_.size())) {
      throw Refusal("impossible operation");
    }
    for (std::size_t i = operation.Slices(field_names_.size()); i > 0; --i) {
      const auto slice = in.Take<Slice>();
      if (std::uint64_t{slice.begin} + slice.bytes > values_.size()) {
        throw Refusal("impossible value");
      }
    }
    in.Take(operation.key_bytes);
  }
}

}  // namespace pmemycsb::replay
