// Collects the accesses of a statement inside a kernel for ThreadConflicts.
#pragma once

#include "core/analysis/gpu/thread_conflicts.h"
#include "core/ir/visit.h"
#include "core/support/message.h"

namespace lw {

// Collects loads and stores in textual order, of memory that threads share (global, shared) or of all memory. In
// indices and conditions, variables of LetStmts and iters of blocks are replaced by their values. Taking an address
// counts as a store to any element of the buffer, and so does a store to a part of it that a block has matched.
class CollectAccesses : public Visitor {
 public:
  enum class Of { Shared, All };
  // `loops` and `conditions` enclose the statement, `lets` are values of variables, and `origin` is used for statements
  // that have no origin of their own.
  CollectAccesses(std::vector<const For*> loops, std::vector<Expr> conditions, VarMap lets, Origin origin,
                  Of memory = Of::Shared);
  std::vector<ThreadAccess> found;

  void expr(const Expr& e) override;
  void stmt(const Stmt& s) override;

 private:
  void branch(const IfThenElse& n);
  void block(const Block& n);
  void add(const Buffer& buffer, const std::vector<Expr>& indices, bool store);

  std::vector<const For*> loops_;
  std::vector<Expr> conditions_;
  VarMap lets_;
  Origin origin_;
  const Of memory_;
  BufferMap matched_;                             // buffers of match_buffer: their sources
  std::pair<const void*, BinaryOp> atomic_ = {};  // memory that the current statement updates
  std::pair<const void*, BinaryOp> update_ = {};  // the same for updates that are not atomic
  const StmtNode* statement_ = nullptr;
  const Block* reduction_ = nullptr;
};

// "S[tx] = A[tx] writes what S[63 - tx] reads", for two accesses of one buffer inside `root`, one of them a store.
Message exchangeBetween(const ThreadAccess& a, const ThreadAccess& b, const Stmt& root);

}  // namespace lw
