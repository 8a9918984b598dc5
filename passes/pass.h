// A lowering pass is a function from a function to a function. It changes how the program is written, never what it
// computes: after every pass the interpreter gives the same results.
#pragma once

#include <string_view>
#include <type_traits>

#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

// What passes may know of the machine that they lower for.
struct TargetFacts {
  int maxLanes = 64;      // of a vector operation
  int warp = 32;          // threads of a GPU that run in step
  int maxThreads = 1024;  // of a block of threads
};

// Each pass defines one in its own file; passes/pipeline.cpp lists them in the order of each pipeline.
struct Pass {
  using Check = Status (*)(const PrimFunc& program, const TargetFacts& target);

  std::string_view name;   // TVM's name of the pass, for `lw lower --stage`
  std::string_view label;  // a few letters, for lists
  std::string_view help;   // one line
  // Both refuse what this pass, or what comes after it, cannot lower: the first is asked about the scheduled program,
  // before all passes, and the second about what this pass gets. Null: nothing is refused.
  Check checkScheduled = nullptr;
  Check check = nullptr;
  // Takes any program that has the form the pass's header requires, also a refused one: its stages can be looked at.
  Result<PrimFunc> (*run)(const PrimFunc& before, const TargetFacts& target) = nullptr;
};

// A pass or a check that depends on the program alone, in the form that Pass has.
template <auto function>
auto programOnly(const PrimFunc& program, const TargetFacts&) {
  using Plain = std::decay_t<decltype(function(program))>;
  using Returned = std::conditional_t<std::is_same_v<Plain, PrimFunc>, Result<PrimFunc>, Plain>;
  return Returned(function(program));
}

// The function with another body; the very same function where the body did not change.
inline PrimFunc withBody(const PrimFunc& f, Stmt body) {
  PrimFunc result = f;
  result.body = std::move(body);
  return result;
}

}  // namespace lw
