// A program that is run in the place of a scheduled one: --by-hand FILE.py[:FUNCTION] of `lw run`.
#pragma once

#include "app/lw/command.h"
#include "backends/measure/measure.h"

namespace lw {

// The function of the file, whose parameters are those of `original`, in their order, types and shapes.
std::variant<PrimFunc, int> loadByHand(const CommandLine& arguments, const PrimFunc& original);

// What shows that a program by hand computes what the original does.
struct ByHandCheck {
  enum class By : uint8_t { Proof, ProofUpToSums, Runs };  // ProofUpToSums: sums of floats have another order
  By by = By::Runs;
  Measurement measurement;  // the first one that is wrong, or the one that was there
};

// After a first run that gave a right result: proves that both compute the same, or, where no proof is found, runs the
// program on further random inputs. The limit of the proof counts operations, not time: the answer is always the same.
Result<ByHandCheck> checkByHand(const SourceFile& file, const PrimFunc& original, const PrimFunc& byHand,
                                MeasureOptions options, Measurement first);

std::string_view toText(ByHandCheck::By by);  // "proof", "proof up to the order of sums", "runs"

}  // namespace lw
