// Are two states of the program equal for all inputs and sizes? Where no proof is found, both are run to find a result
// that differs.
#pragma once

#include <functional>

#include "app/models/lowering/states_proof.h"
#include "app/shared/result_difference.h"
#include "core/prove/prove.h"

namespace lw {

// What was found, on any thread.
struct FoundOfStates {
  ProofResult proof;
  std::optional<ResultDifference> difference;
  std::optional<DifferenceChains> chains;
  bool stopped = false;
};
FoundOfStates decideStates(const PrimFunc& a, const PrimFunc& b, const std::function<bool()>& stop);

// The same in words. `a`, `b`: the names of the states; `second`: the function of the second one.
StatesProof inWords(const FoundOfStates& found, const QString& a, const QString& b, const PrimFunc& second);

// "“as written” and “tiled” are equal for all inputs and sizes, up to the order in which floats are added: C".
QString equalWords(const std::vector<std::pair<std::string, std::string>>& sums, const QString& a, const QString& b);

}  // namespace lw
