// Elementwise operations over arrays with broadcasting.
#pragma once

#include "backends/reference/array.h"
#include "backends/reference/kernels.h"

namespace lw::reference {

// An array, or a Python number that takes the type of the other operand.
struct Operand {
  Array array;
  Weak weak = Weak::None;
};
Operand numberOperand(int64_t value);
Operand numberOperand(double value);

DataType commonType(const Operand& a, const Operand& b);
// `out`: an array for the result; must have the shape of the result.
Result<Array> binary(BinaryKernel kernel, const Operand& a, const Operand& b, const Array* out = nullptr);
Result<Array> unary(UnaryKernel kernel, const Array& a, const Array* out = nullptr);
Result<Array> where(const Array& condition, const Operand& a, const Operand& b);
std::string_view nameOf(BinaryKernel kernel);

}  // namespace lw::reference
