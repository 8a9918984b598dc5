// Finds what makes a refused step legal: a search over the catalogue for one or two steps after which it is accepted,
// and for steps that achieve its purpose in another way. Every returned chain was carried out on the given state. The
// least costly comes first; chains that allocate more memory than the machine has are left out.
#pragma once

#include <functional>

#include "core/schedule/schedule.h"
#include "core/trace/repair_cost.h"

namespace lw {

struct RepairLimits {
  int depth = 2;        // steps before the wanted one
  int tries = 400;      // steps that are carried out while searching
  size_t most = 3;      // chains to return
  double seconds = 10;  // of searching; in large programs some steps take long to check
  RepairMachine machine = {};
  std::function<bool()> stop = {};  // called before every try; true ends the search with what was found so far
};

// A step of a chain: what is carried out, and how one would type it.
struct PrimitiveStep final : RepairStep {
  PrimitiveStep(const Snapshot& program, const Primitive& p, Arguments a);
  std::string text() const override { return call; }
  const Primitive* primitive;
  Arguments args;  // ids of the program that the step is carried out on
  std::string call;
};

struct RepairChain {
  std::vector<std::shared_ptr<const RepairStep>> steps;  // the wanted step, or what stands for it, last
  Schedule repaired;                                     // with all of them
  RepairCost cost = {};
  Repair repair() const;
};

// Empty: none was found, or the step is legal. Loops and blocks in `args` may be handles or ids.
std::vector<RepairChain> findRepairs(const Schedule& start, const Primitive& wanted, const Arguments& args,
                                     const RepairLimits& limits = {});

// The explanation of the refusal with the chains as its repairs.
Explanation withRepairs(const Schedule& start, const Primitive& wanted, const Arguments& args, Explanation reason,
                        const RepairLimits& limits = {});

}  // namespace lw
