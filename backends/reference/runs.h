// Walks several arrays of one shape together, in runs as long as their strides allow.
#pragma once

#include <array>

#include "backends/reference/array.h"

namespace lw::reference {

// Calls f(addresses, strides in elements, count) for every run along the innermost dimension. Dimensions that are
// contiguous in all arrays are joined first. All arrays have the same shape.
template <size_t N, class F>
void forEachRun(const Array* const (&arrays)[N], F f) {
  struct Dim {
    int64_t extent;
    std::array<int64_t, N> strides;
  };
  std::vector<Dim> dims;
  for (size_t d = 0; d < arrays[0]->shape.size(); ++d) {
    const int64_t extent = arrays[0]->shape[d];
    if (extent == 0) return;
    if (extent == 1) continue;
    Dim dim{extent, {}};
    for (size_t k = 0; k < N; ++k) dim.strides[k] = arrays[k]->strides[d];
    bool joins = !dims.empty();
    for (size_t k = 0; joins && k < N; ++k) joins = dims.back().strides[k] == dim.strides[k] * extent;
    if (joins)
      dims.back() = {dims.back().extent * extent, dim.strides};
    else
      dims.push_back(dim);
  }
  std::byte* at[N];
  for (size_t k = 0; k < N; ++k) at[k] = arrays[k]->first();
  if (dims.empty()) dims.push_back({1, {}});
  const Dim inner = dims.back();
  dims.pop_back();
  std::vector<int64_t> index(dims.size(), 0);
  for (;;) {
    f(at, inner.strides.data(), inner.extent);
    size_t d = dims.size();
    for (;;) {
      if (d == 0) return;
      --d;
      for (size_t k = 0; k < N; ++k) at[k] += dims[d].strides[k] * arrays[k]->bytes();
      if (++index[d] < dims[d].extent) break;
      for (size_t k = 0; k < N; ++k) at[k] -= dims[d].extent * dims[d].strides[k] * arrays[k]->bytes();
      index[d] = 0;
    }
  }
}

}  // namespace lw::reference
