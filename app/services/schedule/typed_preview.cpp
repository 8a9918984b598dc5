#include "app/services/schedule/typed_preview.h"

#include "app/services/schedule/step_preview.h"
#include "core/te/te_stages.h"

namespace lw {

namespace {

ScriptRun carriedOut(const std::string& call, const Schedule& start, const std::shared_ptr<const SourceFile>& source,
                     const Stop& stop) {
  script::Limits limits = te::withTensors();
  limits.cancelled = stop;
  return interpretStep(call, start, limits, source);
}

}  // namespace

TypedChain chainOf(const std::string& text, const TypingContext& context,
                   const std::shared_ptr<const SourceFile>& source, const Stop& stop) {
  return readTypedChain(text, context, [&](const std::string& call, const Schedule& start) {
    return carriedOut(call, start, source, stop);
  });
}

TypedPreview typedPreviewOf(const QString& text, const TypingContext& context,
                            const std::shared_ptr<const SourceFile>& source, int function, const Stop& stop) {
  TypedPreview made;
  made.text = text;
  const std::string typed = text.toStdString();
  made.step = readTypedStep(typed, context);
  if (!made.step.chain) made.completions = completionsOf(typed, context);
  made.error = made.step.error;
  made.preview.primitive = made.step.primitive;
  if (made.error || stop()) return made;
  ScriptRun run{context.schedule, std::nullopt, {}, {}};
  if (made.step.chain) {
    TypedChain chain = chainOf(typed, context, source, stop);
    if (const Explanation* error = chain.error()) run.error = *error;
    run.schedule = std::move(chain.run.schedule);
    made.chain = std::move(chain.steps);
  } else {
    run = carriedOut(made.step.call, context.schedule, source, stop);
  }
  if (stop()) return made;
  made.error = std::move(run.error);
  if (made.error)
    made.preview.conflict = conflictOf(context.schedule.program(), function, *made.error);
  else
    showResult(made.preview, context.schedule, run.schedule, function);
  return made;
}

}  // namespace lw
