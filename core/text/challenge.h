// A goal that a source file sets for its schedule, for a course, in a comment such as
//   # challenge: 20x start, 12 steps     20 times as fast as the program as written, in at most 12 steps (not counting
//                                        queries such as get_loops)
//   # challenge: 1.05x reference         1.05 times as fast as its function `reference` under NumPy
//   # challenge: 8x fewer cycles         at most an eighth of the counted cycles of the program as written
//   # challenge: at most 20 device us    a count below a bound
// What is counted is the same on every computer; backends/measure/counts.h counts.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/result.h"

namespace lw {

// Something that is counted in a scheduled program.
struct Countable {
  std::string_view name;  // as a challenge names it: "bytes past L1"
  bool onDevice = false;  // of the kernels of a GPU
  std::string_view inFull = {};
  std::string_view words() const { return inFull.empty() ? name : inFull; }  // in a sentence
};
std::span<const Countable> countables();

struct CountedGoal {
  const Countable* what;
  double fewer = 0, most = 0;  // times fewer than in the program as written, or a bound; the other one is 0
};

struct Challenge {
  double timesStart = 0, timesReference = 0;  // 0: no such goal
  std::vector<CountedGoal> counted;
  int steps = 0;  // at most; 0: any number
  bool timed() const { return timesStart > 0 || timesReference > 0; }
  bool onDevice() const;  // counts the kernels of a GPU
};

// nullopt: the file sets no goal. If several lines do, the first one counts.
std::optional<Result<Challenge>> challengeFromComments(std::string_view text);

// What an exercise tells who asks: the paragraphs of the docstring at the top that begin with "Hint: ", without it.
std::vector<std::string> hintsOf(std::string_view text);

// "20 times as fast as the start, in at most 12 steps".
std::string toText(const Challenge& challenge);

using Counts = std::map<std::string, double, std::less<>>;  // by name of what is counted

// What a run achieved, to be compared with the goal.
struct Attempt {
  int steps = 0;
  bool correct = false;                         // the result was checked and is right
  double ms = 0, startMs = 0, referenceMs = 0;  // 0: not measured
  Counts counts = {}, startCounts = {};
};
// One part of a goal beside what was achieved.
struct JudgedGoal {
  std::string what;  // "cycles", "the start", "the reference"
  double goal = 0;   // times fewer or times as fast, or a bound
  double value = 0;  // what was achieved; infinite: nothing is left that could be counted
  bool bound = false, known = false, met = false;
  double share() const;  // of the goal, from 0 to 1
};
struct ChallengeVerdict {
  bool met = false;
  std::string words;  // "met: 24.1 times the start, 9 steps", "not yet: 3.2 of 20 times the start, 14 of 12 steps"
  std::vector<JudgedGoal> goals = {};  // empty if the result is not known to be right
  int steps = 0;
  double share = 0;  // of the goal, from 0 to 1: the least of all goals, and of the steps
};
ChallengeVerdict judge(const Challenge& challenge, const Attempt& attempt);

// Whether the count is far enough. False if it was not counted.
bool reached(const CountedGoal& goal, const Attempt& attempt);
// How far the counts come, whether or not the result is right: "4.07 of 5 times fewer cycles".
std::string countedWords(const Challenge& challenge, const Attempt& attempt);

}  // namespace lw
