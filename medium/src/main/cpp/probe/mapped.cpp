#include "mapped.h"

#include <cstring>
#include <map>

#include "instructions.h"
#include "walk.h"

namespace pmemycsb::probe {
namespace {

// A load waits for the one before, whose words choose its address.
struct Load : Quick {
  using Quick::Quick;
  std::uint64_t loaded = 0;
  void Do() { loaded = Words(context.walk.Next(loaded), context.bytes); }
};

struct Read : Quick {
  using Quick::Quick;
  void Do() {
    // The compiler must take the words for used.
    asm volatile("" ::"r"(Words(context.walk.Next(), context.bytes)));
  }
};

struct Store : Quick {
  using Quick::Quick;
  void Do() {
    char* const at = context.Dirty();
    asm volatile("" ::"r"(at) : "memory");
  }
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

const std::map<std::string, Measurement>& Operations() {
  static const std::map<std::string, Measurement> operations = {
      {"load", MeasureMapped<Load>},
      {"read", MeasureMapped<Read>},
      {"store", MeasureMapped<Store>},
      {"pmem_persist", MeasureMapped<Persist<Quick>>},
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
  if (found == Operations().end()) return MeasureInstruction(pmem_, address_, bytes_, request);
  return found->second(pmem_, address_, bytes_, request);
}

}  // namespace pmemycsb::probe
