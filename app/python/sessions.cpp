// Schedules as sessions, which the window opens.
#include "core/session/session.h"

#include "app/python/bindings.h"
#include "app/python/schedule.h"
#include "core/text/print/printer.h"
#include "core/trace/storyboard.h"

namespace lw::python {
namespace {

// A state for each step that changes the program. A schedule without a text is written with the text of its source.
Result<Session> sessionOf(const Schedule& schedule, const std::shared_ptr<const SourceFile>& file,
                          const std::string& program, int function) {
  const bool hasText = file && !file->source.text.empty();
  const std::string name = hasText ? file->source.name : "";
  const std::string text = hasText ? file->source.text : print(schedule.source().function(function)).text;
  Session session(hasText && name.ends_with(".py") ? name : "", text);
  if (Status chosen = session.choose(hasText ? program : ""); !chosen) return chosen.error();
  // The steps are carried out again on the session's own program, whose ids are those of its text.
  Result<Schedule> again = replay(session.workspace().history.schedule(), traceOf(schedule));
  if (!again) return again.error();
  for (const StoryStep& step : storyOf(*again))
    if (step.to > 0) session.workspace().history.add(again->prefix(step.to), step.title);
  return session;
}

}  // namespace

void bindSessions(py::module_& m) {
  m.def("save_session", [](const PySchedule& s, const std::string& path) {
    const Schedule state = s.finished();
    const std::shared_ptr<const SourceFile> file = s.program ? s.program->file : nullptr;
    const std::string program = s.program ? s.program->program.name : "";
    const int function = s.function();
    taken(withoutLock([&]() -> Status {
      Result<Session> session = sessionOf(state, file, program, function);
      if (!session) return session.error();
      return saveSession(*session, path);
    }));
  });
}

}  // namespace lw::python
