#include "app/services/schedule/typed_preview.h"

#include "core/te/te_stages.h"

namespace lw {

TypedPreview typedPreviewOf(const QString& text, const TypingContext& context,
                            const std::shared_ptr<const SourceFile>& source, int function, const Stop& stop) {
  TypedPreview made;
  made.text = text;
  const std::string typed = text.toStdString();
  made.step = readTypedStep(typed, context);
  made.completions = completionsOf(typed, context);
  made.error = made.step.error;
  made.preview.primitive = made.step.primitive;
  if (made.error || stop()) return made;
  script::Limits limits = te::withTensors();
  limits.cancelled = stop;
  ScriptRun run = interpretStep(made.step.call, context.schedule, limits, source);
  if (stop()) return made;
  made.error = std::move(run.error);
  if (made.error)
    made.preview.conflict = conflictOf(context.schedule.program(), function, *made.error);
  else
    showResult(made.preview, context.schedule, run.schedule, function);
  return made;
}

}  // namespace lw
