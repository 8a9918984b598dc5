// A step as it is typed: the call that it means, whether it is legal, its result, and values for the next parameter.
#pragma once

#include "app/models/schedule/step_preview.h"
#include "core/script/typed_chain.h"

namespace lw {

struct TypedPreview {
  QString text;
  TypedStep step;
  TypedCompletions completions;
  std::optional<Explanation> error;  // of the text, or the refusal of the step
  StepPreview preview;
  std::vector<ChainedStep> chain;  // of several calls in one text: each with its verdict
};

}  // namespace lw
