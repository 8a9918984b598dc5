// Windows of convolutions and pools, and of the gradients of pools.
#pragma once

#include "passes/graph/legalize/lowering.h"

namespace lw::legalize {

// Where the batch, the channels (or filters and channels of a kernel) and the dimensions of space are.
struct Layout {
  size_t first = 0, second = 0;
  std::vector<size_t> space;
};
std::optional<Layout> layoutOf(const std::string& text, const char* firstTwo, size_t dimensions);

struct Strides {
  std::vector<int64_t> strides, padding, dilation;
  size_t dimensions() const { return strides.size(); }
  int64_t before(size_t d) const { return padding[d]; }
  int64_t after(size_t d) const { return padding[d + strides.size()]; }
};
std::optional<Strides> stridesOf(const Lowering& l);

struct Pool {
  Strides w;
  std::vector<int64_t> sizes;
  Layout layout;
};
std::optional<Pool> poolOf(const Lowering& l, size_t data = 0);  // the place of the data among the operands

// The place in the data with its border that the tap `inner` of the window `at` meets.
Expr windowStart(Lowering& l, const Expr& at, const Strides& w, size_t d, const Expr& inner);

}  // namespace lw::legalize
