// Reads index expressions as sums of terms that move with loops.
#pragma once

#include <unordered_map>

#include "core/tune/model/store_table.h"

namespace lw::tune {

class IndexReader {
 public:
  void define(const Var& v, IndexTerms value) { values_.insert_or_assign(v.key(), std::move(value)); }
  IndexTerms read(const Expr& e) const;
  double largest(const Expr& e) const;  // of all values; kAssumedSize if unknown

 private:
  IndexTerms readLeaf(const Expr& e) const;
  IndexTerms readBinary(const Binary& n) const;
  std::unordered_map<const void*, IndexTerms> values_;  // by Var::key()
};

}  // namespace lw::tune
