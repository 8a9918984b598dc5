// Generic traversal of expressions of the syntax tree.
#pragma once

#include <functional>

#include "core/text/python_ast.h"

namespace lw::py {

// Calls `visit` on the direct children, in the order of the text; null children are left out.
void forEachChild(const ExprNode& node, const std::function<void(const Expr&)>& visit);
int childHeight(const ExprNode& node);  // the greatest height of a child; 0 without children

}  // namespace lw::py
