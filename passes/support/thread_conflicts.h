// May two threads of a block touch one element? Asked of two accesses of a kernel, over all values of threads, loops
// and sizes.
#pragma once

#include <map>
#include <optional>

#include "core/analysis/affine.h"
#include "core/ir/stmt.h"

namespace lw {

struct ThreadAccess {
  Buffer buffer;
  std::vector<Expr> indices;  // none: anywhere in the buffer
  bool store = false;
  std::vector<const For*> loops;  // inside the kernel, outermost first
  std::vector<Expr> conditions;   // that hold where it is made
  Origin origin;
  std::optional<BinaryOp> atomic = {};  // by updates that others may make at the same time
};

// How far apart in time: the first `same` loops are in one and the same iteration; with `carried`, loop `same` is in a
// later one.
struct TimeApart {
  size_t same = 0;
  bool carried = false;
};

class ThreadConflicts {
 public:
  explicit ThreadConflicts(std::vector<const For*> axes);  // of the kernel: loops over blockIdx and threadIdx
  // One of both writes. What ISL cannot decide is a conflict.
  bool meet(const ThreadAccess& a, const ThreadAccess& b, TimeApart apart);
  bool isAffine(const ThreadAccess& a) const;
  bool isThread(const Var& v) const;

 private:
  std::vector<const For*> axes_;
  std::map<std::pair<size_t, analysis::Conjunction>, bool> answers_;  // by the number of dimensions and the question
};

}  // namespace lw
