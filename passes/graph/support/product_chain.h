// Values of a block as what computes them, for passes that look for patterns.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/graph/graph.h"

namespace lw {

// The product number * up[0] * up[1] * ... / (down[0] * down[1] * ...), without its factors of one number.
struct ProductChain {
  double number = 1;
  std::vector<graph::Node> up, down;
};

class Definitions {
 public:
  explicit Definitions(const graph::Body& body);
  void add(const graph::Binding& binding);

  // The call of this operator that computes the node; nullptr: it is something else.
  const graph::Call* call(const graph::Node& node, std::string_view op) const;
  // Both have the same value: the same node, or computed by the same operators of the same nodes.
  bool same(const graph::Node& a, const graph::Node& b, int depth = 4) const;
  // The value of a constant of one element.
  std::optional<double> number(const graph::Node& node) const;
  // The summand beside a number, and the number: x + 1, 1 + x.
  std::optional<std::pair<graph::Node, double>> plusNumber(const graph::Node& node) const;
  // Multiplications and divisions, also of values that nothing else reads. Divisions by sqrt(x) and factors rsqrt(x)
  // have sqrt(x) below.
  ProductChain product(const graph::Node& node) const;
  bool readOnce(const graph::Node& node) const;
  // What `node` is with the wrappers around it taken off that only change its shape.
  graph::Node unshaped(const graph::Node& node) const;

 private:
  void factors(const graph::Node& node, bool down, bool isRoot, ProductChain& into) const;
  const graph::Call* callOf(const graph::Node& node) const;

  std::unordered_map<const graph::ValueNode*, graph::Node> made_;
  std::unordered_map<const graph::ValueNode*, int> reads_;
};

}  // namespace lw
