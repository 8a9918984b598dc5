// Finds the reads of two versions of a program that can differ. A read keeps its writer if the reading statement and
// all writers of the memory exist in both versions, with the same loops and accesses and in the same order. A step
// moves one block of many, so exact dataflow has to compare only what that block affects.
#pragma once

#include <set>
#include <vector>

#include "core/analysis/tables/accesses.h"

namespace lw::analysis {

struct ProgramFocus {
  std::set<std::pair<size_t, const void*>> reads;  // instance and memory: reads that may differ
  std::vector<bool> keys;                          // instances whose executions may differ
  std::vector<size_t> kept;                        // instances whose reads are partly left out
};
struct Focus {
  bool usable = false;            // false: every statement has to be compared
  std::set<const void*> memory;   // with reads that may differ
  std::set<const void*> results;  // whose last writers may differ
  ProgramFocus before, after;
};

Focus focusOf(const AccessTable& before, const AccessTable& after);

}  // namespace lw::analysis
