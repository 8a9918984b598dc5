// Programs before and after their schedules: of one file, and of all samples.
#pragma once

#include <functional>

#include "tests/prove/programs.h"

namespace lw {

void forEachScheduledPair(const std::filesystem::path& file, const std::string& only,
                          const std::function<void(const ProgramPair&)>& use);
// `only`: part of a name, FILE:FUNCTION; empty: all.
void forEachSamplePair(const std::string& only, const std::function<void(const ProgramPair&)>& use);

}  // namespace lw
