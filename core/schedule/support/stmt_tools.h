// Small things that several primitives do to statements and conditions.
#pragma once

#include <set>
#include <vector>

#include "core/schedule/snapshot.h"

namespace lw {

// a and b and c -> {a, b, c}; true -> {}.
std::vector<Expr> conjuncts(const Expr& condition);

// The statement below `root` with that identity is replaced; `root` itself may be meant.
Stmt replaceIn(const Stmt& root, const Stmt& old, const Stmt& replacement);

// From `root` down to the block, both ends included; empty where it is not below. Blocks in between are entered.
std::vector<Stmt> pathTo(const Stmt& root, BlockId block);

// The block and the loops that are left without a body go; a Seq that keeps one statement becomes it. What is returned
// replaces `root`; nullopt: nothing is left.
std::optional<Stmt> removeBlock(const Stmt& root, BlockId block);

// Is the buffer accessed through its pointer somewhere (in calls), where indices are not known?
bool hasOpaqueAccess(const Stmt& root, const Buffer& buffer);
bool isMatched(const Stmt& root, const Buffer& buffer);  // it is the source of a match_buffer

}  // namespace lw
