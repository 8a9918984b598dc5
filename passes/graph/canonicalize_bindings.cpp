#include "passes/graph/canonicalize_bindings.h"

#include <algorithm>
#include <unordered_set>

#include "core/graph/operators.h"
#include "core/graph/visit.h"

namespace lw {
namespace {

using graph::Node;

bool sameTensor(const graph::StructInfo& a, const graph::StructInfo& b) {
  const auto *x = a.as<graph::TensorInfo>(), *y = b.as<graph::TensorInfo>();
  if (!x || !y || !x->sizes || !y->sizes || !x->type || x->type != y->type || x->device != y->device) return false;
  return std::equal(x->sizes->begin(), x->sizes->end(), y->sizes->begin(), y->sizes->end(),
                    [](const Expr& p, const Expr& q) { return graph::sameSize(p, q) == graph::Fit::Yes; });
}

// Does the call give its first operand, element by element in its order?
bool changesNothing(const graph::Call& call) {
  if (!call.op || call.args.empty() || !call.args[0]) return false;
  const std::string& name = call.op->name;
  if (name == "permute_dims") {
    const auto at = std::find_if(call.attrs.begin(), call.attrs.end(), [](const auto& a) { return a.name == "axes"; });
    const auto* axes = at == call.attrs.end() ? nullptr : at->value.as<graph::AttributeList>();
    if (!axes) return false;
    for (size_t i = 0; i < axes->size(); ++i) {
      const auto* axis = (*axes)[i].as<int64_t>();
      if (!axis || (*axis < 0 ? *axis + static_cast<int64_t>(axes->size()) : *axis) != static_cast<int64_t>(i))
        return false;
    }
    return true;
  }
  if (name != "reshape" && name != "astype" && name != "broadcast_to" && name != "flatten" && name != "expand_dims" &&
      name != "squeeze")
    return false;
  const Result<graph::StructInfo> before = infoOf(*call.args[0]), after = infoOf(Node(call));
  return before && after && sameTensor(*before, *after);
}

class Canonicalizer {
 public:
  graph::Body body(const graph::Body& before) {
    graph::Body after;
    for (const graph::Block& block : before.blocks) {
      graph::Block made = this->block(block);
      if (!made.bindings.empty()) after.blocks.push_back(std::move(made));
    }
    if (before.result) after.result = simplified(replaceValues(*before.result, replaced_));
    return after;
  }

 private:
  graph::Block block(const graph::Block& before) {
    graph::Block made{before.dataflow, {}, before.outputs};
    outputs_.clear();
    for (const graph::Value& output : before.outputs) outputs_.insert(output.key());
    for (const graph::Binding& b : before.bindings) {
      Node value = simplified(replaceValues(b.value, replaced_));
      if (b.target && !b.matched && standsFor(*b.target, value, made)) continue;
      if (b.target && value.as<graph::TupleNode>()) tuples_.insert_or_assign(b.target->key(), value);
      made.bindings.push_back({b.target, std::move(value), b.matched});
    }
    for (graph::Value& output : made.outputs)
      if (const auto at = replaced_.find(output.key()); at != replaced_.end())
        if (const auto* other = at->second.as<graph::Value>()) output = *other;
    // Two names of one value, both seen after the block, are one now.
    std::unordered_set<const graph::ValueNode*> seen;
    std::erase_if(made.outputs, [&](const graph::Value& v) { return !seen.insert(v.key()).second; });
    return made;
  }

  // The target is only another name of the value, which takes its place. `made` has the bindings before it.
  bool standsFor(const graph::Value& target, const Node& value, graph::Block& made) {
    if (value.as<graph::Constant>()) {
      replaced_.insert_or_assign(target.key(), value);
      return !outputs_.contains(target.key());
    }
    const auto* other = value.as<graph::Value>();
    if (!other) return false;
    if (!outputs_.contains(target.key()) || !(*other)->dataflow) {
      replaced_.insert_or_assign(target.key(), value);
      if (outputs_.contains(target.key()))
        std::erase_if(made.outputs, [&](const auto& v) { return v.key() == target.key(); });
      return true;
    }
    // The name that is seen after the block replaces the one that is seen inside it only.
    const auto bound = std::find_if(made.bindings.begin(), made.bindings.end(), [&](const graph::Binding& b) {
      return b.target && b.target->key() == other->key() && !b.matched;
    });
    if (bound == made.bindings.end()) return false;
    const graph::Replacements by{{other->key(), Node(target)}};
    if (const auto tuple = tuples_.find(other->key()); tuple != tuples_.end())
      tuples_.insert_or_assign(target.key(), tuple->second);
    bound->target = target;
    for (auto b = bound + 1; b != made.bindings.end(); ++b) b->value = replaceValues(b->value, by);
    for (auto& [name, node] : replaced_) node = replaceValues(node, by);
    for (auto& [name, node] : tuples_) node = replaceValues(node, by);
    replaced_.insert_or_assign(other->key(), Node(target));
    return true;
  }

  Node simplified(const Node& node) {
    if (const auto* call = node.as<graph::Call>()) {
      if (changesNothing(*call)) return simplified(*call->args[0]);
      graph::Call copy = *call;
      bool changed = false;
      for (std::optional<Node>& arg : copy.args) {
        if (!arg) continue;
        Node made = simplified(*arg);
        changed = changed || &made.data() != &arg->data();
        arg = std::move(made);
      }
      return changed ? Node(std::move(copy)) : node;
    }
    if (const auto* tuple = node.as<graph::TupleNode>()) {
      graph::TupleNode copy;
      bool changed = false;
      for (const Node& field : tuple->fields) {
        copy.fields.push_back(simplified(field));
        changed = changed || &copy.fields.back().data() != &field.data();
      }
      return changed ? Node(std::move(copy)) : node;
    }
    if (const auto* item = node.as<graph::TupleItem>()) {
      Node tuple = simplified(item->tuple);
      if (const auto* value = tuple.as<graph::Value>())
        if (const auto known = tuples_.find(value->key()); known != tuples_.end()) tuple = known->second;
      const auto* fields = tuple.as<graph::TupleNode>();
      const auto index = static_cast<size_t>(item->index);
      // A field that is computed would be computed again.
      if (fields && index < fields->fields.size() && !fields->fields[index].as<graph::Call>())
        return fields->fields[index];
      return node;
    }
    if (const auto* branch = node.as<graph::Branch>()) {
      Canonicalizer whenTrue = *this, whenFalse = *this;
      return graph::Branch{simplified(branch->condition), whenTrue.body(branch->whenTrue),
                           whenFalse.body(branch->whenFalse)};
    }
    return node;
  }

  graph::Replacements replaced_;
  graph::Replacements tuples_;  // values that are bound to a tuple
  std::unordered_set<const graph::ValueNode*> outputs_;
};

}  // namespace

graph::Model withCanonicalBindings(const graph::Model& model) {
  graph::Model result = model;
  for (graph::Function& f : result.graph.functions) f.body = Canonicalizer().body(f.body);
  return result;
}

const GraphPass kCanonicalizeBindingsPass{
    .name = "canonicalize_bindings",
    .label = "Names",
    .help = "Removes second names of values, and calls that change nothing.",
    .run = [](const graph::Model& before, const GraphFacts&) -> Result<graph::Model> {
      return withCanonicalBindings(before);
    }};

}  // namespace lw
