// Shared by compute_inline and reverse_compute_inline.
#pragma once

#include "core/analysis/shapes/box.h"
#include "core/schedule/snapshot.h"

namespace lw {

extern const Error<Ident, Message> kNotOneStore;  // "block {0} is not a single store: {1}"
extern const Error<Ident> kInlinePointer;         // "{0} is accessed through its pointer or a match_buffer"

// The block's only statement if that is a store; nullptr otherwise.
const BufferStore* onlyStore(const Block& block);

// Does the expression call a function that may write memory or has other effects? Such a call must run exactly as often
// as before.
bool hasEffects(const Expr& e);

// The block with the regions that its statements access, inferred as the parser does. Buffers that are used through
// their pointer keep the declared regions.
Block withInferredRegions(const Block& block);

// Infers the regions of all blocks below the scope (not of the scope itself) whose declared regions name the buffer.
// `root`: the body of the function, with the loops around these blocks.
Stmt refreshRegions(const Stmt& scope, const Buffer& buffer, const Stmt& root);

// Does a statement below, a prefetch for example, take the address of an element? An expression cannot replace that
// element.
bool takesAddress(const Stmt& root, const Buffer& buffer);

// A copy with fresh let-bound variables.
Expr withFreshLets(const Expr& e);

// Is a buffer that the block reads written by a block that comes after it in the scope, or that shares a loop with the
// block or with one of `others`? Does not compare indices. Returns "A (written by block W)"; empty: no.
Message inputWrittenLater(const Snapshot& program, BlockId block, const std::vector<BlockId>& others);

// Does a block whose iters these are read another element in every iteration?
BoxAnswer determinesIters(const std::vector<Expr>& read, const std::vector<IterVar>& iters, const ProofBudget& budget);
std::string textOfPoints(const BoxAnswer& answer);  // "(0, 0) and (0, 1)"

}  // namespace lw
