// A schedule as a script that Python runs by itself: the program as written, the steps, and calls that carry them out.
#pragma once

#include <string>

#include "core/trace/trace.h"

namespace lw {

enum class ScriptModule : uint8_t { Tvm, Loopwright };  // whose Schedule the script uses

// `function`: the one that steps work on by default. Steps that TVM does not have make the script one for Loopwright
// only.
std::string pythonScript(const Schedule& schedule, int function, ScriptModule module);

}  // namespace lw
