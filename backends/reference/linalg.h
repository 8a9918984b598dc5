// Matrix products, over OpenBLAS for float32 and float64.
#pragma once

#include <string_view>

#include "backends/reference/array.h"

namespace lw::reference {

Result<Array> matmul(const Array& a, const Array& b, const Array* out = nullptr);
Result<Array> dot(const Array& a, const Array& b);
Result<Array> einsum(std::string_view subscripts, std::vector<Array> operands);
// Threads of the products that this thread begins. BLAS is opened by the first one.
void setProductThreads(int threads);
// Whether this thread calculated a product of floats since this was asked for the last time.
bool takeUsedProducts();

}  // namespace lw::reference
