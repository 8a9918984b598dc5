// What would make a refused step legal: a search over the catalogue for one or two steps after which it is accepted,
// and for steps that do in its place what was meant. Every chain that is returned has been carried out on the very
// state. The least costly comes first; what would allocate more than the machine has is left out, since nobody could
// run it.
#pragma once

#include <functional>

#include "core/schedule/schedule.h"
#include "core/trace/repair_cost.h"

namespace lw {

struct RepairLimits {
  int depth = 2;        // steps before the wanted one
  int tries = 400;      // steps that are carried out while searching
  size_t most = 3;      // chains to return
  double seconds = 10;  // of searching; large programs have steps that take long to judge
  RepairMachine machine = {};
  std::function<bool()> stop = {};  // asked before every try: what was found until then is the answer
};

struct RepairChain {
  std::vector<std::string> calls;  // as typed; the wanted step, or what stands for it, last
  Schedule repaired;               // with all of them
  RepairCost cost = {};
  Repair repair() const;  // calls as interpretStep takes them, one a line
};

// Empty: none was found, or the step is legal. Loops and blocks of `args` may be handles or ids.
std::vector<RepairChain> findRepairs(const Schedule& start, const Primitive& wanted, const Arguments& args,
                                     const RepairLimits& limits = {});

// The reason of the refusal with the chains as its repairs.
Explanation withRepairs(const Schedule& start, const Primitive& wanted, const Arguments& args, Explanation reason,
                        const RepairLimits& limits = {});

}  // namespace lw
