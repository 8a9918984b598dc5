// A program state: an immutable module with an index of its loops and blocks, built once. Copies share both.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/analysis/proof_budget.h"
#include "core/ir/tensor_intrin.h"
#include "core/support/result.h"

namespace lw {

// A loop or a block in the tree. monostate: nothing (above the root block).
using NodeRef = std::variant<std::monostate, LoopId, BlockId>;

class Snapshot {
 public:
  // Makes ids unique across the functions (the first function keeps its own); fresh ids are above all of them.
  explicit Snapshot(Module module);
  // A module of one function. Traces call the function "main"; it keeps its own name.
  explicit Snapshot(PrimFunc function);

  const Module& module() const;
  int functionCount() const;
  const PrimFunc& function(int index = 0) const;
  std::string functionName(int index) const;  // as traces name it
  std::optional<int> findFunction(std::string_view name) const;
  bool isLoneFunction() const;
  // A loop that `break` or `continue` concerns (core/ir/jumps.h), found once for each state; empty: there is none.
  const std::string& loopWithJump() const;

  // Adds tensor intrinsics that steps may name: those of the file that contains the program.
  Snapshot withIntrinsics(std::vector<TensorIntrin> intrinsics) const;
  const std::vector<TensorIntrin>& intrinsics() const;

  // The same state; checks of steps on it give each exact question this budget.
  Snapshot withBudget(ProofBudget budget) const;
  const ProofBudget& budget() const { return budget_; }

  // ---- nodes: `contains` may be called for any id, the others assert that it exists ----
  bool contains(LoopId loop) const;
  bool contains(BlockId block) const;
  const For& loop(LoopId id) const;
  const Block& block(BlockId id) const;
  const Stmt& stmt(LoopId id) const;
  const Stmt& stmt(BlockId id) const;
  int functionOf(LoopId id) const;
  int functionOf(BlockId id) const;

  // ---- tree ----
  NodeRef parent(LoopId id) const;  // nearest loop or block around it
  NodeRef parent(BlockId id) const;
  BlockId scopeOf(LoopId id) const;                // nearest block around it; invalid: none
  BlockId scopeOf(BlockId id) const;               // nearest block around it; invalid for a root block
  std::vector<NodeRef> children(LoopId id) const;  // loops and blocks directly below, in program order
  std::vector<NodeRef> children(BlockId id) const;
  std::vector<LoopId> loopsAbove(BlockId id) const;   // up to its scope, outermost first
  std::vector<LoopId> loopsAbove(LoopId id) const;    // the same, without the loop itself
  bool isAncestor(LoopId outer, LoopId inner) const;  // strictly above, also across blocks
  bool isAncestor(LoopId outer, BlockId inner) const;
  bool isAncestor(BlockId outer, LoopId inner) const;
  bool isAncestor(BlockId outer, BlockId inner) const;
  std::vector<BlockId> blocksBelow(LoopId id) const;      // in the loop's own scope, in program order
  std::vector<BlockId> childBlocks(BlockId scope) const;  // those whose scope this is, in program order
  BlockId rootBlock(int function) const;                  // invalid when the function has no blocks
  std::vector<LoopId> loops(int function) const;          // all, in program order
  std::vector<BlockId> blocks(int function) const;        // all, in program order

  // ---- dataflow within a scope, by declared reads and writes ----
  std::vector<BlockId> producers(BlockId id) const;        // earlier blocks that write what it reads or writes
  std::vector<BlockId> consumers(BlockId id) const;        // later blocks that read or write what it writes
  std::vector<BlockId> outputBlocks(BlockId scope) const;  // those that write buffers not allocated inside
  bool isOutput(BlockId id) const;                         // it writes a buffer that is not allocated in its scope

  // ---- names ----
  std::string name(LoopId id) const;  // its variable's name
  std::string name(BlockId id) const;
  std::vector<BlockId> blocksNamed(std::string_view name, int function) const;
  std::vector<LoopId> loopsNamed(std::string_view name) const;  // in all functions

  // The state after replacing a function; the other functions are shared.
  Snapshot withFunction(int index, PrimFunc function) const;
  bool sameAs(const Snapshot& other) const { return data_ == other.data_; }
  const void* identity() const { return data_.get(); }  // equal for the same state, while one of its copies exists

 private:
  struct Data;
  struct Builder;
  std::shared_ptr<const Data> data_;
  ProofBudget budget_;
  explicit Snapshot(std::shared_ptr<const Data> data, ProofBudget budget = {})
      : data_(std::move(data)), budget_(std::move(budget)) {}
};

}  // namespace lw
