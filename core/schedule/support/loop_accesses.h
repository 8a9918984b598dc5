// Every access of a function over the loops around it: iteration variables of blocks and let-bound names are replaced
// by what they are.
#pragma once

#include <optional>
#include <vector>

#include "core/ir/stmt.h"
#include "core/schedule/support/effect_conditions.h"

namespace lw {

struct LoopAccess {
  std::vector<const For*> loops;  // outermost first
  const Block* block = nullptr;   // the innermost one
  Buffer buffer;
  std::vector<Expr> indices;           // over the loops
  EffectCondition reached;             // of the access, by conditions and by the ends of loops
  const BufferStore* store = nullptr;  // the access itself, or the statement that loads
  bool starts = false;                 // in the init of the block
  bool own = false;                    // a load of the element that the statement stores
  bool passes = false;                 // a load that changes nothing but the value which the statement stores
  std::optional<Expr> value = {};      // that is stored
};

struct LoopAccesses {
  std::vector<LoopAccess> loads, stores;
  std::vector<Buffer> pointed;  // an address of an element is taken, and not only to request it; or a call has it
  Analyzer known;               // the ranges of all loops
};

LoopAccesses loopAccesses(const Stmt& body);

// A hint that memory will be read: it changes nothing.
bool isPrefetch(const Stmt& s);

// The same access with variables of its own for its loops, which are added to `hidden`.
LoopAccess renamed(const LoopAccess& access, const Analyzer& known, HiddenVars& hidden);

}  // namespace lw
