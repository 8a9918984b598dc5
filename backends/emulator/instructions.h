// Counts the instructions that the code of a kernel's statements has, as far as their number follows from the program.
// Private to backends/emulator.
//
// Counted are arithmetic, functions and the ends of loops. Addresses are not: compilers advance them once for several
// accesses. A multiplication that is added to something is part of that addition. Loops with few iterations in all are
// written out by compilers, and of others the innermost are, four iterations at a time.
#pragma once

#include <unordered_map>

#include "backends/emulator/emulator.h"

namespace lw::emulator {

// The statement inside of one that executes it once and nothing else: of a variable, an allocation, an attribute, an
// assertion, a block. nullptr: it is of another kind.
const Stmt* innerOf(const Stmt& s);

class InstructionTable {
 public:
  explicit InstructionTable(const Stmt& body);
  // Of one execution of a store; `site` is ElementAccess::site. Null: there are none.
  const GpuInstructions* ofStore(const void* site) const;
  // Of one iteration; `loop` is the node that the interpreter reports. Null: the loop is written out.
  const GpuInstructions* ofIteration(const For* loop) const;

 private:
  struct Walk;
  std::unordered_map<const void*, GpuInstructions> all_;
};

}  // namespace lw::emulator
