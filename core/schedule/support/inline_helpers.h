// What compute_inline and reverse_compute_inline share.
#pragma once

#include "core/analysis/box.h"
#include "core/schedule/snapshot.h"

namespace lw {

extern const Error<Ident, Message> kNotOneStore;  // "block {0} is not a single store: {1}"
extern const Error<Ident> kInlinePointer;         // "{0} is accessed through its pointer or a match_buffer"

// The block's only statement where that is a store; nullptr otherwise.
const BufferStore* onlyStore(const Block& block);

// A call that may write memory or has effects: it must run exactly as often as it did.
bool hasEffects(const Expr& e);

// With the regions that its statements touch, as parsing infers them. Buffers that are used through their pointer keep
// the declared regions.
Block withInferredRegions(const Block& block);

// Blocks below the scope (not the scope itself) whose regions name the buffer get their regions inferred anew.
Stmt refreshRegions(const Stmt& scope, const Buffer& buffer);

// Does something below, a prefetch for example, take the address of an element? No expression can stand there.
bool takesAddress(const Stmt& root, const Buffer& buffer);

// A copy whose let-bound variables are its own.
Expr withFreshLets(const Expr& e);

// Is a buffer that the block reads written by a block that comes after it in the scope, or that shares a loop with it
// or with one of the others? Answers without looking at indices: "A (written by block W)"; empty: no.
Message inputWrittenLater(const Snapshot& program, BlockId block, const std::vector<BlockId>& others);

// Does a block whose iters these are read another element in every iteration?
BoxAnswer tellsIters(const std::vector<Expr>& read, const std::vector<IterVar>& iters, const ProofBudget& budget);
std::string textOfPoints(const BoxAnswer& answer);  // "(0, 0) and (0, 1)"

}  // namespace lw
