// Feeds the fuzz target with inputs made at random from a seed, where there is no libFuzzer.
//
// Usage: fuzz_commands RUNS SEED
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: fuzz_commands RUNS SEED\n");
    return 2;
  }
  const unsigned long runs = std::strtoul(argv[1], nullptr, 10);
  std::mt19937_64 random(std::strtoul(argv[2], nullptr, 10));
  std::vector<std::uint8_t> input;
  for (unsigned long run = 0; run < runs; ++run) {
    input.resize(random() % 600);
    for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(random());
    LLVMFuzzerTestOneInput(input.data(), input.size());
  }
  std::printf("%lu inputs, none found fault\n", runs);
  return 0;
}
