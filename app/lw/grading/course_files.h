// The exercises of a course: the files of a folder that set a challenge.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/support/result.h"
#include "core/text/challenge.h"
#include "core/text/exercise.h"

namespace lw {

struct Exercise {
  std::string name, file, text;  // name: of the file, without its ending
  Challenge challenge;
  ExerciseRules rules;
  std::vector<std::string> hints;
  std::string asked() const { return toText(challenge); }
};

// In the order of their names. Fails for a folder without any, and for a goal or rule that cannot be read.
Result<std::vector<Exercise>> readCourse(const std::string& folder);

// What a folder contains, sorted, so that every run gives the same. Hidden entries are left out.
Result<std::vector<std::filesystem::path>> entriesOf(const std::string& folder);

}  // namespace lw
