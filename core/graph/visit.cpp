#include "core/graph/visit.h"

#include "core/graph/operators.h"

namespace lw::graph {

void forEachOperand(const Node& node, const std::function<void(const Node&)>& visit) {
  std::visit(Overloaded{[&](const TupleNode& t) {
                          for (const Node& field : t.fields) visit(field);
                        },
                        [&](const TupleItem& t) { visit(t.tuple); },
                        [&](const Call& c) {
                          if (c.callee) visit(*c.callee);
                          for (const std::optional<Node>& arg : c.args)
                            if (arg) visit(*arg);
                        },
                        [&](const Branch& b) { visit(b.condition); }, [](const auto&) {}},
             node.data().kind);
}

namespace {

// The bodies inside a node.
void forEachBody(const Node& node, const std::function<void(const Body&)>& visit) {
  if (const auto* branch = node.as<Branch>()) {
    visit(branch->whenTrue);
    visit(branch->whenFalse);
  } else if (const auto* closure = node.as<Closure>()) {
    visit(closure->function->body);
  } else {
    forEachOperand(node, [&](const Node& operand) { forEachBody(operand, visit); });
  }
}

}  // namespace

void forEachShapeValue(const StructInfo& info, const std::function<void(const Value&)>& visit) {
  if (const auto* tensor = info.as<TensorInfo>()) {
    if (tensor->shape) visit(Value(tensor->shape));
  } else if (const auto* tuple = info.as<TupleInfo>()) {
    for (const StructInfo& field : tuple->fields) forEachShapeValue(field, visit);
  }
}

void forEachBinding(const Body& body, const std::function<void(const Binding&)>& visit) {
  for (const Block& block : body.blocks)
    for (const Binding& binding : block.bindings) {
      forEachBody(binding.value, [&](const Body& inner) { forEachBinding(inner, visit); });
      visit(binding);
    }
}

void forEachRead(const Node& node, const std::function<void(const Value&)>& visit) {
  if (const auto* value = node.as<Value>()) return visit(*value);
  forEachOperand(node, [&](const Node& operand) { forEachRead(operand, visit); });
  if (const auto* branch = node.as<Branch>()) {
    forEachRead(branch->whenTrue, visit);
    forEachRead(branch->whenFalse, visit);
  } else if (const auto* closure = node.as<Closure>()) {
    forEachRead(closure->function->body, visit);
  }
}

void forEachRead(const Body& body, const std::function<void(const Value&)>& visit) {
  for (const Block& block : body.blocks)
    for (const Binding& binding : block.bindings) forEachRead(binding.value, visit);
  if (body.result) forEachRead(*body.result, visit);
}

namespace {

bool readsAny(const Node& node, const Replacements& by) {
  bool found = false;
  forEachRead(node, [&](const Value& v) { found = found || by.contains(v.key()); });
  return found;
}

}  // namespace

Node replaceValues(const Node& node, const Replacements& by) {
  if (const auto* value = node.as<Value>()) {
    const auto found = by.find(value->key());
    return found == by.end() ? node : found->second;
  }
  if (!readsAny(node, by)) return node;
  if (const auto* tuple = node.as<TupleNode>()) {
    TupleNode copy;
    for (const Node& field : tuple->fields) copy.fields.push_back(replaceValues(field, by));
    return copy;
  }
  if (const auto* item = node.as<TupleItem>()) return TupleItem{replaceValues(item->tuple, by), item->index};
  if (const auto* call = node.as<Call>()) {
    Call copy = *call;
    if (copy.callee) copy.callee = replaceValues(*copy.callee, by);
    for (std::optional<Node>& arg : copy.args)
      if (arg) arg = replaceValues(*arg, by);
    return copy;
  }
  if (const auto* branch = node.as<Branch>())
    return Branch{replaceValues(branch->condition, by), replaceValues(branch->whenTrue, by),
                  replaceValues(branch->whenFalse, by)};
  if (const auto* closure = node.as<Closure>()) {
    Function copy = *closure->function;
    copy.body = replaceValues(copy.body, by);
    return Closure{std::make_shared<const Function>(std::move(copy))};
  }
  return node;
}

Body replaceValues(const Body& body, const Replacements& by) {
  Body copy = body;
  for (Block& block : copy.blocks)
    for (Binding& binding : block.bindings) binding.value = replaceValues(binding.value, by);
  if (copy.result) copy.result = replaceValues(*copy.result, by);
  return copy;
}

bool isPure(const Node& node) {
  if (const auto* call = node.as<Call>())
    if (!call->op || hasEffects(*call->op)) return false;
  bool pure = true;
  forEachOperand(node, [&](const Node& operand) { pure = pure && isPure(operand); });
  if (const auto* branch = node.as<Branch>())
    for (const Body* body : {&branch->whenTrue, &branch->whenFalse})
      forEachBinding(*body, [&](const Binding& b) { pure = pure && !b.matched && isPure(b.value); });
  return pure;
}

}  // namespace lw::graph
