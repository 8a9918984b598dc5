// Products of matrices.
#include "core/onnx/operators/operators.h"

namespace lw::onnx::convert {

using graph::Node;

// alpha * op(a) op(b) + beta * c
void gemm(const Conversion& c) {
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
  c.out(made);
}

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
  const std::vector<Node> operands = c.all();
  if (subscripts.find('.') != std::string::npos) {
    if (subscripts.find("->") == std::string::npos) c.refuse("an equation with ... names no result");
    subscripts = withLetters(c, subscripts, operands);
  }
  c.out(c.call("einsum", {graph::TupleNode{operands}}, attrs("subscripts", subscripts)));
}

}  // namespace lw::onnx::convert
