// Several steps in one text, each called on what the one before returns: `sch.split(m, 64).reorder(m_0, n, m_1)`,
// `C.tile(x, y, xi, yi, 8, 8).vectorize(xi)`. Each call is read like a typed step of the program that the calls before
// it made, so that it may name loops that do not exist yet. The names that Halide gives new loops hold for the rest of
// the text.
#pragma once

#include <functional>

#include "core/script/schedule_script.h"
#include "core/script/typed_step.h"

namespace lw {

struct ChainedStep {
  Span place;  // in the text
  TypedStep step;
  std::optional<Explanation> error;  // the text's, or the refusal of the step
  bool reached = false;              // false: a call before it has an error
};

struct TypedChain {
  std::vector<ChainedStep> steps;
  std::string call;  // of all steps, separated by semicolons; empty: one has an error
  ScriptRun run;     // of the steps until the first error; the whole chain is one group

  const Explanation* error() const;  // the first one
};

using RunStep = std::function<ScriptRun(const std::string& call, const Schedule& start)>;

bool isChain(std::string_view text);
// Not for the UI thread: the steps are carried out.
TypedChain readTypedChain(std::string_view text, const TypingContext& context, const RunStep& runStep);

}  // namespace lw
