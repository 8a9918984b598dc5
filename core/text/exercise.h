// What a file of a course says beside its goal, in comments such as
//   # points: 10, 4 right, in proportion     ten for the goal; four for a right result that misses it, and more the
//                                            nearer it comes
//   # by hand: accepted                      a program in the place of the course's is judged as well as steps
#pragma once

#include <string>
#include <string_view>

#include "core/support/result.h"

namespace lw {

struct PointsRule {
  double most = 1;     // for the goal
  double right = 0;    // for a right result that misses it
  bool share = false;  // a right result gets more than that, in proportion to its share of the goal
  bool given = false;  // the file has such a line
};

struct ExerciseRules {
  PointsRule points;
  bool byHand = false;
};
Result<ExerciseRules> exerciseRules(std::string_view text);

// `share`: of the goal, from 0 to 1. Rounded down to tenths, so that nothing but the goal gives all points.
double pointsOf(const PointsRule& rule, bool met, bool right, double share);

// What the docstring at the top says: "Course, 1 of 12: the order of loops. As written, ..." has the title "The order
// of loops" and the task "As written, ...", which ends before the first hint.
struct ExerciseText {
  std::string title, task;
};
ExerciseText exerciseText(std::string_view text);

}  // namespace lw
