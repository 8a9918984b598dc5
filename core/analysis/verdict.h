// The answer to a question about a program, with the reason of a No or Unknown.
#pragma once

#include <optional>
#include <vector>

#include "core/analysis/proof_budget.h"
#include "core/support/explanation.h"
#include "core/support/ids.h"

namespace lw {

struct Verdict {
  using Answer = ProofAnswer;
  Answer answer = Answer::Yes;
  std::optional<Question> question;  // that was decided by the table of core/analysis/proofs.h
  bool conservative = false;         // a No or Unknown that depends on widened accesses
  std::optional<Witness> witness;    // of a No: two iterations and the element
  std::vector<BlockId> blocks;       // the blocks of the witness
  Message reason;                    // of an Unknown, in words
  bool yes() const { return answer == Answer::Yes; }
  bool no() const { return answer == Answer::No; }
};

}  // namespace lw
