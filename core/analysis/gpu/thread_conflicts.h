// Decides whether two threads of a block can access one element, for two accesses of a kernel and over all values of
// threads, loops and sizes.
#pragma once

#include <map>
#include <optional>

#include "core/analysis/tables/affine.h"
#include "core/ir/stmt.h"

namespace lw {

struct ThreadAccess {
  Buffer buffer;
  std::vector<Expr> indices;  // empty: any element of the buffer
  bool store = false;
  std::vector<const For*> loops;  // inside the kernel, outermost first
  std::vector<Expr> conditions;   // that hold where the access runs
  Origin origin;
  std::optional<BinaryOp> atomic = {};  // the operation of an update that other threads may make at the same time
  std::optional<BinaryOp> update = {};  // the operation of an update of the element, atomic or not
  const StmtNode* statement = nullptr;  // that makes the access
  const Block* reduction = nullptr;     // the innermost block around it, if that has an init
};

// The distance in time of two accesses: the first `same` loops are in the same iteration; with `carried`, loop `same`
// is in a later iteration for the second access.
struct TimeApart {
  size_t same = 0;
  bool carried = false;
};

class ThreadConflicts {
 public:
  explicit ThreadConflicts(
      std::vector<const For*> axes);  // of the kernel: loops over blockIdx, threadIdx and virtual threads
  // True if two threads can access one element and at least one of the accesses writes. A question that ISL cannot
  // decide counts as a conflict.
  bool meet(const ThreadAccess& a, const ThreadAccess& b, TimeApart apart);
  bool isAffine(const ThreadAccess& a) const;
  bool isThread(const Var& v) const;

 private:
  std::vector<const For*> axes_;
  std::map<std::pair<size_t, analysis::Conjunction>, bool> answers_;  // by the number of dimensions and the question
};

}  // namespace lw
