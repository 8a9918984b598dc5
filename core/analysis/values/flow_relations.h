// A program as relations of isl: what its executions read and write, when they run, and the names that they have in
// both of two programs that are compared (core/analysis/values/value_flow.h).
#pragma once

#include <set>
#include <unordered_map>
#include <vector>

#include "core/analysis/tables/accesses.h"
#include "core/analysis/tables/isl_sets.h"
#include "core/analysis/values/focus.h"
#include "core/analysis/values/value_flow.h"

namespace lw::analysis {

// Numbers for memory, the same in both programs.
struct FlowNames {
  const IslContext& context;
  const Correspondence& correspondence;
  std::unordered_map<const void*, int> memory = {};
  std::vector<Buffer> buffers = {};  // by number; keeps the buffers alive, so that keys are not reused
  std::set<int> written = {};        // in one of the programs
  Message trouble = {};              // why the question is undecided
  Message widened = {};  // which reads count as reads of the whole buffer; a Yes is then possible, a No is not

  int numberOf(const Buffer& b);
  bool matters(int number) const;
  Tuple tupleOf(int buffer) const;  // the elements of a buffer
};

struct FlowProgram {
  FlowProgram(const FlowNames& names, AccessTable accesses);

  AccessTable table;
  // From executions to elements, to times, and to keys: names that executions have in both programs.
  isl::union_map reads, writes, schedule, keys;
  // The same with the iterations that a buffer lives in among its indices, and the map back to the indices alone.
  isl::union_map timedReads, timedWrites, untimed;
  bool nested = false;      // a buffer is allocated under loops
  isl::union_set copies;    // executions of the removed block (copying, inlined or absorbed)
  isl::union_set ends;      // the reads of the results
  isl::union_set deciding;  // executions that write nothing: conditions, and values that stores of the block use
};

// Fills in the relations of a program: of the original, or of the rewritten one (`after`). With a focus: only reads
// that may differ. Says in `names` why that is not possible, or not exactly.
void readFlow(FlowProgram& program, FlowNames& names, bool after, const Focus* focus);
// Does every execution of the statements with omitted reads have a unique key?
bool keptRunOnce(const FlowProgram& program, FlowNames& names, bool after, const Focus& focus);
// Reads every element of the results at the end of the program.
void addResults(FlowProgram& program, const FlowNames& names, const FlowProgram& other, const AccessTable& before,
                const Focus* focus);
// Equal tuples.
isl::map identity(const IslContext& context, const Tuple& from, const Tuple& to);
// All executions of the block in the original program.
isl::union_set executionsOf(const FlowProgram& program, const FlowNames& names, BlockId block);

}  // namespace lw::analysis
