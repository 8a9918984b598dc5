// Structural equality up to the names of variables, loops, buffers and functions (block names count), and a hash that
// agrees with it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/ir/stmt.h"

namespace lw {

struct Difference {
  std::string path;         // "main: block C, for k, value"
  std::string left, right;  // the two unequal parts, as text
};

bool equal(const Expr& a, const Expr& b);  // free variables and buffers: the same identity
bool equal(const Stmt& a, const Stmt& b);
bool equal(const Range& a, const Range& b);
bool equal(const std::vector<Expr>& a, const std::vector<Expr>& b);  // as many, and equal each
std::optional<Difference> firstDifference(const PrimFunc& a, const PrimFunc& b);
std::optional<Difference> firstDifference(const Module& a, const Module& b);
bool equal(const PrimFunc& a, const PrimFunc& b);
bool equal(const AnnotationValue& a, const AnnotationValue& b);
size_t structuralHash(const Expr& e);      // free variables by identity
size_t structuralHash(const PrimFunc& f);  // up to names

}  // namespace lw
