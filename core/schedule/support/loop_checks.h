// Conditions on loops that several primitives check, and how a verdict on dependences becomes an answer.
#pragma once

#include "core/analysis/dependence/collision.h"
#include "core/analysis/dependence/dependence.h"
#include "core/analysis/dependence/distinct_writes.h"
#include "core/schedule/define.h"

namespace lw {

extern const Error<Ident, Snippet> kLoopBound;               // "loop {0} is bound to {1}"
extern const Error<Ident, Snippet> kLoopAnnotated;           // "loop {0} carries the annotation {1}"
extern const Error<Snippet, int64_t, int64_t> kTooFewLoops;  // "{0} needs {1} loops or more, not {2}"
extern const Error<Ident> kLoopTwice;                        // "loop {0} is given twice"
extern const Error<Ident, Ident> kNotSameFunction;
extern const Error<Ident, Ident> kNotAround;  // "loop {0} does not contain block {1}"

// The loop must be neither bound nor annotated, so that replacing it loses no information. `verb`: "split", for the
// hint.
Status requirePlain(const For& loop, const std::string& verb);
// There must be at least `least` loops, all different and of one function.
Status requireDistinct(const Snapshot& program, const std::vector<LoopId>& loops, size_t least,
                       const std::string& primitive);

// All loops around the block and around the blocks that contain it, outermost first.
std::vector<LoopId> allLoopsAbove(const Snapshot& program, BlockId block);

Explanation aboutLoops(Explanation e, std::vector<LoopId> loops, Message hint = {});

// Whether a verdict accepts a step: yes; no; or, if it is undecided, what the signatures allow, which is asked only
// then, and at last what is assumed.
template <class F>
bool accepted(const Verdict& verdict, const ProofBudget& budget, const F& signatureAllows) {
  if (verdict.yes()) return true;
  const bool certain = verdict.no() && !verdict.conservative;
  if (certain) return false;
  std::optional<Prover> prover;
  if (signatureAllows())
    prover = Prover::Signatures;
  else if (!budget.assumesUndecided())
    return false;
  if (verdict.question) budget.record({*verdict.question, prover, Verdict::Answer::Yes});
  return true;
}
// Adds the witness, the blocks and the note that signatures decided.
Explanation notAllowed(Explanation e, const Verdict& verdict);
// The same for an error that says what is wrong: if that is not decided, the message says so.
Explanation refused(Explanation e, const Verdict& verdict);
// The same for a step that changes the order of such pairs of iterations, if the signatures of the blocks below the
// loop did not decide because a block may write an element more than once (core/analysis/dependence/distinct_writes.h):
// tells the pair, or how to promise that there is none.
Explanation refused(Explanation e, const Verdict& verdict, const Snapshot& program, LoopId loop,
                    const PairOfIterations& pair);
// Why the block may write an element twice; empty: it does not.
Message mayWriteTwice(const DistinctWrites& writes);

// ---- block signatures: spatial and reduce axes as declared ----

// All axes are spatial and write elements of their own, the block reads nothing that it writes, and no other block of
// its scope writes its buffers.
bool isComplete(const Snapshot& program, BlockId block);
// The block has an init, its axes are spatial or reduce, spatial axes write elements of their own, reduce axes do not
// index the result, its updates may run in any order, and no other block writes it.
bool isReduction(const Snapshot& program, BlockId block);
// Every block below has a signature whose axes that use the loop are spatial, or reduce if `reduceToo`.
bool signatureAllowsParallel(const Snapshot& program, LoopId loop, bool reduceToo);
// Every block below is complete or a reduction and uses the loops in spatial and reduce axes only.
bool signatureAllowsReorder(const Snapshot& program, const std::vector<LoopId>& loops);

}  // namespace lw
