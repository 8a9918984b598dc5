// Element types of ONNX and conversions between them.
#pragma once

#include "core/onnx/conversion.h"

namespace lw::onnx::convert {

ElementType elementOf(const Conversion& c, size_t place);    // of an operand
DataType storedType(const Conversion& c, ElementType type);  // as the graph keeps it; refuses others
std::pair<int64_t, int64_t> integerRange(ElementType type);  // of an integer type of 32 bits or less
bool isSmallFloat(ElementType type);                         // of 8 bits or less
Operand typed(graph::Node node, ElementType type);

struct Rounding {
  bool saturate = true;     // of floats of 8 bits and less: what is too large becomes the largest value
  std::string mode = "up";  // of float8_e8m0: up, down, nearest
};
// The values of `x`, which is kept as `from` is, in another type. Integers lose the bits that do not fit.
graph::Node converted(const Conversion& c, const graph::Node& x, ElementType from, ElementType to,
                      const Rounding& rounding = {});

}  // namespace lw::onnx::convert
