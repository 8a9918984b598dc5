#include "passes/graph/common_subexpr.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "core/graph/operators.h"
#include "core/graph/visit.h"

namespace lw {
namespace {

std::string textOf(const graph::Attribute& a) {
  return std::visit(
      Overloaded{[](graph::NoneAttribute) -> std::string { return "None"; },
                 [](bool b) -> std::string { return b ? "True" : "False"; },
                 [](int64_t i) { return std::to_string(i); }, [](double d) { return std::to_string(d) + "f"; },
                 [](const std::string& s) { return "\"" + s + "\""; }, [](const Expr& e) { return graph::sizeText(e); },
                 [](const graph::AttributeList& list) {
                   std::string text = "[";
                   for (const graph::Attribute& item : list) text += textOf(item) + ",";
                   return text + "]";
                 },
                 [](const graph::AttributeMap& map) {
                   std::string text = "{";
                   for (const auto& [name, value] : map) text += name + ":" + textOf(value) + ",";
                   return text + "}";
                 },
                 [](const graph::SourceAttribute& s) { return s.text; }},
      a.value);
}

// Two nodes with one key compute the same. Values, constants and variables of sizes count by identity, so that a key is
// of use only while they live.
class Keys {
 public:
  // Nothing: the node cannot be compared.
  std::optional<std::string> of(const graph::Node& node) {
    if (const auto* v = node.as<graph::Value>()) return identity(v->key());
    if (const auto* c = node.as<graph::Constant>())
      return c->data ? identity(c->data.get()) : "metadata" + std::to_string(c->index);
    if (const auto* s = node.as<graph::ShapeNode>()) return toText(s->sizes, names_);
    if (const auto* s = node.as<graph::ScalarNode>())
      return graph::sizeText(s->value, names_) + ":" + toString(s->value.dtype());
    if (const auto* t = node.as<graph::TextNode>()) return "\"" + t->value + "\"";
    if (const auto* t = node.as<graph::TypeNode>()) return toString(t->type);
    if (const auto* f = node.as<graph::FunctionRef>()) return "@" + f->name;
    if (const auto* f = node.as<graph::ExternRef>()) return "extern " + f->name;
    if (const auto* t = node.as<graph::TupleNode>()) {
      std::string text = "(";
      for (const graph::Node& field : t->fields) {
        const auto key = of(field);
        if (!key) return std::nullopt;
        text += *key + ",";
      }
      return text + ")";
    }
    if (const auto* t = node.as<graph::TupleItem>()) {
      const auto key = of(t->tuple);
      return key ? std::optional(*key + "[" + std::to_string(t->index) + "]") : std::nullopt;
    }
    const auto* call = node.as<graph::Call>();
    if (!call || !call->op) return std::nullopt;
    std::string text = call->op->name + "(";
    for (const std::optional<graph::Node>& arg : call->args) {
      const auto key = arg ? of(*arg) : std::optional<std::string>("-");
      if (!key) return std::nullopt;
      text += *key + ";";
    }
    for (const auto& [name, value] : call->attrs) text += name + "=" + textOf(value) + ";";
    for (const graph::StructInfo& info : call->results) text += "->" + toText(info, names_);
    return text + ")";
  }

 private:
  static std::string identity(const void* key) { return "#" + std::to_string(reinterpret_cast<uintptr_t>(key)); }
  graph::InfoNames names_{.size = [](const Var& v) { return identity(v.key()); },
                          .value = [](const graph::ValueNode& v) { return identity(&v); }};
};

class CommonCalls {
 public:
  graph::Body body(const graph::Body& before) {
    graph::Body after;
    for (const graph::Block& block : before.blocks) {
      graph::Block made = this->block(block);
      if (!made.bindings.empty()) after.blocks.push_back(std::move(made));
    }
    if (before.result) after.result = replaceValues(*before.result, replaced_);
    return after;
  }

 private:
  graph::Block block(const graph::Block& before) {
    graph::Block made{before.dataflow, {}, before.outputs};
    std::unordered_set<const graph::ValueNode*> outputs;
    for (const graph::Value& output : before.outputs) outputs.insert(output.key());
    std::vector<std::string> hidden;  // keys whose value ends with the block
    for (const graph::Binding& b : before.bindings) {
      graph::Node value = inner(replaceValues(b.value, replaced_));
      const bool computed = value.as<graph::Call>() || value.as<graph::TupleItem>();
      if (b.target && !b.matched && computed && isPure(value))
        if (const auto key = Keys().of(value)) {
          const auto [at, fresh] = known_.emplace(*key, *b.target);
          if (fresh) {
            if (before.dataflow && !outputs.contains(b.target->key())) hidden.push_back(*key);
          } else if (!outputs.contains(b.target->key()) || !at->second->dataflow) {
            replaced_.insert_or_assign(b.target->key(), graph::Node(at->second));
            std::erase_if(made.outputs, [&](const graph::Value& v) { return v.key() == b.target->key(); });
            continue;
          } else {  // the other value is not seen after the block
            value = at->second;
          }
        }
      made.bindings.push_back({b.target, std::move(value), b.matched});
    }
    for (const std::string& key : hidden) known_.erase(key);
    return made;
  }

  // Values of a branch are not seen outside.
  graph::Node inner(const graph::Node& node) {
    const auto* branch = node.as<graph::Branch>();
    if (!branch) return node;
    CommonCalls whenTrue = *this, whenFalse = *this;
    return graph::Branch{branch->condition, whenTrue.body(branch->whenTrue), whenFalse.body(branch->whenFalse)};
  }

  graph::Replacements replaced_;
  std::map<std::string, graph::Value> known_;  // by the key of what it is bound to
};

}  // namespace

graph::Model withoutCommonCalls(const graph::Model& model) {
  graph::Model result = model;
  for (graph::Function& f : result.graph.functions) f.body = CommonCalls().body(f.body);
  return result;
}

const GraphPass kCommonSubexprPass{.name = "eliminate_common_subexpr",
                                   .label = "Common calls",
                                   .help = "Computes once what is computed twice.",
                                   .run = [](const graph::Model& before, const GraphFacts&) -> Result<graph::Model> {
                                     return withoutCommonCalls(before);
                                   }};

}  // namespace lw
