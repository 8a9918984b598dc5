// The accesses of a statement inside a kernel, for questions to ThreadConflicts.
#pragma once

#include "core/ir/visit.h"
#include "passes/support/thread_conflicts.h"

namespace lw {

// Loads and stores of memory that is not of one thread (global, shared), or of all memory, in the order of the text.
// Indices and conditions have the values of LetStmts in the place of their variables; an address that is taken counts
// as a store anywhere in the buffer.
class CollectAccesses : public Visitor {
 public:
  enum class Of { Shared, All };
  // Loops and conditions around the statement, values of variables, and what a statement without an origin comes from.
  CollectAccesses(std::vector<const For*> loops, std::vector<Expr> conditions, VarMap lets, Origin origin,
                  Of memory = Of::Shared);
  std::vector<ThreadAccess> found;

  void expr(const Expr& e) override;
  void stmt(const Stmt& s) override;

 private:
  void branch(const IfThenElse& n);
  void add(const Buffer& buffer, const std::vector<Expr>& indices, bool store);

  std::vector<const For*> loops_;
  std::vector<Expr> conditions_;
  VarMap lets_;
  Origin origin_;
  const Of memory_;
  std::pair<const void*, BinaryOp> atomic_ = {};  // memory that the statement at hand updates
};

}  // namespace lw
