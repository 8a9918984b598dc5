// Programs with one fault each.
#pragma once

#include <string>
#include <vector>

#include "core/ir/stmt.h"

namespace lw {

struct Mutant {
  std::string fault;  // "operator", "index", "bound", "init", "guard", "operands"
  PrimFunc program;
};

// All programs that differ from `function` in one place.
std::vector<Mutant> mutantsOf(const PrimFunc& function);

}  // namespace lw
