#pragma once

#include <cstddef>
#include <optional>

#include "libraries.h"
#include "measure.h"

namespace pmemycsb::probe {

// Measures writes that go to the medium by a named instruction, alone or after a read of the same
// place (PerMA-Bench, figures 6 to 8); empty for an operation of another kind. Throws a Refusal if
// the processor lacks the instruction.
std::optional<Result> MeasureInstruction(const Pmem& pmem, char* base, std::size_t bytes,
                                         const Request& request);

// Throws a Refusal on a processor that PersistInDram does not know.
void RequirePersistInDram();

// Writes the lines of a range back and waits, as libpmem does: with clwb, or else clflushopt, or else
// clflush, and a fence. A model of a medium does not see it.
void PersistInDram(char* at, std::size_t bytes);

}  // namespace pmemycsb::probe
