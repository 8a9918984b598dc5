// Steps that are refused: a small program, the steps, and what is said of the last one.
#pragma once

#include <span>
#include <string>

namespace lw {

struct RefusedStep {
  std::string program;  // a prim_func; a text that begins with "from" is the whole file
  const char* steps;    // of `def schedule(sch)`
  const char* kind;
  const char* message;
};

// Each case is refused with this kind and this sentence, which is in a list of errors.
void expectRefusals(std::span<const RefusedStep> cases);

}  // namespace lw
