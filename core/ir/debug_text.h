// A short, unambiguous rendering of IR for error messages inside core/ir and for debugging. Text for users is printed
// by core/text/print/printer.h.
#pragma once

#include <string>

#include "core/ir/stmt.h"

namespace lw {

std::string debugText(const Expr& e);
std::string debugText(const AnnotationValue& value);
std::string_view symbolOf(BinaryOp op);  // "+", "//", "min" ...
std::string_view nameOf(ForKind kind);   // "serial", "parallel", "vectorized", "unroll", "thread_binding"
std::string_view nameOf(IterKind kind);  // "spatial", "reduce", "scan", "opaque"

}  // namespace lw
