// A function in fewer ways of writing it, before its equations are made. Each rewrite keeps what every statement
// computes and the order of all executions; new loops have ids from the function's `nextId` on.
//
// What is written here is trusted by proofs and by their checker, like the reading of programs itself.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "core/ir/stmt.h"

namespace lw::prove {

struct NormalForm {
  PrimFunc function;
  // Functions that are called and known by name alone. Assumed of them: they read and write only what their blocks
  // declare, do the same for the same, and have no other effect.
  std::set<std::string> calls = {};
};

NormalForm normalForm(const PrimFunc& function);

// ---- its parts ----

// A variable of a let statement whose value reads memory becomes the value, where nothing changes that memory before
// its uses; a block that runs where memory says so becomes a block around a condition.
Stmt withoutLets(const Stmt& body);

// A loop over the product of several sizes, of which only quotients and remainders by them are used, becomes the nest
// of loops that it was fused from.
PrimFunc withoutFusedLoops(const PrimFunc& function);

// A call of a foreign function, or of an instruction on fragments, becomes statements: all that its block declares to
// read is gathered, element by element, and what it writes is an unknown function of that.
void withoutOpaqueCalls(PrimFunc& function, std::set<std::string>& calls);
// The names of these functions begin with it.
inline constexpr std::string_view kUnknownFunction = "unknown ";

}  // namespace lw::prove
