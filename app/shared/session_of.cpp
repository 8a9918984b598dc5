#include "app/shared/session_of.h"

#include "core/text/print/printer.h"
#include "core/trace/storyboard.h"

namespace lw {

Result<Session> sessionOf(const Schedule& schedule, const std::shared_ptr<const SourceFile>& file,
                          const std::string& program, int function, const std::string& path) {
  const bool hasText = file && !file->source.text.empty();
  const std::string text = hasText ? file->source.text : print(schedule.source().function(function)).text;
  Session session(path, text);
  if (Status chosen = session.choose(hasText ? program : ""); !chosen) return chosen.error();
  // The steps are carried out again on the session's own program, whose ids are those of its text.
  Result<Schedule> again = replay(session.workspace().history.schedule(), traceOf(schedule));
  if (!again) return again.error();
  for (const StoryStep& step : storyOf(*again))
    if (step.to > 0) session.workspace().history.add(again->prefix(step.to), step.title);
  return session;
}

}  // namespace lw
