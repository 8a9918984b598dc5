// Reductions that rfactor can divide: of one element (core/schedule/support/reduction.h), or of several that are
// updated together, such as the position and the value of a maximum:
//   v0 = Select(keep, where[i], k)      keep: best[i] > X[i, k] or best[i] == X[i, k] and where[i] < k
//   v1 = Select(keep, best[i], X[i, k])
//   where[i] = v0
//   best[i] = v1
// With keep: best[i] >= X[i, k] the first of equal maxima is kept. Such a reduction is associative, but its order
// counts.
#pragma once

#include "core/schedule/support/reduction.h"

namespace lw {

struct Reduction {
  // x op e of one buffer; its state may be the second operand.
  struct Part {
    BinaryOp op;
    bool stateFirst;
  };
  // `state` of buffer `which` against its operand.
  struct Comparison {
    BinaryOp op;
    size_t which;
    bool stateFirst;
  };
  // The tuple that comes first in a total order is kept: by one element, and where those are equal by the other.
  struct Order {
    Comparison first, equal, second;
    bool firstLeads, equalLeads;  // as it was written
  };

  std::vector<const BufferStore*> inits, updates;  // one per buffer; the indices are the same
  std::vector<Expr> operands;                      // read nothing that is written
  std::vector<Part> parts;  // one per buffer, independent of each other; none: a choice by what follows
  std::optional<Order> order;
  std::optional<Comparison> keepsFirst;  // >= or <=, without an order: of equal tuples the one that comes first is kept
  std::vector<std::string> lets;         // names of the values that are computed before the first is stored

  const std::vector<Expr>& indices() const { return updates.front()->indices; }
  bool writes(const Buffer& buffer) const;
};

// Associative and commutative.
std::optional<Reduction> reductionOf(const Block& block, Message& why);
// Also those that keep the first of equal values: their operands may be grouped, but have to stay in their order.
std::optional<Reduction> associativeReductionOf(const Block& block, Message& why);

// A start value that counts when it takes part more than once, in words; nullopt: none does.
std::optional<std::pair<std::string, std::string>> startThatCounts(const Reduction& reduction);  // value, operation

// The update of other elements by other operands.
Stmt updated(const Reduction& reduction, const std::vector<Buffer>& into, const std::vector<Expr>& indices,
             const std::vector<Expr>& operands);
// The values stored one after the other.
Stmt started(const std::vector<Buffer>& into, const std::vector<Expr>& indices, const std::vector<Expr>& values);

}  // namespace lw
