// Expressions as affine text in ISL's notation.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/ir/expr.h"

namespace lw::analysis {

// Names a variable in the text; nullopt: the variable is unknown, so the expression is not affine.
using VarName = std::function<std::optional<std::string>(const Var&)>;

// Integer expression; nullopt where it is not affine (products of variables, loads, calls).
std::optional<std::string> affineText(const Expr& e, const VarName& name);
// Condition; nullopt where a part is not affine.
std::optional<std::string> conditionText(const Expr& e, const VarName& name);

}  // namespace lw::analysis
