// Operations on statements and conditions that several primitives need.
#pragma once

#include <set>
#include <vector>

#include "core/schedule/snapshot.h"

namespace lw {

// a and b and c -> {a, b, c}; true -> {}.
std::vector<Expr> conjuncts(const Expr& condition);

// Replaces the statement `old`, identified by its handle, which is `root` or below it.
Stmt replaceIn(const Stmt& root, const Stmt& old, const Stmt& replacement);

// The statements from `root` down to the block, including both; empty if the block is not below. Enters the blocks
// between them.
std::vector<Stmt> pathTo(const Stmt& root, BlockId block);

// Removes the block and the loops that have no body left; a Seq with one remaining statement is replaced by it. The
// result replaces `root`; nullopt: no statement remains.
std::optional<Stmt> removeBlock(const Stmt& root, BlockId block);

// Is the buffer accessed through its pointer anywhere (in calls), where the indices are not known?
bool hasOpaqueAccess(const Stmt& root, const Buffer& buffer);
bool isMatched(const Stmt& root, const Buffer& buffer);  // the buffer is the source of a match_buffer

}  // namespace lw
