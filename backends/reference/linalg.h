// Matrix products, over OpenBLAS for float32 and float64.
#pragma once

#include <string_view>

#include "backends/reference/array.h"

namespace lw::reference {

Result<Array> matmul(const Array& a, const Array& b, const Array* out = nullptr);
Result<Array> dot(const Array& a, const Array& b);
Result<Array> einsum(std::string_view subscripts, std::vector<Array> operands);
void setBlasThreads(int threads);

}  // namespace lw::reference
