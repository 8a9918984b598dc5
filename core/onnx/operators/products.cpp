// Products of matrices.
#include "core/onnx/operators/operators.h"

namespace lw::onnx::convert {

using graph::Node;

// alpha * op(a) op(b) + beta * c
Node gemmOf(const Conversion& c) {
  Node a = c.in(0), b = c.in(1);
  const DataType type = c.typeOf(a);
  if (c.integer("transA", 0) != 0) a = c.permute(a, {1, 0});
  if (c.integer("transB", 0) != 0) b = c.permute(b, {1, 0});
  Node made = c.call("matmul", {a, b});
  if (const double alpha = c.number("alpha", 1); alpha != 1) made = c.call("multiply", {made, c.scalar(alpha, type)});
  if (c.has(2)) {
    Node bias = c.in(2);
    if (const double beta = c.number("beta", 1); beta != 1) bias = c.call("multiply", {bias, c.scalar(beta, type)});
    made = c.call("add", {made, bias});
  }
  return made;
}
void gemm(const Conversion& c) { c.out(gemmOf(c)); }

void einsum(const Conversion& c) {
  std::string subscripts;
  for (const char letter : c.text("equation", ""))
    if (letter != ' ') subscripts += letter;
  c.out(c.call("einsum", {graph::TupleNode{c.all()}}, attrs("subscripts", subscripts)));
}

}  // namespace lw::onnx::convert
