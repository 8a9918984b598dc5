// Expressions as affine text in ISL's notation.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/ir/expr.h"

namespace lw::analysis {

// Returns a variable's name in the text; nullopt: the variable is unknown, so the expression is not affine.
using VarName = std::function<std::optional<std::string>(const Var&)>;

// An integer expression; nullopt if it is not affine (products of variables, loads, calls).
std::optional<std::string> affineText(const Expr& e, const VarName& name);
// A condition; nullopt if a part of it is not affine.
std::optional<std::string> conditionText(const Expr& e, const VarName& name);

}  // namespace lw::analysis
