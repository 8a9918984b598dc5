// What the schedule functions of a sample make of it.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/te/read_program.h"
#include "core/te/schedule_code.h"

namespace lw::test {

struct SampleRuns {
  SourceFile file;
  std::vector<std::pair<std::string, ScriptRun>>
      runs;  // by the names of the functions; none if nothing can be selected
};

// Some schedules take seconds, so each is made once for all tests of the program.
const SampleRuns& runsOf(const std::filesystem::path& sample);

}  // namespace lw::test
