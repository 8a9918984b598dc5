// A step as it is typed: the call that it means, whether it is legal, its result, and values for the next parameter.
// Safe on any thread.
#pragma once

#include "app/services/schedule/step_preview.h"
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

// The steps of a chain on the schedule. Safe on any thread.
TypedChain chainOf(const std::string& text, const TypingContext& context,
                   const std::shared_ptr<const SourceFile>& source, const Stop& stop);

TypedPreview typedPreviewOf(const QString& text, const TypingContext& context,
                            const std::shared_ptr<const SourceFile>& source, int function, const Stop& stop);

}  // namespace lw
