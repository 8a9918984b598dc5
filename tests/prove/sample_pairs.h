// The programs of all samples before and after their schedules.
#pragma once

#include <functional>

#include "tests/prove/programs.h"

namespace lw {

// `only`: part of a name, FILE:FUNCTION; empty: all.
void forEachSamplePair(const std::string& only, const std::function<void(const ProgramPair&)>& use);

}  // namespace lw
