// The functions that turn a node of ONNX into calls of graph operators; operators.def names them. One file per family.
#pragma once

#include "core/onnx/conversion.h"

namespace lw::onnx::convert {

#define LW_ONNX(name, domain, since, function) void function(const Conversion& c);
#define LW_ONNX_AS(name, domain, since, as)
#define LW_ONNX_NOT(name, domain, why)
#include "core/onnx/operators/operators.def"
#undef LW_ONNX
#undef LW_ONNX_AS
#undef LW_ONNX_NOT

// The type that ONNX numbers so, if the graph has it.
DataType elementType(const Conversion& c, int64_t number);
// Negative indices count from the end.
graph::Node wrapped(const Conversion& c, const graph::Node& indices, const Expr& size);
graph::Node gemmOf(const Conversion& c);  // the result of Gemm

}  // namespace lw::onnx::convert
