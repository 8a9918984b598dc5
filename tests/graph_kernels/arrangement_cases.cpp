#include "tests/graph_kernels/kernel_cases.h"

namespace lw {

std::vector<KernelCase> arrangementCases() {
  const std::string box = "x: R.Tensor((2, 3, 4), \"float32\")", matrix = "x: R.Tensor((3, 4), \"float32\")";
  const std::string symbolic = "x: R.Tensor((\"n\", 4, \"m\"), \"float32\")";
  std::vector<KernelCase> cases = {
      {box, "R.reshape(x, R.shape([4, 6]))"},
      {box, "R.reshape(x, R.shape([2, -1]))"},
      {box, "R.reshape(x, R.shape([2, 3, 2, 2]))"},
      {box, "R.reshape(x, R.shape([24]))"},
      {symbolic, "R.reshape(x, R.shape([n, 4 * m]))"},
      {symbolic, "R.reshape(x, R.shape([n * 4, m]))"},
      {box, "R.flatten(x)"},
      {box, "R.nn.batch_flatten(x)"},
      {box, "R.permute_dims(x)"},
      {box, "R.permute_dims(x, axes=[0, 2, 1])"},
      {symbolic, "R.permute_dims(x, axes=[-1, 0, 1])"},
      {box, "R.expand_dims(x, axis=[0, 3])"},
      {box, "R.expand_dims(x, axis=-1)"},
      {"x: R.Tensor((1, 3, 1, 4), \"float32\")", "R.squeeze(x)"},
      {"x: R.Tensor((1, 3, 1, 4), \"float32\")", "R.squeeze(x, axis=[2])"},
      {"x: R.Tensor((3, 1), \"float32\")", "R.broadcast_to(x, R.shape([2, 3, 4]))"},
      {"a: R.Tensor((2, 3), \"float32\"), b: R.Tensor((2, 1), \"float32\"), c: R.Tensor((2, 2), \"float32\")",
       "R.concat((a, b, c), axis=1)"},
      {"a: R.Tensor((\"n\", 3), \"float32\"), b: R.Tensor((\"m\", 3), \"float32\")", "R.concat((a, b), axis=0)"},
      {"a: R.Tensor((2, 3), \"int32\"), b: R.Tensor((2, 3), \"int32\")", "R.stack((a, b), axis=1)"},
      {"a: R.Tensor((2, 3), \"int32\"), b: R.Tensor((2, 3), \"int32\")", "R.stack((a, b), axis=-1)"},
      {"x: R.Tensor((2, 9), \"float32\")", "R.split(x, indices_or_sections=3, axis=1)"},
      {"x: R.Tensor((7, 2), \"float32\")", "R.split(x, indices_or_sections=[2, 3], axis=0)"},
      {"x: R.Tensor((7, 2), \"float32\")", "R.split(x, indices_or_sections=1, axis=0)"},
      {"x: R.Tensor((4, 3), \"float32\")", "R.concat(R.split(x, indices_or_sections=2, axis=0), axis=1)"},
      {matrix, "R.repeat(x, repeats=2, axis=1)"},
      {matrix, "R.tile(x, repeats=[2, 1, 3])"},
      {matrix, "R.flip(x, axis=1)"},
      {matrix, "R.nn.pad(x, pad_width=[1, 2, 0, 1])"},
      {matrix, "R.nn.pad(x, pad_width=[0, 1, 2, 0], pad_value=1.5)"},
      {matrix, "R.nn.pad(x, pad_width=[1, 2, 3, 1], pad_mode=\"reflect\")"},
      {matrix, "R.nn.pad(x, pad_width=[1, 2, 3, 1], pad_mode=\"replicate\")"},
      {matrix, "R.nn.pad(x, pad_width=[1, 2, 3, 1], pad_mode=\"circular\")"},
      {"x: R.Tensor((9, 8), \"float32\")", "R.strided_slice(x, axes=[0, 1], begin=[1, 0], end=[8, 7], strides=[2, 3])"},
      {"x: R.Tensor((9, 8), \"float32\")", "R.strided_slice(x, axes=[-1], begin=[-2], end=[-100], strides=[-2])"},
      {"x: R.Tensor((5, 3), \"float32\"), i: R.Tensor((2, 2), \"int64\")", "R.take(x, i, axis=0)", "i=0..4"},
      {"x: R.Tensor((5, 3), \"float32\"), i: R.Tensor((4,), \"int32\")", "R.take(x, i, axis=1, mode=\"clip\")",
       "i=-2..6"},
      {"x: R.Tensor((5, 3), \"float32\"), i: R.Tensor((4,), \"int32\")", "R.take(x, i, axis=0, mode=\"wrap\")",
       "i=-7..9"},
      {"x: R.Tensor((6,), \"float32\"), i: R.Tensor((2, 3), \"int64\")", "R.take(x, i)", "i=0..5"},
      {"x: R.Tensor((\"n\", 4), \"float32\"), i: R.Tensor((\"m\",), \"int64\")", "R.take(x, i, axis=0)", "i=0..2"},
      {"x: R.Tensor((3, 4), \"float32\"), i: R.Tensor((3, 4), \"int64\")", "R.gather_elements(x, i, axis=1)",
       "i=-4..3"},
      {"x: R.Tensor((3, 4, 2), \"float32\"), i: R.Tensor((5, 2), \"int64\")", "R.gather_nd(x, i)", "i=0..2"},
      {"x: R.Tensor((3, 4, 2), \"float32\"), i: R.Tensor((3, 5, 1), \"int64\")", "R.gather_nd(x, i, batch_dims=1)",
       "i=0..3"},
      {"i: R.Tensor((3, 2), \"int64\")", "R.one_hot(i, R.prim_value(1.0), R.prim_value(-1.0), depth=5)", "i=0..4"},
      {"i: R.Tensor((3, 2), \"int32\")", "R.one_hot(i, R.prim_value(7), R.prim_value(2), depth=4, axis=0)", "i=0..3"},
      {"x: R.Tensor((), \"float32\")", "R.full(R.shape([2, 3]), x, dtype=\"float32\")"},
      {"", "R.full((2, 3), R.const(3, \"int32\"), dtype=\"int32\")"},
      {"x: R.Tensor((\"n\", 2), \"float32\")", "R.add(x, R.zeros(R.shape([n, 2]), dtype=\"float32\"))"},
      {"x: R.Tensor((\"n\", 2), \"float32\")", "R.ones(R.shape([n * 2, n]), dtype=\"float32\")"},
      {matrix, "R.full_like(x, R.const(2.5, \"float32\"))"},
      {matrix, "R.ones_like(x)"},
      {matrix, "R.zeros_like(x, dtype=\"int32\")"},
      {"", "R.ones((3,), dtype=\"int64\")"},
      {"", "R.arange(R.prim_value(7), dtype=\"int64\")"},
      {"", "R.arange(R.prim_value(2), R.prim_value(11), R.prim_value(3), dtype=\"float32\")"},
      {"", "R.arange(R.prim_value(9), R.prim_value(1), R.prim_value(-2), dtype=\"int32\")"},
      {"", "R.eye(R.prim_value(3), R.prim_value(4), R.prim_value(1), dtype=\"float32\")"},
      {"x: R.Tensor((2, 4, 5), \"float32\")", "R.tril(x)"},
      {"x: R.Tensor((4, 5), \"float32\")", "R.tril(x, R.prim_value(-1))"},
      {"x: R.Tensor((4, 5), \"float32\")", "R.triu(x, R.prim_value(1))"},
      {matrix, "R.astype(x, dtype=\"int32\")", "-9..9"},
      {matrix, "R.astype(x, dtype=\"bool\")", "-1..1"},
      {matrix, "R.memory.view(x, dtype=R.dtype(\"int32\"))"},
      {"x: R.Tensor((3, 4), \"float16\")", "R.memory.view(x, dtype=R.dtype(\"uint16\"))"},
      {"x: R.Tensor((2, 3, 4), \"float32\"), y: R.Tensor((3, 1), \"float32\")", "R.collapse_sum_like(x, y)"},
      {box, "R.collapse_sum_to(x, R.shape([1, 3, 1]))"},
      {box, "R.collapse_sum_to(x, R.shape([2, 3, 4]))"},
      {"a: R.Tensor((2,), \"float32\"), b: R.Tensor((3,), \"float32\"), c: R.Tensor((4,), \"float32\")",
       "R.meshgrid((a, b, c))"},
      {"a: R.Tensor((2,), \"float32\"), b: R.Tensor((3,), \"float32\")", "R.meshgrid((a, b), indexing=\"xy\")"},
      {"x: R.Tensor((5, 6), \"float32\"), y: R.Tensor((5, 2), \"float32\")",
       "R.slice_scatter(x, y, R.prim_value(1), R.prim_value(5), R.prim_value(2), axis=1)"},
      {"x: R.Tensor((2, 8, 3, 2), \"float32\")", "R.nn.pixel_shuffle(x, upscale_factor=2)"},
      {"x: R.Tensor((3, 4), \"int64\")", "R.astype(x, dtype=\"float32\")"},
      {"x: R.Tensor((3, 4), \"int32\")", "R.astype(x, dtype=\"bool\")", "0..2"},
  };
  for (const char* op : {"sum", "mean", "max", "min", "prod", "variance", "std"})
    for (const char* how : {"", ", axis=[1]", ", axis=[0, -1], keepdims=True", ", axis=-2", ", keepdims=True"})
      cases.push_back({box, "R." + std::string(op) + "(x" + how + ")"});
  for (const char* op : {"sum", "mean", "max", "prod"})
    cases.push_back({"x: R.Tensor((3, 4), \"int32\")", "R." + std::string(op) + "(x, axis=1)", "-3..3"});
  // Nothing is greater than minus infinity, or less than infinity.
  cases.push_back({box, "R.max(R.log(R.subtract(x, x)), axis=1)"});
  cases.push_back({box, "R.min(R.negative(R.log(R.subtract(x, x))), axis=1)"});
  cases.push_back({symbolic, "R.sum(x, axis=[0, 2])"});
  cases.push_back({symbolic, "R.mean(x, axis=[0])"});
  for (const char* op : {"argmax", "argmin"})
    for (const char* how : {"", ", axis=1", ", axis=-1, keepdims=True", ", keepdims=True"}) {
      cases.push_back({box, "R." + std::string(op) + "(x" + how + ")"});
      cases.push_back(
          {"x: R.Tensor((3, 4), \"int32\")", "R." + std::string(op) + "(x" + how + ")", "0..2"});  // equal ones
    }
  for (const char* how : {"update", "add", "mul", "min", "max"}) {
    const std::string by = ", reduction=\"" + std::string(how) + "\")";
    cases.push_back(
        {"x: R.Tensor((4, 5), \"float32\"), i: R.Tensor((3, 5), \"int64\"), u: R.Tensor((3, 5), \"float32\")",
         "R.scatter_elements(x, i, u, axis=0" + by, "i=-4..3"});
    cases.push_back(
        {"x: R.Tensor((4, 5), \"float32\"), i: R.Tensor((2, 3), \"int32\"), u: R.Tensor((2, 3), \"float32\")",
         "R.scatter_elements(x, i, u, axis=1" + by, "i=0..4"});
  }
  return cases;
}

}  // namespace lw
