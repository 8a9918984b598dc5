// What NumPy and Python's module `operator` call the operators.
#pragma once

#include <string_view>

#include "core/text/python/python_ast.h"

namespace lw::py {

std::string_view nameOf(BinOp op);  // "add", "left_shift"

}  // namespace lw::py
