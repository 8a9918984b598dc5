// Sums of products: matrices with batches, linear layers, outer products, and einsum.
#include <algorithm>
#include <map>

#include "passes/graph/legalize/lowering.h"

namespace lw::legalize {
namespace {

using Lowered = std::optional<Outputs>;

// A vector on the left is a row, one on the right a column; batches are broadcast.
Lowered matmul(Lowering& l) {
  if (!l.knows() || !l[0].tensor || !l[1].tensor) return std::nullopt;
  const Operand &a = l[0], &b = l[1];
  const DataType type = l.type();
  const size_t batch = l.shape().size() - (a.rank() > 1) - (b.rank() > 1);
  const IterVar k = l.reduceAxis("k", a.shape.back());
  const auto from = [&](const Operand& x, const Point& p) {  // the batch dimensions of an operand
    Point point;
    const size_t own = x.rank() > 2 ? x.rank() - 2 : 0;
    for (size_t i = 0; i < own; ++i) point.push_back(isOne(x.shape[i]) ? l.at(0) : p[batch - own + i]);
    return point;
  };
  return Outputs{l.reduce("matmul", "sum", l.shape(), {k}, [&](const Point& p) {
    Point left = from(a, p), right = from(b, p);
    if (a.rank() > 1) left.push_back(p[batch]);
    left.emplace_back(k.var);
    right.emplace_back(k.var);
    if (b.rank() > 1) right.push_back(p.back());
    return cast(type, a.at(left)) * cast(type, b.at(right));
  })};
}

// data @ weight.T + bias; a weight of one dimension gives one number.
Lowered linear(Lowering& l) {
  if (!l.knows() || !l[0].tensor || !l[1].tensor) return std::nullopt;
  const DataType type = l.type();
  const bool column = l[1].rank() == 2;
  const IterVar k = l.reduceAxis("k", l[0].shape.back());
  const Tensor product = l.reduce("T_linear", "sum", l.shape(), {k}, [&](const Point& p) {
    Point left(p.begin(), column ? p.end() - 1 : p.end()), right;
    if (column) right.push_back(p.back());
    left.emplace_back(k.var);
    right.emplace_back(k.var);
    return cast(type, l[0].at(left)) * cast(type, l[1].at(right));
  });
  if (!l.has(2)) return Outputs{product};
  return Outputs{l.compute("T_add", l.shape(),
                           [&](const Point& p) { return te::read(product, p) + cast(type, l[2].broadcastAt(p)); })};
}

Lowered outer(Lowering& l) {
  if (!l.knows()) return std::nullopt;
  return Outputs{l.compute("T_outer", l.shape(), [&](const Point& p) { return l[0].at({p[0]}) * l[1].at({p[1]}); })};
}

// Subscripts without "...": "bij,bjk->bik". Without an arrow the result has the letters that occur once, in their
// order.
Lowered einsum(Lowering& l) {
  std::string text = l.call.text("subscripts"), result;
  std::erase(text, ' ');
  if (text.find('.') != std::string::npos) return std::nullopt;
  const size_t arrow = text.find("->");
  const std::string left = text.substr(0, arrow);
  std::vector<std::string> terms(1);
  for (const char c : left)
    if (c == ',')
      terms.emplace_back();
    else
      terms.back() += c;
  std::map<char, Expr> sizes;
  if (terms.size() != l.list(0).size()) return std::nullopt;
  for (size_t t = 0; t < terms.size(); ++t) {
    const Operand& x = l.list(0)[t];
    if (terms[t].size() != x.rank()) return std::nullopt;
    for (size_t i = 0; i < x.rank(); ++i)
      if (const auto [at, fresh] = sizes.emplace(terms[t][i], x.shape[i]); !fresh) {
        const bool one = isOne(at->second), other = isOne(x.shape[i]);
        if (one != other) return std::nullopt;
        if (!one && graph::sameSize(at->second, x.shape[i]) != graph::Fit::Yes) return std::nullopt;
      }
  }
  if (arrow != std::string::npos) {
    result = text.substr(arrow + 2);
  } else {
    for (const auto& [letter, size] : sizes)
      if (std::count(left.begin(), left.end(), letter) == 1) result += letter;
  }
  Sizes shape;
  for (const char letter : result) {
    if (!sizes.contains(letter) || std::count(result.begin(), result.end(), letter) != 1) return std::nullopt;
    shape.push_back(sizes.at(letter));
  }
  std::map<char, Expr> indices;
  std::vector<IterVar> summed;
  for (const auto& [letter, size] : sizes)
    if (result.find(letter) == std::string::npos) {
      summed.push_back(l.reduceAxis(std::string(1, letter), size));
      indices.emplace(letter, summed.back().var);
    }
  const auto value = [&](const Point& p) {
    std::map<char, Expr> at = indices;
    for (size_t i = 0; i < result.size(); ++i) at.emplace(result[i], p[i]);
    std::optional<Expr> product;
    for (size_t t = 0; t < terms.size(); ++t) {
      Point point;
      for (const char letter : terms[t]) point.push_back(at.at(letter));
      const Expr element = l.list(0)[t].at(point);
      product = product ? *product * element : element;
    }
    return *product;
  };
  if (summed.empty()) return Outputs{l.compute("T_einsum", shape, value)};
  return Outputs{l.reduce("T_einsum", "sum", shape, summed, value)};
}

}  // namespace

std::vector<Entry> productEntries() {
  return {{"matmul", matmul}, {"linear", linear}, {"outer", outer}, {"einsum", einsum}};
}

}  // namespace lw::legalize
