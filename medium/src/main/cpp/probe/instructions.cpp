#include "instructions.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>

#include "walk.h"

namespace pmemycsb::probe {
namespace {

// The C library's copy. Nothing writes the lines back: the cache does so some time.
struct Cached {
  static void Require() {}
  static void Write(const Context& context, char* at) {
    std::memcpy(at, context.source.data(), context.bytes);
    asm volatile("" ::"r"(at) : "memory");
  }
};

// libpmem's copy past the cache, with its fence.
struct Uncached {
  static void Require() {}
  static void Write(const Context& context, char* at) {
    context.pmem.memcpy(at, context.source.data(), context.bytes, kNonTemporal);
  }
};

// Writes a line back, and keeps it in the cache.
struct Clwb {
  static constexpr const char* kName = "clwb";
  // In EBX of leaf 7 of cpuid.
  static constexpr unsigned kBit = 24;
#if defined(__x86_64__)
  static void Line(char* at) { asm volatile("clwb %0" : "+m"(*at)); }
#endif
};

// Writes a line back, and drops it from the cache.
struct Clflushopt {
  static constexpr const char* kName = "clflushopt";
  static constexpr unsigned kBit = 23;
#if defined(__x86_64__)
  static void Line(char* at) { asm volatile("clflushopt %0" : "+m"(*at)); }
#endif
};

#if defined(__x86_64__)
// Each processor has it.
struct Clflush {
  static void Line(char* at) { asm volatile("clflush %0" : "+m"(*at)); }
};

template <typename Instruction>
bool Has() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && ((b >> Instruction::kBit) & 1U) != 0;
}

// An instruction for each line of a range, and a fence.
template <typename Instruction>
void WriteBack(char* at, std::size_t bytes) {
  char* const end = at + bytes;
  for (char* line = at - reinterpret_cast<std::uintptr_t>(at) % kLine; line < end; line += kLine) {
    Instruction::Line(line);
  }
  asm volatile("sfence" ::: "memory");
}
#endif

// The C library's copy, an instruction for each of its lines, and a fence.
template <typename Instruction>
struct Flushed {
#if defined(__x86_64__)
  static void Require() {
    if (!Has<Instruction>()) Refuse();
  }

  static void Write(const Context& context, char* at) {
    std::memcpy(at, context.source.data(), context.bytes);
    WriteBack<Instruction>(at, context.bytes);
  }
#else
  static void Require() { Refuse(); }
  static void Write(const Context&, char*) {}
#endif

  [[noreturn]] static void Refuse() {
    throw Refusal(std::string("this processor has no instruction ") + Instruction::kName);
  }
};

template <typename Way>
struct Written : Quick {
  explicit Written(Context given) : Quick(std::move(given)) { Way::Require(); }
  void Do() { Way::Write(context, context.walk.Next()); }
};

// Reads a range, and then writes it as often as told. The next address depends on what was read.
template <typename Way, unsigned Times>
struct Rewritten : Quick {
  explicit Rewritten(Context given) : Quick(std::move(given)) { Way::Require(); }
  std::uint64_t read = 0;
  void Do() {
    char* const at = context.walk.Next(read);
    read = Words(at, context.bytes);
    for (unsigned i = 0; i < Times; ++i) Way::Write(context, at);
  }
};

}  // namespace

std::optional<Result> MeasureInstruction(const Pmem& pmem, char* base, std::size_t bytes,
                                         const Request& request) {
  using Measurement = Result (*)(const Pmem&, char*, std::size_t, const Request&);
  static const std::map<std::string, Measurement> operations = {
      {"memcpy_clwb", MeasureMapped<Written<Flushed<Clwb>>>},
      {"memcpy_clflushopt", MeasureMapped<Written<Flushed<Clflushopt>>>},
      {"read_memcpy", MeasureMapped<Rewritten<Cached, 1>>},
      {"read_memcpy_clwb", MeasureMapped<Rewritten<Flushed<Clwb>, 1>>},
      {"read_memcpy_clflushopt", MeasureMapped<Rewritten<Flushed<Clflushopt>, 1>>},
      {"read_pmem_memcpy_nontemporal", MeasureMapped<Rewritten<Uncached, 1>>},
      {"read_memcpy_twice", MeasureMapped<Rewritten<Cached, 2>>},
      {"read_memcpy_clwb_twice", MeasureMapped<Rewritten<Flushed<Clwb>, 2>>},
      {"read_memcpy_clflushopt_twice", MeasureMapped<Rewritten<Flushed<Clflushopt>, 2>>},
      {"read_pmem_memcpy_nontemporal_twice", MeasureMapped<Rewritten<Uncached, 2>>},
  };
  const auto found = operations.find(request.operation);
  if (found == operations.end()) return std::nullopt;
  return found->second(pmem, base, bytes, request);
}

#if defined(__x86_64__)
void RequirePersistInDram() {}

void PersistInDram(char* at, std::size_t bytes) {
  static void (*const write_back)(char*, std::size_t) = Has<Clwb>()         ? WriteBack<Clwb>
                                                        : Has<Clflushopt>() ? WriteBack<Clflushopt>
                                                                            : WriteBack<Clflush>;
  write_back(at, bytes);
}
#else
void RequirePersistInDram() {
  throw Refusal("persists in main memory are measured on x86-64 only");
}

void PersistInDram(char*, std::size_t) {}
#endif

}  // namespace pmemycsb::probe
