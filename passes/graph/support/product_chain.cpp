#include "passes/graph/support/product_chain.h"

#include <algorithm>

#include "core/graph/operators.h"
#include "core/graph/visit.h"
#include "core/ir/ndarray.h"

namespace lw {

using graph::Node;

Definitions::Definitions(const graph::Body& body) {
  const auto count = [&](const graph::Value& v) { ++reads_[v.key()]; };
  forEachRead(body, count);
  for (const graph::Block& block : body.blocks)
    for (const graph::Value& output : block.outputs) count(output);
}

void Definitions::add(const graph::Binding& binding) {
  if (binding.target && !binding.matched) made_.insert_or_assign(binding.target->key(), binding.value);
}

const graph::Call* Definitions::callOf(const Node& node) const {
  const auto* value = node.as<graph::Value>();
  if (!value) return node.as<graph::Call>();
  const auto at = made_.find(value->key());
  return at == made_.end() ? nullptr : at->second.as<graph::Call>();
}

const graph::Call* Definitions::call(const Node& node, std::string_view op) const {
  const graph::Call* made = callOf(node);
  return made && made->op && made->op->name == op ? made : nullptr;
}

bool Definitions::same(const Node& a, const Node& b, int depth) const {
  const auto* left = a.as<graph::Value>();
  const auto* right = b.as<graph::Value>();
  if (left && right && left->key() == right->key()) return true;
  if (const std::optional<double> x = number(a)) return x == number(b);
  const graph::Call* x = callOf(a);
  const graph::Call* y = callOf(b);
  if (depth == 0 || !x || !y || !x->op || x->op != y->op || !graph::isPure(Node(*x))) return false;
  if (x->args.size() != y->args.size() || x->attrs.size() != y->attrs.size()) return false;
  for (size_t i = 0; i < x->attrs.size(); ++i)
    if (x->attrs[i].name != y->attrs[i].name || !sameAttribute(x->attrs[i].value, y->attrs[i].value)) return false;
  for (size_t i = 0; i < x->args.size(); ++i) {
    if (x->args[i].has_value() != y->args[i].has_value()) return false;
    if (x->args[i] && !same(*x->args[i], *y->args[i], depth - 1)) return false;
  }
  return true;
}

std::optional<double> Definitions::number(const Node& node) const {
  const auto* constant = node.as<graph::Constant>();
  if (!constant || !constant->data || constant->data->size() != 1 || !constant->data->type.isFloat())
    return std::nullopt;
  return constant->data->getDouble(0);
}

std::optional<std::pair<Node, double>> Definitions::plusNumber(const Node& node) const {
  const graph::Call* sum = call(node, "add");
  if (!sum) return std::nullopt;
  for (const size_t i : {0, 1})
    if (const std::optional<double> n = number(*sum->args[i])) return std::pair(*sum->args[1 - i], *n);
  return std::nullopt;
}

bool Definitions::readOnce(const Node& node) const {
  const auto* value = node.as<graph::Value>();
  const auto at = value ? reads_.find(value->key()) : reads_.end();
  return !value || (at != reads_.end() && at->second == 1);
}

void Definitions::factors(const Node& node, bool down, bool isRoot, ProductChain& into) const {
  if (const std::optional<double> n = number(node)) {
    into.number = down ? into.number / *n : into.number * *n;
    return;
  }
  const bool open = isRoot || readOnce(node);
  if (const graph::Call* product = open ? call(node, "multiply") : nullptr) {
    for (const auto& arg : product->args) factors(*arg, down, false, into);
  } else if (const graph::Call* quotient = open ? call(node, "divide") : nullptr) {
    factors(*quotient->args[0], down, false, into);
    factors(*quotient->args[1], !down, false, into);
  } else if (const graph::Call* root = open ? call(node, "rsqrt") : nullptr) {
    graph::Call sqrt = *root;
    sqrt.op = graph::findOperator("sqrt");
    (down ? into.up : into.down).push_back(Node(std::move(sqrt)));
  } else {
    (down ? into.down : into.up).push_back(node);
  }
}

ProductChain Definitions::product(const Node& node) const {
  ProductChain made;
  factors(node, false, true, made);
  return made;
}

Node Definitions::unshaped(const Node& node) const {
  for (const std::string_view op : {"reshape", "expand_dims", "squeeze", "broadcast_to"})
    if (const graph::Call* around = call(node, op)) return unshaped(*around->args[0]);
  return node;
}

}  // namespace lw
