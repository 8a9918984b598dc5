// Counts nesting while the interpreter recurses over the syntax tree.
#pragma once

#include "core/script/errors.h"
#include "core/script/interpreter.h"

namespace lw::script {

class Interpreter::Deeper {
 public:
  Deeper(Interpreter& in, Span span) : in_(in) {
    if (++in_.depth_ > in_.limits_.depth) {
      --in_.depth_;
      in_.fail(span, err::kCallsTooDeep(), "check whether a function calls itself endlessly");
    }
  }
  ~Deeper() { --in_.depth_; }
  Deeper(const Deeper&) = delete;

 private:
  Interpreter& in_;
};

}  // namespace lw::script
