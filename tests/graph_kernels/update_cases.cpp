// Calls of operators that read or change the elements that indices name.
#include "tests/graph_kernels/kernel_cases.h"

namespace lw {

std::vector<KernelCase> updateCases() {
  std::vector<KernelCase> cases;
  for (const char* how : {"update", "add", "mul", "min", "max"}) {
    const std::string by = ", reduction=\"" + std::string(how) + "\")";
    for (const char* type : {"float32", "int32"}) {
      const std::string of = ", \"" + std::string(type) + "\")";
      // Indices outside change nothing.
      cases.push_back({"x: R.Tensor((9,)" + of + ", i: R.Tensor((5, 1), \"int64\"), u: R.Tensor((5,)" + of,
                       "R.scatter_nd(x, i, u" + by, "i=-11..10"});
      cases.push_back({"x: R.Tensor((4, 3, 2)" + of + ", i: R.Tensor((2, 5, 2), \"int32\"), u: R.Tensor((2, 5, 2)" + of,
                       "R.scatter_nd(x, i, u" + by, "i=0..2"});
    }
    cases.push_back(
        {"x: R.Tensor((\"n\", 4), \"float32\"), i: R.Tensor((\"m\", 1), \"int64\"), u: R.Tensor((\"m\", 4), "
         "\"float32\")",
         "R.scatter_nd(x, i, u" + by, "i=-3..2"});
  }
  for (const char* how : {"", ", accumulate=True"}) {
    const std::string end = std::string(how) + ")";
    cases.push_back(
        {"x: R.Tensor((3, 4), \"float32\"), i: R.Tensor((5,), \"int64\"), j: R.Tensor((5,), \"int64\"), v: "
         "R.Tensor((5,), \"float32\")",
         "R.index_put(x, (i, R.take(i, j, axis=0, mode=\"clip\")), v" + end, "i=-3..2"});
    cases.push_back(
        {"x: R.Tensor((4, 3, 2), \"float32\"), i: R.Tensor((3, 1), \"int32\"), v: R.Tensor((2,), \"float32\")",
         "R.index_put(x, (i,), v" + end, "i=0..3"});
    cases.push_back({"x: R.Tensor((6,), \"int64\"), i: R.Tensor((2, 3), \"int64\"), v: R.Tensor((2, 3), \"int64\")",
                     "R.index_put(x, i, v" + end, "i=-6..5"});
  }
  cases.push_back({"x: R.Tensor((3, 4, 5), \"float32\"), i: R.Tensor((2, 1), \"int64\")",
                   "R.index_tensor(x, (i, R.const([0, -1, 2], \"int64\")))", "i=-3..2"});
  cases.push_back(
      {"x: R.Tensor((3, \"n\"), \"int32\"), i: R.Tensor((\"m\",), \"int32\")", "R.index_tensor(x, (i,))", "i=0..2"});
  cases.push_back(
      {"g: R.Tensor((2, 4, 5), \"float32\"), x: R.Tensor((2, 3, 5), \"float32\"), i: R.Tensor((4,), \"int64\")",
       "R.grad.take_backward(g, x, i, axis=1)", "i=-1..4"});
  cases.push_back(
      {"g: R.Tensor((2, 5, 2, 2), \"float32\"), x: R.Tensor((2, 5, 3), \"float32\"), i: R.Tensor((2, 2), "
       "\"int32\")",
       "R.grad.take_backward(g, x, i, axis=-1)", "i=0..2"});
  cases.push_back({"g: R.Tensor((7,), \"float64\"), x: R.Tensor((3,), \"float64\"), i: R.Tensor((7,), \"int64\")",
                   "R.grad.take_backward(g, x, i)", "i=0..2"});
  cases.push_back(
      {"x: R.Tensor((3, 5, 2), \"float32\"), l: R.Tensor((3,), \"int64\")", "R.reverse_sequence(x, l)", "l=0..6"});
  cases.push_back({"x: R.Tensor((4, 3), \"int32\"), l: R.Tensor((3,), \"int32\")",
                   "R.reverse_sequence(x, l, seq_axis=0, batch_axis=-1)", "l=0..4"});
  cases.push_back({"p: R.Tensor((3, 7), \"float32\"), u: R.Tensor((5, 1), \"float32\"), i: R.Tensor((5, 1), \"int64\")",
                   "R.multinomial_from_uniform(R.nn.softmax(p), R.sigmoid(u), i)", "i=0..2"});
  cases.push_back(
      {"p: R.Tensor((2, 1), \"float32\"), u: R.Tensor((\"n\", 1), \"float32\"), i: R.Tensor((\"n\", 1), "
       "\"int32\")",
       "R.multinomial_from_uniform(R.nn.softmax(p), R.sigmoid(u), i, dtype=\"int32\")", "i=0..1"});
  for (const char* k : {"", ", R.prim_value(1)", ", R.prim_value(-2)", ", R.prim_value(0), dtype=\"int32\""})
    cases.push_back({"x: R.Tensor((3, 5), \"float32\")", "R.eye_like(x" + std::string(k) + ")"});
  for (const char* window : {"10", "7", "1"})
    for (const char* periodic : {"0", "1"})
      cases.push_back({"", "R.hamming_window(R.prim_value(" + std::string(window) + "), R.prim_value(" + periodic +
                               "), R.prim_value(0.54), R.prim_value(0.46), dtype=\"float32\")"});
  cases.push_back({"x: R.Tensor((3, \"n\", 2), \"float32\")", "R.size(x)"});
  cases.push_back({"x: R.Tensor((3, \"n\"), \"float32\")", "R.shape_to_tensor(R.shape([n, 3, n * 2]))"});
  return cases;
}

}  // namespace lw
