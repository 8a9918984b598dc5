// The result of a rewrite: the new function, the outputs of the step, and the replacements of removed loops and blocks.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/schedule/snapshot.h"
#include "core/schedule/value.h"

namespace lw {

// Nodes that are still in the new function need no entry. An entry names the nodes that replaced a removed node, so
// that a selection can move to them; a removed node without an entry was dropped. Handles of removed nodes are invalid.
struct NodeReplacement {
  std::vector<std::pair<LoopId, std::vector<LoopId>>> loops;
  std::vector<std::pair<BlockId, std::vector<BlockId>>> blocks;
};

struct Edit {
  int function = 0;
  std::optional<PrimFunc> changed;  // none: the program does not change (queries)
  std::vector<StepValue> outputs;   // LoopId, BlockId or int64_t, in the order in which the step returns them
  NodeReplacement fate;
};

// ---- building blocks of rewrites ----

// Replaces one statement (by identity) inside the function; sequences are flattened and no-ops dropped.
PrimFunc replaceStmt(const PrimFunc& function, const Stmt& old, const Stmt& replacement);
// Replaces several statements in one walk; none may lie inside another.
PrimFunc replaceStmts(const PrimFunc& function, const std::vector<std::pair<Stmt, Stmt>>& replacements);
// Applies `f` to the blocks directly below the statement, not to blocks inside blocks.
Stmt mapBlocks(const Stmt& root, const std::function<Block(const Block&)>& f);
// A copy of the loop with another body.
Stmt withBody(const For& loop, Stmt body);

}  // namespace lw
