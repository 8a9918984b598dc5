// An interpreter of Python, and what a confined run of a file with it may touch.
#pragma once

#include <string>
#include <vector>

#include "core/support/result.h"

namespace lw {

struct Interpreter {
  std::string program;               // its path, as it names itself: an environment is found beside it
  std::vector<std::string> folders;  // with its libraries, besides those of the system
};
// Asks it, without running anything of a file. The system's own is not asked.
Result<Interpreter> findInterpreter(const std::string& named);

// What a run of `file` reads besides libraries: its folder, or the one from which the package that it is part of is
// imported. Where that is the user's home or contains it, only the file.
std::string readableFor(const std::string& file);

// The last line that is not empty, in which Python's tracebacks say what went wrong; "no message" without one.
std::string lastLineOf(const std::string& text);

}  // namespace lw
