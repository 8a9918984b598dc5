// A lowering pass is a function from a function to a function. It changes how the program is written, never what it
// computes: after every pass the interpreter gives the same results.
#pragma once

#include <string_view>

#include "core/ir/stmt.h"

namespace lw {

struct Pass {
  std::string_view name;   // TVM's name of the pass, for `lw lower --stage`
  std::string_view label;  // a few letters, for lists
  std::string_view help;   // one line
  PrimFunc (*run)(const PrimFunc&);
};

// The function with another body; the very same function where the body did not change.
inline PrimFunc withBody(const PrimFunc& f, Stmt body) {
  PrimFunc result = f;
  result.body = std::move(body);
  return result;
}

}  // namespace lw
