#include "mapped.h"

#include <cstring>
#include <map>
#include <utility>
#include <vector>

namespace pmemycsb::probe {
namespace {

constexpr unsigned kOwnerOnly = 0600;

// The addresses that a thread works on, in its own share of the mapping: one after the other, or in
// a random order.
class Walk {
 public:
  Walk(char* base, std::size_t bytes, const Request& request, unsigned seed)
      : base_(base),
        random_(request.random),
        stride_(random_ ? std::max(request.bytes, kLine) : request.bytes),
        slots_(bytes / stride_),
        state_(seed) {
    if (slots_ == 0) throw Refusal("the size is larger than a thread's share of the file");
  }

  // `more` is added to the choice of the next random address. A value that was just loaded makes
  // the next load wait for it.
  char* Next(std::uint64_t more = 0) {
    if (random_) {
      // Knuth's linear congruential generator; its high bits are the random ones.
      state_ = state_ * 6364136223846793005U + 1442695040888963407U + more;
      slot_ = static_cast<std::size_t>(((state_ >> 32) * slots_) >> 32);
    } else if (++slot_ >= slots_) {
      slot_ = 0;
    }
    return base_ + slot_ * stride_;
  }

 private:
  char* const base_;
  const bool random_;
  const std::size_t stride_;
  const std::size_t slots_;
  std::uint64_t state_;
  std::size_t slot_ = 0;
};

// What the operations of a thread have in common.
struct Context {
  const Pmem& pmem;
  Walk walk;
  const std::size_t bytes;
  std::vector<char> source;
  std::uint64_t number = 0;

  // Makes each cache line of the range dirty.
  char* Dirty() {
    char* const at = walk.Next();
    ++number;
    for (std::size_t i = 0; i < bytes; i += kLine) std::memcpy(at + i, &number, sizeof number);
    return at;
  }
};

// Aligned, so that no two threads write to the same cache line.
template <std::size_t Batch>
struct alignas(128) Repeated {
  static constexpr std::size_t kBatch = Batch;
  explicit Repeated(Context&& context) : context(std::move(context)) {}
  void Before() {}
  void After() {}
  Context context;
};

// Few calls between two looks at the clock, where one may take milliseconds.
using Quick = Repeated<100>;
using Slow = Repeated<1>;

struct Load : Quick {
  using Quick::Quick;
  std::uint64_t loaded = 0;
  void Do() { std::memcpy(&loaded, context.walk.Next(loaded), sizeof loaded); }
};

struct Read : Quick {
  using Quick::Quick;
  void Do() {
    const char* const at = context.walk.Next();
    std::uint64_t sums[4] = {};
    for (std::size_t i = 0; i + sizeof sums <= context.bytes; i += sizeof sums) {
      std::uint64_t words[4];
      std::memcpy(words, at + i, sizeof words);
      for (std::size_t j = 0; j < 4; ++j) sums[j] ^= words[j];
    }
    // The compiler must take the sums for used.
    asm volatile("" ::"r"(sums[0] ^ sums[1] ^ sums[2] ^ sums[3]));
  }
};

struct Store : Quick {
  using Quick::Quick;
  void Do() {
    char* const at = context.Dirty();
    asm volatile("" ::"r"(at) : "memory");
  }
};

struct Persist : Quick {
  using Quick::Quick;
  void Do() { context.pmem.persist(context.Dirty(), context.bytes); }
};

struct Flush : Quick {
  using Quick::Quick;
  void Do() { context.pmem.flush(context.Dirty(), context.bytes); }
};

struct FlushDrain : Quick {
  using Quick::Quick;
  void Do() {
    context.pmem.flush(context.Dirty(), context.bytes);
    context.pmem.drain();
  }
};

// Twice in succession: stores into the range and persists it.
struct DoublePersist : Quick {
  using Quick::Quick;
  void Do() {
    char* const at = context.Dirty();
    context.pmem.persist(at, context.bytes);
    std::memcpy(at, &context.bytes, sizeof context.bytes);
    context.pmem.persist(at, context.bytes);
  }
};

struct DeepPersist : Slow {
  using Slow::Slow;
  void Do() {
    if (context.pmem.deep_persist(context.Dirty(), context.bytes) != 0) {
      RefuseWithErrno("pmem_deep_persist failed");
    }
  }
};

struct Msync : Slow {
  using Slow::Slow;
  void Do() {
    if (context.pmem.msync(context.Dirty(), context.bytes) != 0) {
      RefuseWithErrno("pmem_msync failed");
    }
  }
};

// The C library's copy, without and with a persist behind it.
template <bool Persisted>
struct CopyOrdinary : Quick {
  using Quick::Quick;
  void Do() {
    char* const at = context.walk.Next();
    std::memcpy(at, context.source.data(), context.bytes);
    asm volatile("" ::"r"(at) : "memory");
    if (Persisted) context.pmem.persist(at, context.bytes);
  }
};

template <unsigned Flags>
struct Copy : Quick {
  using Quick::Quick;
  void Do() {
    context.pmem.memcpy(context.walk.Next(), context.source.data(), context.bytes, Flags);
  }
};

template <bool Persisted>
struct SetOrdinary : Quick {
  using Quick::Quick;
  void Do() {
    char* const at = context.walk.Next();
    std::memset(at, static_cast<int>(++context.number & 0xFF), context.bytes);
    asm volatile("" ::"r"(at) : "memory");
    if (Persisted) context.pmem.persist(at, context.bytes);
  }
};

template <unsigned Flags>
struct Set : Quick {
  using Quick::Quick;
  void Do() {
    context.pmem.memset(context.walk.Next(), static_cast<int>(++context.number & 0xFF),
                        context.bytes, Flags);
  }
};

using Measurement = Result (*)(const Pmem&, char*, std::size_t, const Request&);

template <typename Operation>
Result MeasureMapped(const Pmem& pmem, char* base, std::size_t bytes, const Request& request) {
  const std::size_t share = bytes / request.threads / kLine * kLine;
  return Measure(request, [&](unsigned thread) {
    return std::make_unique<Operation>(Context{
        pmem, Walk(base + thread * share, share, request, thread + 1), request.bytes,
        std::vector<char>(request.bytes, 'p')});
  });
}

const std::map<std::string, Measurement>& Operations() {
  static const std::map<std::string, Measurement> operations = {
      {"load", MeasureMapped<Load>},
      {"read", MeasureMapped<Read>},
      {"store", MeasureMapped<Store>},
      {"pmem_persist", MeasureMapped<Persist>},
      {"pmem_flush", MeasureMapped<Flush>},
      {"pmem_flush_drain", MeasureMapped<FlushDrain>},
      {"pmem_persist_twice", MeasureMapped<DoublePersist>},
      {"pmem_deep_persist", MeasureMapped<DeepPersist>},
      {"msync", MeasureMapped<Msync>},
      {"memcpy", MeasureMapped<CopyOrdinary<false>>},
      {"memcpy_persist", MeasureMapped<CopyOrdinary<true>>},
      {"pmem_memcpy", MeasureMapped<Copy<0>>},
      {"pmem_memcpy_nodrain", MeasureMapped<Copy<kNoDrain>>},
      {"pmem_memcpy_temporal", MeasureMapped<Copy<kTemporal>>},
      {"pmem_memcpy_nontemporal", MeasureMapped<Copy<kNonTemporal>>},
      {"memset", MeasureMapped<SetOrdinary<false>>},
      {"memset_persist", MeasureMapped<SetOrdinary<true>>},
      {"pmem_memset", MeasureMapped<Set<0>>},
      {"pmem_memset_nodrain", MeasureMapped<Set<kNoDrain>>},
      {"pmem_memset_temporal", MeasureMapped<Set<kTemporal>>},
      {"pmem_memset_nontemporal", MeasureMapped<Set<kNonTemporal>>},
  };
  return operations;
}

}  // namespace

Mapped::Mapped(const Pmem& pmem, const std::string& folder, std::size_t bytes) : pmem_(pmem) {
  int is_pmem = 0;
  address_ = static_cast<char*>(pmem.map_file(folder.c_str(), bytes, kFileCreate | kFileTemporary,
                                              kOwnerOnly, &bytes_, &is_pmem));
  if (address_ == nullptr) {
    RefuseWithErrno("cannot make a file of " + std::to_string(bytes >> 20) + " MiB in " + folder);
  }
  is_pmem_ = is_pmem != 0;
  // A page that was never written might be no memory of the place, but the kernel's page of zeros.
  pmem.memset(address_, 0, bytes_, kNonTemporal);
}

Mapped::~Mapped() { pmem_.unmap(address_, bytes_); }

std::optional<Result> Mapped::Measure(const Request& request) const {
  const auto found = Operations().find(request.operation);
  if (found == Operations().end()) return std::nullopt;
  return found->second(pmem_, address_, bytes_, request);
}

}  // namespace pmemycsb::probe
