// A lowering pass maps a function to a function. It changes the form of the program, never what it computes: after
// every pass the interpreter gives the same results.
#pragma once

#include <string_view>
#include <type_traits>

#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

// The facts about the target machine that passes may use.
struct TargetFacts {
  int maxLanes = 64;      // lanes of a vector operation
  int warp = 32;          // threads of a GPU that run in step
  int maxThreads = 1024;  // threads in a block
};

// Each pass defines one Pass in its own file; passes/pipeline.cpp lists them in the order of each pipeline.
struct Pass {
  using Check = Status (*)(const PrimFunc& program, const TargetFacts& target);

  std::string_view name;   // TVM's name of the pass, for `lw lower --stage`
  std::string_view label;  // short name for lists
  std::string_view help;   // one line
  // Both checks refuse programs that this pass, or a later one, cannot lower. `checkScheduled` gets the scheduled
  // program before all passes, `check` gets the input of this pass. Null: nothing is refused.
  Check checkScheduled = nullptr;
  Check check = nullptr;
  // Accepts any program in the form that the pass's header requires, also one that the checks refuse, so that its
  // stages can be shown.
  Result<PrimFunc> (*run)(const PrimFunc& before, const TargetFacts& target) = nullptr;
};

// Adapts a pass or a check that depends on the program alone to the signatures in Pass.
template <auto function>
auto programOnly(const PrimFunc& program, const TargetFacts&) {
  using Plain = std::decay_t<decltype(function(program))>;
  using Returned = std::conditional_t<std::is_same_v<Plain, PrimFunc>, Result<PrimFunc>, Plain>;
  return Returned(function(program));
}

// The function with another body; returns the same function if the body did not change.
inline PrimFunc withBody(const PrimFunc& f, Stmt body) {
  PrimFunc result = f;
  result.body = std::move(body);
  return result;
}

}  // namespace lw
