// What a program promises and does not hold: no error for TVM, but a schedule that relies on it would be wrong.
#pragma once

#include <vector>

#include "core/ir/stmt.h"
#include "core/support/explanation.h"
#include "core/text/tir/parser.h"

namespace lw {

extern const ErrorKind kFalseSpatial;

// Iters that are marked spatial although two values of one depend on each other, each with the two iterations and the
// element. `blocks` of an explanation holds the block. A cheap proof comes first; what is neither proved nor disproved
// is not reported.
std::vector<Explanation> checkWellFormed(const PrimFunc& function);
// Of all functions of a file, as warnings at the iters.
std::vector<Diagnostic> wellFormednessWarnings(const SourceFile& file);

}  // namespace lw
