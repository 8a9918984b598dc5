// What would make a refused step legal: a search over the catalogue for one or two steps after which it is accepted. Every
// chain that is returned has been carried out.
#pragma once

#include <functional>

#include "core/schedule/schedule.h"

namespace lw {

struct RepairLimits {
  int depth = 2;    // steps before the wanted one
  int tries = 400;  // steps that are carried out while searching
  size_t most = 3;  // chains to find
  double seconds = 10;  // of searching; large programs have steps that take long to judge
  std::function<bool()> stop = {};  // asked before every try: what was found until then is the answer
};

struct RepairChain {
  std::vector<std::string> calls;  // as typed, the wanted step last
  Schedule repaired;               // with the wanted step
  std::string text() const;        // one call a line, as Explanation::repairs holds it and interpretStep takes it
};

// Shortest chains first; empty: none was found, or the step is legal. Loops and blocks of `args` may be handles or ids.
std::vector<RepairChain> findRepairs(const Schedule& start, const Primitive& wanted, const Arguments& args, const RepairLimits& limits = {});

// The reason of the refusal with the chains in front of its repairs.
Explanation withRepairs(const Schedule& start, const Primitive& wanted, const Arguments& args, Explanation reason, const RepairLimits& limits = {});

}  // namespace lw
