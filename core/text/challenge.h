// What a source file asks of those who schedule it, for a course: a line such as
//   # challenge: 20x start, 12 steps          so many times as fast as the program as written, in at most so many steps
//   (questions such as get_loops do not count) # challenge: 1.05x reference              ... as its function
//   `reference` under NumPy
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/support/result.h"

namespace lw {

struct Challenge {
  double timesStart = 0, timesReference = 0;  // 0: not asked for
  int steps = 0;                              // at most; 0: any number
};

// nullopt: the file asks for nothing. Of several lines the first counts.
std::optional<Result<Challenge>> challengeFromComments(std::string_view text);

// "20 times as fast as the start, in at most 12 steps".
std::string toText(const Challenge& challenge);

// How far a run came: what it did is divided by what was asked.
struct Attempt {
  int steps = 0;
  bool correct = false;                         // checked and right
  double ms = 0, startMs = 0, referenceMs = 0;  // 0: not measured
};
struct ChallengeVerdict {
  bool met = false;
  std::string words;  // "met: 24.1 times the start, 9 steps", "not yet: 3.2 of 20 times the start, 14 of 12 steps"
};
ChallengeVerdict judge(const Challenge& challenge, const Attempt& attempt);

}  // namespace lw
