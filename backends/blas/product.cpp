#include "backends/blas/product.h"

#include <algorithm>
#include <chrono>

namespace lw::blas {

double productGflops(const Functions& f, int threads, int samples) {
  constexpr int n = kProductSize;
  constexpr size_t kElements = size_t{n} * n;
  const std::vector<float> a(kElements, 0.5f), b(kElements, 0.25f);
  std::vector<float> c(kElements, 0);
  f.setThreads(threads);
  double best = 1e30;
  for (int i = 0; i <= samples; ++i) {  // the first is cold
    const auto start = std::chrono::steady_clock::now();
    f.sgemm(kRowMajor, kNoTrans, kNoTrans, n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(), n);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    best = std::min(best, spent.count());
  }
  return 2.0 * n * n * n / best * 1e-9;
}

}  // namespace lw::blas
