// Calls of operators that sort, scan, or look for elements.
#include "tests/graph_kernels/kernel_cases.h"

namespace lw {

std::vector<KernelCase> searchCases() {
  const std::string matrix = "x: R.Tensor((3, 4), \"float32\")", box = "x: R.Tensor((2, 3, 4), \"float32\")";
  const std::string symbolic = "x: R.Tensor((\"n\", 4, \"m\"), \"float32\")";
  std::vector<KernelCase> cases;
  for (const char* how : {"x", "x, axis=0", "x, axis=0, descending=True"}) {
    cases.push_back({matrix, "R.sort(" + std::string(how) + ")"});
    cases.push_back({"x: R.Tensor((5, 6), \"int32\")", "R.argsort(" + std::string(how) + ", dtype=\"int64\")", "0..4"});
  }
  for (const int size : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 65}) {
    const std::string shape = "((2, " + std::to_string(size) + "), ";
    cases.push_back({"x: R.Tensor" + shape + "\"int64\")", "R.sort(x, axis=-1)", "0..9"});
    cases.push_back({"x: R.Tensor" + shape + "\"int32\")", "R.argsort(x, axis=1, descending=True)", "0..9"});
  }
  cases.push_back({symbolic, "R.sort(x, axis=-1)"});
  cases.push_back({symbolic, "R.argsort(x, axis=-3)"});
  cases.push_back({symbolic, "R.sort(x, axis=1, descending=True)"});
  cases.push_back({"x: R.Tensor((1000,), \"int8\")", "R.sort(x)", "-9..9"});
  cases.push_back({"x: R.Tensor((9,), \"float64\")", "R.sort(x)"});
  cases.push_back({"x: R.Tensor((0, 3), \"float32\")", "R.sort(x, axis=0)"});
  // 0 / 0 is NaN.
  cases.push_back({"x: R.Tensor((9,), \"float32\")", "R.sort(R.divide(x, x))", "0..1"});
  cases.push_back({"x: R.Tensor((3, 6), \"float32\")", "R.topk(x, k=2, axis=-1)"});
  cases.push_back(
      {"x: R.Tensor((5, 2), \"int32\")", "R.topk(x, k=3, axis=0, ret_type=\"indices\", largest=False)", "0..4"});
  cases.push_back({"x: R.Tensor((4,), \"float32\")", "R.topk(x, k=-1, ret_type=\"values\")"});
  for (const char* op : {"cumsum", "cumprod"}) {
    const std::string name = "R." + std::string(op);
    cases.push_back({matrix, name + "(x, axis=1)"});
    cases.push_back({matrix, name + "(x, axis=0, exclusive=True)"});
    cases.push_back({box, name + "(x, axis=-2)"});
    cases.push_back({box, name + "(x)"});
    cases.push_back({symbolic, name + "(x, axis=2)"});
    cases.push_back({"x: R.Tensor((2, 3), \"int32\")", name + "(x, dtype=\"int64\", exclusive=True)", "-2..2"});
    cases.push_back({"x: R.Tensor((7,), \"int32\")", name + "(x, dtype=\"int64\")", "-2..2"});
    cases.push_back({"x: R.Tensor((0,), \"int32\")", name + "(x)"});
  }
  for (const char* how :
       {"", ", axis=1", ", axis=-1, keepdims=True", ", axis=[0, 2]", ", keepdims=True", ", axis=[-3]"})
    for (const char* type : {"float32", "int32"})
      cases.push_back(
          {"x: R.Tensor((2, 5, 4), \"" + std::string(type) + "\")", "R.median(x" + std::string(how) + ")", "-9..9"});
  cases.push_back({symbolic, "R.median(x, axis=0)"});
  for (const char* how : {"", ", right=True", ", out_int32=True"}) {
    cases.push_back({"x: R.Tensor((3, 5), \"float32\"), b: R.Tensor((4,), \"float32\")",
                     "R.bucketize(x, R.sort(b)" + std::string(how) + ")"});
    cases.push_back({"x: R.Tensor((20,), \"int32\"), b: R.Tensor((\"m\",), \"int32\")",
                     "R.bucketize(x, R.sort(b)" + std::string(how) + ")", "0..9"});
  }
  cases.push_back({"x: R.Tensor((), \"int64\")", "R.bucketize(x, R.const([1.5, 2.5, 4.0], \"float32\"))", "0..5"});
  return cases;
}

}  // namespace lw
