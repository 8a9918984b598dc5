// Functions that a file registers for models, under a name: @tvm.register_func("env.linear", override=True).
#pragma once

#include <optional>
#include <string>

#include "core/text/python/python_ast.h"

namespace lw {

// The name; a function without a name in the decorator is registered under its own. Nothing: it is not registered.
std::optional<std::string> registeredName(const py::FunctionDef& f);

}  // namespace lw
