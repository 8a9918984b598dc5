// How much a program computes, and how much data it has to move at least.
#pragma once

#include <unordered_map>

#include "core/ir/stmt.h"

namespace lw {

struct Work {
  double flops = 0;  // floating-point operations; a mathematical function counts as one
  double bytes = 0;  // compulsory traffic: every buffer parameter once per direction of use
};

// Values of symbolic sizes and scalar parameters by Var::key().
using Sizes = std::unordered_map<const void*, int64_t>;

// For one evaluation.
double flopsOf(const Expr& value);

// Guards are ignored: a guarded statement counts for every iteration of its loops.
Work countWork(const PrimFunc& function, const Sizes& sizes = {});

}  // namespace lw
