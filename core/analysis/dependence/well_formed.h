// Promises of a program that do not hold. TVM accepts them, but a schedule that relies on them would be wrong.
#pragma once

#include <vector>

#include "core/ir/stmt.h"
#include "core/support/explanation.h"
#include "core/text/tir/parser.h"

namespace lw {

extern const Error<Ident, Ident> kFalseSpatial;

// Iters that are marked spatial although executions with two of their values depend on each other, each with the two
// iterations and the element; `blocks` of the explanation holds the block. A cheap proof comes first. Undecided cases
// are not reported.
std::vector<Explanation> checkWellFormed(const PrimFunc& function);
// For all functions of a file, as warnings at the iters, and where layout_free_buffers lists what is no weight
// (core/analysis/program/layout_free.h) at the first parameter.
std::vector<Diagnostic> wellFormednessWarnings(const SourceFile& file);

}  // namespace lw
