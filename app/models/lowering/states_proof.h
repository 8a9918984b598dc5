// What a proof that two states of the program are equal gave, in words.
#pragma once

#include <QString>

#include "core/schedule/primitive.h"

namespace lw {

inline constexpr int kProofSeconds = 30;  // of a proof

struct StatesProof {
  enum class Answer : uint8_t { Equal, Different, Undecided, Stopped };
  Answer answer = Answer::Undecided;
  int first = 0, second = 0;  // nodes of the history
  QString text, detail;       // a sentence; what else there is to know, or to do
  Selection writers;          // of Different: the blocks of the second state that write the result
};

}  // namespace lw
