#include "tests/graph_kernels/kernel_cases.h"

namespace lw {

std::vector<KernelCase> elementwiseCases() {
  std::vector<KernelCase> cases;
  const std::string matrix = "x: R.Tensor((3, 4), \"float32\")", whole = "x: R.Tensor((3, 4), \"int32\")";
  for (const char* op :
       {"exp",     "sin",      "cos",         "tan",      "tanh",    "sinh",     "cosh",    "erf",
        "abs",     "negative", "square",      "sign",     "asin",    "acos",     "atan",    "asinh",
        "sigmoid", "ceil",     "floor",       "trunc",    "nn.relu", "nn.relu6", "nn.gelu", "nn.gelu_tanh",
        "nn.selu", "nn.silu",  "nn.softplus", "isfinite", "isinf",   "isnan"})
    cases.push_back({matrix, "R." + std::string(op) + "(x)", "-1..1"});
  for (const char* op : {"log", "sqrt", "rsqrt"}) cases.push_back({matrix, "R." + std::string(op) + "(x)", "0.5..2"});
  cases.push_back({matrix, "R.acosh(x)", "1.5..3"});
  cases.push_back({matrix, "R.atanh(x)", "-0.7..0.7"});
  cases.push_back({matrix, "R.nn.relu6(x)", "-9..9"});
  cases.push_back({matrix, "R.nn.leakyrelu(x, alpha=0.2)"});
  cases.push_back({matrix, "R.nn.softplus(x, beta=2.0, threshold=1.0)"});
  cases.push_back({"x: R.Tensor((6,), \"float32\")", "R.round(x)", "tenths"});  // halves too
  for (const char* op : {"abs", "negative", "square", "sign", "nn.relu", "bitwise_not", "ceil", "round", "isnan"})
    cases.push_back({whole, "R." + std::string(op) + "(x)"});
  cases.push_back({"x: R.Tensor((3, 4), \"bool\")", "R.logical_not(x)", "0..1"});
  cases.push_back({matrix, "R.clip(x, R.prim_value(-0.5), R.prim_value(0.25))"});
  cases.push_back({whole, "R.clip(x, R.prim_value(-3), R.prim_value(4))"});
  cases.push_back({matrix + ", a: R.Tensor((4,), \"float32\")", "R.nn.prelu(x, a, axis=1)"});

  const std::string two = "a: R.Tensor((2, 3, 4), \"float32\"), b: R.Tensor((3, 1), \"float32\")";
  const std::string integers = "a: R.Tensor((4, 5), \"int32\"), b: R.Tensor((5,), \"int32\")";
  for (const char* op : {"add", "subtract", "multiply", "divide", "maximum", "minimum", "atan2", "log_add_exp", "equal",
                         "not_equal", "greater", "greater_equal", "less", "less_equal"})
    cases.push_back({two, "R." + std::string(op) + "(a, b)"});
  for (const char* op : {"power", "floor_divide", "mod", "floor_mod"})
    cases.push_back({two, "R." + std::string(op) + "(a, b)", "0.5..2"});
  for (const char* op : {"floor_divide", "mod", "floor_mod"})  // signs, without a divisor 0
    cases.push_back(
        {two, "R." + std::string(op) + "(R.subtract(a, R.const(1.25, \"float32\")), R.negative(b))", "0.5..2"});
  for (const char* op : {"add", "subtract", "multiply", "maximum", "minimum", "equal", "less", "bitwise_and",
                         "bitwise_or", "bitwise_xor", "greater_equal"})
    cases.push_back({integers, "R." + std::string(op) + "(a, b)"});
  for (const char* op : {"divide", "floor_divide", "mod", "floor_mod"}) {
    cases.push_back({integers, "R." + std::string(op) + "(R.subtract(a, R.const(4, \"int32\")), b)", "1..8"});
    cases.push_back({integers, "R." + std::string(op) + "(a, R.negative(b))", "1..8"});
  }
  for (const char* op : {"left_shift", "right_shift", "power"})
    cases.push_back({integers, "R." + std::string(op) + "(a, b)", "1..4"});
  const std::string flags = "a: R.Tensor((3, 4), \"bool\"), b: R.Tensor((4,), \"bool\")";
  for (const char* op : {"logical_and", "logical_or", "logical_xor"})
    cases.push_back({flags, "R." + std::string(op) + "(a, b)", "0..1"});
  cases.push_back({two, "R.where(R.less(a, b), a, b)"});
  cases.push_back({"c: R.Tensor((4,), \"bool\"), a: R.Tensor((3, 1), \"float32\"), b: R.Tensor((3, 4), \"float32\")",
                   "R.where(c, a, b)", "0..1"});
  cases.push_back(
      {matrix + ", m: R.Tensor((3, 4), \"bool\")", "R.masked_fill(x, m, R.const(-7.0, \"float32\"))", "0..1"});
  cases.push_back(
      {"a: R.Tensor((3, 4), \"float32\"), b: R.Tensor((3, 4), \"float32\"), c: R.Tensor((3, 4), \"float32\")",
       "R.ewise_fma(a, b, c)"});
  const std::string scales = ", s: R.Tensor((4,), \"float32\"), z: R.Tensor((4,), \"int8\")";
  cases.push_back({matrix + scales, "R.quantize(x, R.add(s, R.const(2.0, \"float32\")), z, axis=1)"});
  cases.push_back({matrix, "R.quantize(x, R.const(0.01, \"float32\"), R.const(3, \"int8\"))"});  // saturates
  cases.push_back({"x: R.Tensor((3, 4), \"int8\")" + scales, "R.dequantize(x, s, z, axis=-1)"});
  cases.push_back({"x: R.Tensor((3, 4), \"uint8\")",
                   "R.dequantize(x, R.const(0.5, \"float32\"), R.const(7, \"uint8\"))", "0..200"});
  // Numbers, symbolic sizes, other types.
  cases.push_back({matrix, "R.add(R.const(2.0, \"float32\"), R.multiply(x, R.const(0.5, \"float32\")))"});
  cases.push_back({"", "R.add(R.const(2.0, \"float32\"), R.const(0.5, \"float32\"))"});
  cases.push_back({"a: R.Tensor((\"n\", 4), \"float32\"), b: R.Tensor((\"n\", 1), \"float32\")", "R.add(a, b)"});
  cases.push_back({"a: R.Tensor((\"n\", \"m\"), \"float64\"), b: R.Tensor((\"m\",), \"float64\")", "R.multiply(a, b)"});
  cases.push_back({"x: R.Tensor((), \"float32\")", "R.exp(x)"});
  cases.push_back({"x: R.Tensor((3, 4), \"float64\")", "R.nn.gelu(x)"});
  return cases;
}

}  // namespace lw
