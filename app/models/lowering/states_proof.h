// What a proof that two states of the program are equal gave, in words.
#pragma once

#include <QString>
#include <vector>

#include "core/schedule/primitive.h"

namespace lw {

inline constexpr int kProofSeconds = 30;  // of a proof

// One link of the chain of statement instances that computed a value.
struct ProofLink {
  QString element;  // "C[0, 3] = 4.2"
  QString words;    // "block C at i = 0, j = 3, k = 63, the last of 64 executions"
  Selection made;   // the block that wrote it, with the loops around
};
struct ProofChain {
  int node = 0;  // the state that ran
  QString label;
  std::vector<ProofLink> links;  // the result first
  bool more = false;             // others are left out
};

struct StatesProof {
  enum class Answer : uint8_t { Equal, Different, Undecided, Stopped };
  Answer answer = Answer::Undecided;
  int first = 0, second = 0;  // nodes of the history
  QString text, detail;       // a sentence; what else there is to know, or to do
  Selection writers;          // of Different: the blocks of the second state that write the result
  // Of Different: how the result came about in the first and in the second state; empty: that was not recorded.
  std::vector<ProofChain> chains;
};

// What a proof that was found earlier says of a state, as long as the text is the same.
struct ProvedState {
  int other = 0;  // the node that it is equal to
  QString words;  // what the proof covers
};

}  // namespace lw
