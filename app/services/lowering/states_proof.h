// Are two states of the program equal for all inputs and sizes? Where no proof is found, both are run to find a result
// that differs.
#pragma once

#include <QString>
#include <functional>

#include "app/shared/result_difference.h"
#include "core/prove/prove.h"
#include "core/schedule/primitive.h"

namespace lw {

inline constexpr int kProofSeconds = 30;  // of a proof

// What was found, on any thread.
struct FoundOfStates {
  ProofResult proof;
  std::optional<ResultDifference> difference;
  bool stopped = false;
};
FoundOfStates decideStates(const PrimFunc& a, const PrimFunc& b, const std::function<bool()>& stop);

// The same in words.
struct StatesProof {
  enum class Answer : uint8_t { Equal, Different, Undecided, Stopped };
  Answer answer = Answer::Undecided;
  int first = 0, second = 0;  // nodes of the history
  QString text, detail;       // a sentence; what else there is to know, or to do
  Selection writers;          // of Different: the blocks of the second state that write the result
};
// `a`, `b`: the names of the states; `second`: the function of the second one.
StatesProof inWords(const FoundOfStates& found, const QString& a, const QString& b, const PrimFunc& second);

}  // namespace lw
