// Products of matrices.
#include "core/ir/ops.h"
#include "core/onnx/operators/layers.h"

namespace lw::onnx::convert {

using graph::Node;

// alpha * op(a) op(b) + beta * c
Node gemmOf(const Conversion& c) {
  Node a = c.in(0), b = c.in(1);
  const DataType type = c.typeOf(a);
  if (c.integer("transA", 0) != 0) a = c.permute(a, {1, 0});
  if (c.integer("transB", 0) != 0) b = c.permute(b, {1, 0});
  Node made = product(c, a, b);
  if (const double alpha = c.number("alpha", 1); alpha != 1) made = c.call("multiply", {made, c.scalar(alpha, type)});
  if (c.has(2)) {
    Node bias = c.in(2);
    if (const double beta = c.number("beta", 1); beta != 1) bias = c.call("multiply", {bias, c.scalar(beta, type)});
    made = c.call("add", {made, bias});
  }
  return made;
}
void gemm(const Conversion& c) { c.out(gemmOf(c)); }
void matmul(const Conversion& c) { c.out(product(c, c.in(0), c.in(1))); }

namespace {

// Dimensions without a letter, "...", get letters that the equation does not use; those of all operands end together.
std::string withLetters(const Conversion& c, const std::string& equation, const std::vector<Node>& operands) {
  constexpr std::string_view kDots = "...";
  std::string unused, made;
  for (char letter = 'A'; letter <= 'z'; letter = letter == 'Z' ? 'a' : static_cast<char>(letter + 1))
    if (equation.find(letter) == std::string::npos) unused += letter;
  size_t at = 0, operand = 0, most = 0;
  const size_t arrow = std::min(equation.find("->"), equation.size());
  while (at < equation.size()) {
    const bool isInput = at < arrow;
    const size_t end = isInput ? std::min(equation.find(',', at), arrow) : equation.size();
    std::string term = equation.substr(at, end - at);
    if (const size_t dots = term.find(kDots); dots != std::string::npos) {
      if (isInput && operand >= operands.size()) c.refuse("the equation has more terms than there are operands");
      const size_t letters = term.size() - kDots.size() - (isInput ? 0 : 2);
      const size_t rank = isInput ? static_cast<size_t>(c.rankOf(operands[operand])) : letters + most;
      if (rank < letters || rank - letters > unused.size()) c.refuse("the equation does not fit the operands");
      most = std::max(most, rank - letters);
      term.replace(dots, kDots.size(), unused.substr(unused.size() - (rank - letters)));
    }
    made += term;
    if (isInput && end < arrow) made += ',';
    ++operand;
    at = isInput && end < arrow ? end + 1 : end;
  }
  return made;
}

}  // namespace

void einsum(const Conversion& c) {
  std::string subscripts;
  for (const char letter : c.text("equation", ""))
    if (letter != ' ') subscripts += letter;
  const auto operands = c.all();
  if (subscripts.find('.') != std::string::npos) {
    if (subscripts.find("->") == std::string::npos) c.refuse("an equation with ... names no result");
    subscripts = withLetters(c, subscripts, operands);
  }
  c.out(c.call("einsum", {graph::TupleNode{operands}}, attrs("subscripts", subscripts)));
}

// Elimination with the greatest pivot of each column; a pivot of 0 leaves a determinant of 0.
void determinant(const Conversion& c) {
  constexpr int64_t kMostRows = 64;
  const Node x = c.in(0);
  const DataType type = c.typeOf(x);
  const auto shape = c.shapeOf(x);
  if (shape.size() < 2 || shape.back() != shape[shape.size() - 2]) c.refuse("its operand is no square matrix");
  const int64_t n = shape.back();
  if (n < 1 || n > kMostRows) c.refuse(say("a matrix of {0} rows is not eliminated", n));
  std::vector<int64_t> batch(shape.begin(), shape.end() - 2);
  int64_t count = 1;
  for (const int64_t s : batch) count *= s;
  const Node zero = c.scalar(0, type), one = c.scalar(1, type);
  Node rest = c.reshape(x, std::vector<int64_t>{count, n, n}), result = c.array(c.zeros(type, {count, 1, 1}));
  result = c.call("add", {result, one});
  const auto part = [&](const Node& m, int64_t axis, int64_t begin, int64_t end) {
    return c.slice(m, {axis}, {IntImm{dtype::Int64, begin}}, {IntImm{dtype::Int64, end}}, {1});
  };
  for (int64_t size = n; size > 0; --size) {
    const Node sizes = c.call("abs", {part(rest, 2, 0, 1)});
    const Node at = c.cast(c.call("argmax", {sizes}, attrs("axis", 1, "keepdims", true)), dtype::Int64);
    const Node isPivot =
        c.call("equal", {at, c.reshape(countedTo(c, IntImm{dtype::Int64, size}), std::vector<int64_t>{1, size, 1})});
    const Node pivotRow = c.reduce("sum", c.call("where", {isPivot, rest, zero}), {1}, true);
    const Node pivot = part(pivotRow, 2, 0, 1);
    const Node swapped = c.call("not_equal", {at, c.scalar(0, dtype::Int64)});
    result = c.call("multiply", {result, c.call("where", {swapped, c.call("negative", {pivot}), pivot})});
    if (size == 1) break;
    rest = part(c.call("where", {isPivot, part(rest, 1, 0, 1), rest}), 1, 1, size);
    const Node divisor = c.call("where", {c.call("equal", {pivot, zero}), one, pivot});
    const Node factors = c.call("divide", {part(rest, 2, 0, 1), divisor});
    rest = c.call("subtract", {part(rest, 2, 1, size), c.call("multiply", {factors, part(pivotRow, 2, 1, size)})});
  }
  c.out(c.reshape(result, batch));
}

}  // namespace lw::onnx::convert
