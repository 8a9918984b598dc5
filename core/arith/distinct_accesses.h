// Which accesses are new. An inlined expression may read one element thousands of times: A[v + 1 + 2], A[v + 2 + 1] and
// A[v + 3] are one access, and a proof for it is enough.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/arith/variable_sum.h"
#include "core/ir/buffer.h"

namespace lw {

class DistinctAccesses {
 public:
  // False: an access with the same buffer, equal indices and the same conditions was added before. Indices that are
  // sums of variables are equal if their terms are; all others and conditions are equal if their structure is.
  bool add(const Buffer& buffer, const std::vector<Expr>& indices, const std::vector<Expr>& conditions = {});

 private:
  struct Index {
    Expr expression;
    std::optional<VariableSum> sum;
  };
  struct Entry {
    const void* buffer;
    std::vector<Index> indices;
    std::vector<Expr> conditions;
  };
  static bool same(const Index& a, const Index& b);
  static bool same(const Entry& a, const Entry& b);
  static size_t hashOf(const Entry& e);

  std::unordered_multimap<size_t, Entry> known_;  // by hash; only looked up
};

// Equal for all values of their variables, as far as sums and the structure of other expressions show it.
bool sameIndex(const Expr& a, const Expr& b);

}  // namespace lw
