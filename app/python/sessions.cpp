// Schedules as sessions, which the window opens.
#include "app/python/bindings.h"
#include "app/python/schedule.h"
#include "app/shared/session_of.h"

namespace lw::python {

void bindSessions(py::module_& m) {
  m.def("save_session", [](const PySchedule& s, const std::string& path) {
    const Schedule state = s.finished();
    const std::shared_ptr<const SourceFile> file = s.program ? s.program->file : nullptr;
    const std::string program = s.program ? s.program->program.name : "";
    const int function = s.function();
    taken(withoutLock([&]() -> Status {
      const std::string name = file && !file->source.text.empty() ? file->source.name : "";
      Result<Session> session = sessionOf(state, file, program, function, name.ends_with(".py") ? name : "");
      if (!session) return session.error();
      return saveSession(*session, path);
    }));
  });
}

}  // namespace lw::python
