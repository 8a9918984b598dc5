// Which reads of two versions of a program can differ at all. A read keeps its writer where the statement that reads
// and all writers of the memory stand in both versions, with the same loops and accesses, and in the same order. A
// click moves one block of many; only what it touches is then compared by exact dataflow.
#pragma once

#include <set>
#include <vector>

#include "core/analysis/accesses.h"

namespace lw::analysis {

struct ProgramFocus {
  std::set<std::pair<size_t, const void*>> reads;  // instance and memory: reads that may differ
  std::vector<bool> keys;                          // instances whose executions may differ
  std::vector<size_t> kept;                        // instances with reads that are left out
};
struct Focus {
  bool usable = false;            // false: every statement has to be looked at
  std::set<const void*> memory;   // with reads that may differ
  std::set<const void*> results;  // whose last writers may differ
  ProgramFocus before, after;
};

Focus focusOf(const AccessTable& before, const AccessTable& after);

}  // namespace lw::analysis
