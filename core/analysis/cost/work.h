// How much a program computes, and how much data it has to move at least.
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "core/ir/stmt.h"

namespace lw {

struct Work {
  double flops = 0;  // floating-point operations; a mathematical function counts as one
  double bytes = 0;  // compulsory traffic: every buffer parameter once per direction of use
  // Arithmetic on elements of any type: those and the operations on integers, which indices and conditions are not
  // part of.
  double operations = 0;
};

// Values of symbolic sizes and scalar parameters by Var::key().
using Sizes = std::unordered_map<const void*, int64_t>;
Sizes sizesNamed(const PrimFunc& function, const std::map<std::string, int64_t>& values);  // other names are ignored

// For one evaluation.
double flopsOf(const Expr& value);
double operationsOf(const Expr& value);  // as Work::operations

// Guards are ignored: a guarded statement counts for every iteration of its loops.
Work countWork(const PrimFunc& function, const Sizes& sizes = {});

}  // namespace lw
