// Students who went the same way.
#pragma once

#include "app/lw/grading/grade_all.h"

namespace lw {

// The students of one exercise with the same steps, up to the names of variables (steps_of_trace.h).
struct SameSteps {
  std::string exercise;
  size_t steps = 0;                   // of the submission, queries included
  bool sameText = false;              // the files are equal, byte by byte
  std::vector<std::string> students;  // at least two
};

// Short ways are often the only ones: those with fewer than `least` lines of stepsOfTrace() are left out. Those with
// the most steps first.
std::vector<SameSteps> sameSteps(const std::vector<GradedStudent>& students, size_t least);

inline constexpr size_t kTellingSteps = 6;

}  // namespace lw
