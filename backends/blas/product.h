// The speed of OpenBLAS's product of matrices, beside which the machine's peak says whether its kernels are good ones.
#pragma once

#include "backends/blas/library.h"

namespace lw::blas {

inline constexpr int kProductSize = 1024;

// 10^9 operations per second of a product of square matrices of float32, by the best of some samples. 0: no memory.
double productGflops(const Functions& functions, int threads, int samples = 5);

}  // namespace lw::blas
