// Two states of a program that were proved equal for all inputs and sizes (core/prove).
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lw {

struct EqualStates {
  int first = 0, second = 0;  // of the history
  std::string function;       // "f", "Class.f"
  // Hashes of what was compared: the states with what their tensor intrinsics compute. A proof is about no other text.
  std::string firstState, secondState;
  std::vector<std::pair<std::string, std::string>> sums;  // equal up to their order: an array of each state
  std::string when;                                       // as RunRecord::when
  std::string unknown;                                    // fields of a newer version, as JSON; kept
  friend bool operator==(const EqualStates&, const EqualStates&) = default;
};

}  // namespace lw
