// Are two functions equal for all inputs and all sizes? A validator of translations: it compares what the programs
// compute, whoever made them, and shares no check with the steps of schedules.
//
// Assumed: sizes of arrays are at least 1; integers of indices do not overflow; arrays of different parameters do not
// overlap; what tables hold as indices is inside the bounds; no divisor is zero; minima and maxima are not of NaN.
// Parallel loops and threads are refused where their iterations meet, except where lowering places barriers. Terms of
// floats are compared as the operations that are written; sums are compared as sums of real numbers, and named.
// Functions of which only the name is known access what their blocks declare, and do the same for the same
// (normal_form.h). On demand, what is given and what sums give is taken to be finite: then 0 times a value is 0, and
// minus infinity less a value stays what it is, as in masks of attention.
//
// The same function under other names of variables is equal to itself, whatever it does.
#pragma once

#include "core/ir/stmt.h"
#include "core/prove/matcher.h"

namespace lw {

struct ProofResult {
  enum class Answer : uint8_t { Equal, Undecided };
  Answer answer = Answer::Undecided;
  std::vector<prove::MatchedSum> reordered;  // of Equal: up to the order of these sums
  bool finite = false;                       // of Equal: if all values but constants are finite
  std::set<std::string> calls;               // of Equal: functions that both call, of which only the names are known
  prove::Obstacle obstacle;                  // of Undecided
  std::string output;                        // of Undecided: the parameter of the first function that is left open
};

struct ProofLimits {
  unsigned long operations = 200'000'000;  // of isl
  int seconds = 5;
  bool finite = false;              // take all values but constants to be finite
  std::function<bool()> stop = {};  // ends the proof early; asked on another thread
};

// The function with the iterations of one loop in the reverse order: another order that a loop allows whose iterations
// run in any order. If the results differ, they are not determined.
PrimFunc withReversedLoop(const PrimFunc& function, LoopId loop);

// `certificate`: receives the proof, if one is found (core/check_proof verifies it).
ProofResult proveEqual(const PrimFunc& first, const PrimFunc& second, const ProofLimits& limits = {},
                       Certificate* certificate = nullptr);

}  // namespace lw
