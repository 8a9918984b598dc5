// Generic traversal of expressions of the syntax tree.
#pragma once

#include <functional>

#include "core/text/python/python_ast.h"

namespace lw::py {

// Calls `visit` on the direct children in the order of the text, without null children.
void forEachChild(const ExprNode& node, const std::function<void(const Expr&)>& visit);
int childHeight(const ExprNode& node);  // the greatest height of a child; 0 without children

// The statements directly inside of a statement, except those of functions and classes: of a `try`, also those of its
// handlers.
std::vector<const Block*> blocksOf(const StmtNode& statement);
// Calls `visit` on the expressions of the statements, except those inside nested function and class definitions.
void forEachExpr(const Block& body, const std::function<void(const Expr&)>& visit);
// The number of calls of functions of this name in the code, at any depth: f(...), m.f(...).
int countCalls(const Block& body, std::string_view function);
// Do the statements of a file call it, outside of functions, or a function with parameters that calls it?
bool callsAtTop(const Block& file, std::string_view function);

}  // namespace lw::py
