#include "core/te/tensor.h"

#include <algorithm>
#include <functional>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"

namespace lw::te {

std::vector<Tensor> outputsOf(const std::shared_ptr<const Operation>& op) {
  std::vector<Tensor> all;
  for (size_t i = 0; i < op->outputs.size(); ++i) all.push_back({op, static_cast<int>(i)});
  return all;
}

std::vector<std::shared_ptr<const Operation>> operationsFor(const std::vector<Tensor>& roots) {
  std::vector<std::shared_ptr<const Operation>> order;
  std::vector<std::pair<std::shared_ptr<const Operation>, size_t>> path;  // with the index of the next input to visit
  const auto seen = [&](const std::shared_ptr<const Operation>& op) {
    return std::find(order.begin(), order.end(), op) != order.end();
  };
  for (const Tensor& root : roots) {
    if (!seen(root.op)) path.emplace_back(root.op, 0);
    while (!path.empty()) {
      auto& [op, next] = path.back();
      if (next < op->inputs.size()) {
        const auto input = op->inputs[next++].op;
        if (!seen(input)) path.emplace_back(input, 0);
        continue;
      }
      const auto done = op;
      path.pop_back();
      if (!seen(done)) order.push_back(done);
    }
  }
  return order;
}

std::optional<std::vector<Expr>> broadcastShape(const std::vector<Expr>& a, const std::vector<Expr>& b) {
  const size_t rank = std::max(a.size(), b.size());
  std::vector<Expr> shape;
  for (size_t i = 0; i < rank; ++i) {
    const bool inA = i + a.size() >= rank, inB = i + b.size() >= rank;
    if (!inA || !inB) {
      shape.push_back(inA ? a[i + a.size() - rank] : b[i + b.size() - rank]);
      continue;
    }
    const Expr &x = a[i + a.size() - rank], &y = b[i + b.size() - rank];
    if (isOne(x))
      shape.push_back(y);
    else if (isOne(y) || Analyzer().canProveEqual(x, y))
      shape.push_back(x);
    else
      return std::nullopt;
  }
  return shape;
}

Expr broadcastRead(const Tensor& tensor, const std::vector<Expr>& shape, const std::vector<Expr>& point) {
  const std::vector<Expr>& own = tensor.buffer()->shape;
  std::vector<Expr> indices;
  for (size_t i = 0; i < own.size(); ++i) {
    const size_t axis = i + point.size() - own.size();
    indices.push_back(isOne(own[i]) && !isOne(shape[axis]) ? makeConst(own[i].dtype(), 0) : point[axis]);
  }
  return BufferLoad{tensor.buffer(), std::move(indices)};
}

}  // namespace lw::te
