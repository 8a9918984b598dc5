// A program that is run in the place of a scheduled one: --by-hand FILE.py[:FUNCTION] of `lw run`.
#pragma once

#include "app/lw/command.h"
#include "backends/measure/measure.h"

namespace lw {

// The function of the file, whose parameters are those of `original`, in their order, types and shapes.
std::variant<PrimFunc, int> loadByHand(const CommandLine& arguments, const PrimFunc& original);

// Runs it on further random inputs, after a first run that gave a right result. The first run that gives a wrong one,
// or `first`.
Result<Measurement> runAgain(const SourceFile& file, const PrimFunc& original, const PrimFunc& byHand,
                             MeasureOptions options, Measurement first);

}  // namespace lw
