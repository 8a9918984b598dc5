// A goal that a source file sets for its schedule, for a course, in a comment such as
//   # challenge: 20x start, 12 steps     20 times as fast as the program as written, in at most 12 steps (not counting
//                                        queries such as get_loops)
//   # challenge: 1.05x reference         1.05 times as fast as its function `reference` under NumPy
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/support/result.h"

namespace lw {

struct Challenge {
  double timesStart = 0, timesReference = 0;  // 0: no such goal
  int steps = 0;                              // at most; 0: any number
};

// nullopt: the file sets no goal. If several lines do, the first one counts.
std::optional<Result<Challenge>> challengeFromComments(std::string_view text);

// "20 times as fast as the start, in at most 12 steps".
std::string toText(const Challenge& challenge);

// What a run achieved, to be compared with the goal.
struct Attempt {
  int steps = 0;
  bool correct = false;                         // the result was checked and is right
  double ms = 0, startMs = 0, referenceMs = 0;  // 0: not measured
};
struct ChallengeVerdict {
  bool met = false;
  std::string words;  // "met: 24.1 times the start, 9 steps", "not yet: 3.2 of 20 times the start, 14 of 12 steps"
};
ChallengeVerdict judge(const Challenge& challenge, const Attempt& attempt);

}  // namespace lw
