// Decides by running whether a step keeps the results of a small program, without any analysis.
#pragma once

#include "tests/random/fuzz.h"

namespace lw {

struct BruteForce {
  enum class Answer : uint8_t { Same, Differs, Races, NotRun };
  Answer answer = Answer::Same;
  std::string what;  // the first difference, or the element that two iterations use at the same time
};

// Runs both forms of the program with several random inputs. Same: all results are exactly equal, the second form reads
// no element that was never written, not even to copy it, and in it no two iterations of a parallel, vectorized or
// bound loop use one element of which one of them writes, unless the element is atomically updated or its buffer is
// private to each iteration. NotRun: the first form itself does not run, reads elements that were never written, has
// more than `kMostSteps` steps, or has such iterations, which exchange values between threads.
inline constexpr int64_t kMostSteps = 100'000;
BruteForce compareByRunning(const FuzzProgram& program, const PrimFunc& before, const PrimFunc& after);

// The element that two iterations of a parallel, vectorized or bound loop of the function use at the same time; "": no
// loop has any.
std::string raceFound(const PrimFunc& function, const InputSpec& inputs);

// The programs of a file of samples or golden cases, with smaller sizes if they would run for long. Files without
// functions, and functions that do not run, give none.
std::vector<FuzzProgram> smallPrograms(const std::string& path);

}  // namespace lw
