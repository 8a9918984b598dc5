// Calls of operators whose results have sizes that depend on data, or on an index map.
#include "tests/graph_kernels/kernel_cases.h"

namespace lw {

std::vector<KernelCase> countedCases() {
  const std::string whole = "x: R.Tensor((3, 7), \"int32\")", real = "x: R.Tensor((9,), \"float32\")";
  const std::string symbolic = "x: R.Tensor((\"n\", 4, \"m\"), \"int64\")";
  std::vector<KernelCase> cases;
  for (const std::string& flags :
       {std::string(), std::string(", return_index=True"), std::string(", return_inverse=True"),
        std::string(", return_counts=True"), std::string(", sorted=False, return_index=True, return_counts=True"),
        std::string(", return_index=True, return_inverse=True, return_counts=True, axis=None")}) {
    cases.push_back({whole, "R.unique(x" + flags + ")", "0..4"});
    cases.push_back({real, "R.unique(x" + flags + ")"});
    cases.push_back({symbolic, "R.unique(x" + flags + ")", "-3..3"});
  }
  cases.push_back({"x: R.Tensor((20,), \"int8\")", "R.unique(x, axis=0)", "-9..9"});
  cases.push_back({"x: R.Tensor((4, 5), \"bool\")", "R.unique(x, return_counts=True)"});
  cases.push_back({"x: R.Tensor((), \"int32\")", "R.unique(x)"});
  cases.push_back({real, "R.unique(R.divide(x, x), return_counts=True)", "0..1"});  // 0 / 0 is NaN
  cases.push_back({"x: R.Tensor((0, 3), \"int32\")", "R.unique(x, return_counts=True)"});
  // What follows takes a size that only the run knows.
  cases.push_back({whole, "R.multiply(R.add(R.unique(x), R.const(3, \"int32\")), R.const(2, \"int32\"))", "0..4"});
  cases.push_back({whole, "R.sum(R.astype(R.unique(x), \"float32\"))", "0..4"});
  cases.push_back({whole, "R.concat((R.unique(x), R.unique(R.add(x, x))), axis=0)", "0..4"});
  cases.push_back({whole, "R.unique(R.take(x, R.unique(R.const([2, 0, 2], \"int32\")), axis=0))", "0..9"});

  cases.push_back({"x: R.Tensor((11,), \"int32\")", "R.nonzero(x)", "0..2"});
  cases.push_back({whole, "R.nonzero(x)", "-1..1"});
  cases.push_back({symbolic, "R.nonzero(x)", "0..1"});
  cases.push_back({"x: R.Tensor((2, 3, 4), \"float32\")", "R.nonzero(R.greater(x, R.const(0.5, \"float32\")))"});
  cases.push_back({"x: R.Tensor((4,), \"float32\")", "R.nonzero(R.multiply(x, R.const(0.0, \"float32\")))"});
  cases.push_back({"x: R.Tensor((2, 0), \"float32\")", "R.nonzero(x)"});
  cases.push_back({whole, "R.permute_dims(R.nonzero(x))", "0..1"});

  // An operator gives the ends, so that they are not known before.
  const auto ends = [](const std::string& begin, const std::string& end, const std::string& step) {
    const auto computed = [](const std::string& of) { return "R.negative(R.const(" + of + ", \"int64\"))"; };
    return "R.dynamic_strided_slice(x, " + computed(begin) + ", " + computed(end) + ", " + computed(step) + ")";
  };
  cases.push_back({"x: R.Tensor((9, 8), \"float32\")", ends("[-1, 2]", "[-8, 9]", "[-2, 3]")});
  cases.push_back({"x: R.Tensor((9, 8), \"float32\")", ends("[100, 0]", "[-100, 3]", "[-4, -1]")});
  cases.push_back({"x: R.Tensor((9,), \"int32\")", ends("[-5]", "[-3]", "[-1]")});
  cases.push_back({"x: R.Tensor((9,), \"int32\")", ends("[-3]", "[-5]", "[0]")});
  cases.push_back({"x: R.Tensor((9,), \"int32\")", ends("[-3]", "[5]", "[2]")});
  cases.push_back({"x: R.Tensor((\"n\", \"m\"), \"float32\")", ends("[0, -1]", "[-2, -9]", "[-1, -2]")});
  cases.push_back({"x: R.Tensor((9, 8), \"float32\")", "R.exp(" + ends("[-1, 2]", "[-8, 9]", "[-2, 3]") + ")"});
  cases.push_back({"x: R.Tensor((6, 5), \"float32\"), i: R.Tensor((2,), \"int32\")",
                   "R.dynamic_strided_slice(x, i, R.add(i, R.const([3, 2], \"int32\")), R.const([1, 1], \"int32\"))",
                   "i=-7..7"});
  const std::string plane = "x: R.Tensor((8, 6), \"float32\")", line = "x: R.Tensor((10,), \"int32\")";
  cases.push_back({plane, "R.layout_transform(x, index_map=lambda i, j: (j, i))"});
  cases.push_back({plane, "R.layout_transform(x, index_map=lambda i, j: (i // 4, j // 3, i % 4, j % 3))"});
  cases.push_back({plane, "R.layout_transform(x, index_map=T.index_map(lambda i, j: (i * 6 + j,)))"});
  cases.push_back({plane, "R.exp(R.layout_transform(x, index_map=lambda i, j: (i, j // 4, j % 4), pad_value=1.5))"});
  cases.push_back({line, "R.layout_transform(x, index_map=lambda i: (i // 4, i % 4), pad_value=7)"});
  cases.push_back({line, "R.layout_transform(x, index_map=lambda i: (T.floordiv(i, 4), T.floormod(i, 4)))"});
  return cases;
}

}  // namespace lw
