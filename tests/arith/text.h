// Expressions as text for tables of tests: Python's operators, min(), max(), select(), `and`, `or`, `not`.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/arith/analyzer.h"

namespace lw::test {

class Names {
 public:
  Var var(const std::string& name);   // the same variable for the same name
  Expr parse(std::string_view text);  // built as written, nothing folded
  // "x: 0..8, y: 3..7, n: 1.., z": half-open ranges; an end may be an expression
  void bind(Analyzer& analyzer, std::string_view ranges);
  const std::map<std::string, Var>& all() const { return vars_; }

 private:
  std::map<std::string, Var> vars_;
};

std::string show(const Expr& e);  // with parentheses around every operation

// The value at a point; nullopt where a division by zero occurs.
std::optional<int64_t> evaluate(const Expr& e, const std::map<const void*, int64_t>& point);

}  // namespace lw::test
