// A schedule as a session, which the window opens.
#pragma once

#include <memory>
#include <string>

#include "core/session/session.h"

namespace lw {

// A state for each step that changes the program. `file` and `program`: the text that it was read from, and the name of
// the function or class in it. Without a text, that of the schedule's source is written. `path`: of the session's file;
// empty: it has none. `function`: index in the program.
Result<Session> sessionOf(const Schedule& schedule, const std::shared_ptr<const SourceFile>& file,
                          const std::string& program, int function, const std::string& path);

}  // namespace lw
