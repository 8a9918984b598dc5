// Reductions that rfactor can divide: of one element (core/schedule/support/reduction.h), or of several elements that
// are updated together, such as the position and the value of a maximum:
//   v0 = Select(keep, where[i], k)      keep: best[i] > X[i, k] or best[i] == X[i, k] and where[i] < k
//   v1 = Select(keep, best[i], X[i, k])
//   where[i] = v0
//   best[i] = v1
// With keep: best[i] >= X[i, k] the first of equal maxima is kept. Such a reduction is associative, but not
// commutative. Sums of exponentials below a maximum are in core/schedule/support/online_sums.h.
#pragma once

#include "core/schedule/support/online_sums.h"
#include "core/schedule/support/reduction.h"

namespace lw {

struct Reduction {
  // x op e on one buffer, or e op x if not `stateFirst`.
  struct Part {
    BinaryOp op;
    bool stateFirst;
  };
  // Compares the element of buffer `which` with its operand.
  struct Comparison {
    BinaryOp op;
    size_t which;
    bool stateFirst;
  };
  // The tuple that comes first in a total order is kept: `first` compares one element, and `second` the other where the
  // former are equal.
  struct Order {
    Comparison first, equal, second;
    bool firstLeads, equalLeads;  // as the condition was written
  };

  std::vector<const BufferStore*> inits, updates;  // one per buffer; the indices are the same
  std::vector<Expr> operands;                      // do not read what is written
  std::vector<Part> parts;  // one per buffer, independent of each other; empty: the update has another form
  std::optional<OnlineSums> online;
  std::optional<Order> order;
  std::optional<Comparison> keepsFirst;  // >= or <=, without an order: of equal tuples the first one is kept
  std::vector<std::string> lets;         // names of the values that are computed before the first store

  const std::vector<Expr>& indices() const { return updates.front()->indices; }
  bool writes(const Buffer& buffer) const;
};

// Recognises associative and commutative reductions.
std::optional<Reduction> reductionOf(const Block& block, Message& why);
// Also recognises reductions that keep the first of equal values: their operands may be grouped, but must stay in
// order.
std::optional<Reduction> associativeReductionOf(const Block& block, Message& why);
// Recognises the update of sums of exponentials, wherever they start: there are no inits.
std::optional<Reduction> onlineUpdateOf(const Block& block);

// The first start value that changes the result if it takes part more than once, and its operation; nullopt: there is
// none.
std::optional<std::pair<std::string, std::string>> nonNeutralStart(const Reduction& reduction);  // value, operation

// The update of other elements, with other operands.
Stmt updated(const Reduction& reduction, const std::vector<Buffer>& into, const std::vector<Expr>& indices,
             const std::vector<Expr>& operands);
// Stores the values one after another.
Stmt started(const std::vector<Buffer>& into, const std::vector<Expr>& indices, const std::vector<Expr>& values);

}  // namespace lw
