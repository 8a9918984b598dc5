#include "passes/graph/dead_code_elimination.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "core/graph/visit.h"

namespace lw {
namespace {

using graph::Binding;
using graph::Node;
using graph::Value;
using Reads = std::unordered_set<const graph::ValueNode*>;

// Keeps the bindings that something after them reads, from the last to the first. `reads` has the values that are read
// after the body, and then also those that the body reads.
class LiveBindings {
 public:
  explicit LiveBindings(Reads reads) : reads_(std::move(reads)) {}

  graph::Body kept(const graph::Body& body) {
    if (body.result) read(*body.result);
    graph::Body result{{}, body.result};
    for (auto block = body.blocks.rbegin(); block != body.blocks.rend(); ++block) {
      graph::Block left = kept(*block);
      if (!left.bindings.empty()) result.blocks.push_back(std::move(left));
    }
    std::reverse(result.blocks.begin(), result.blocks.end());
    return result;
  }

 private:
  graph::Block kept(const graph::Block& block) {
    graph::Block left{block.dataflow, {}, {}};
    for (const Value& output : block.outputs)
      if (reads_.contains(output.key())) left.outputs.push_back(output);
    for (auto b = block.bindings.rbegin(); b != block.bindings.rend(); ++b) {
      const bool needed = b->matched || !isPure(b->value) || (b->target && reads_.contains(b->target->key()));
      if (!needed) continue;
      left.bindings.push_back({b->target, inner(b->value), b->matched});
      read(left.bindings.back().value);
      if (b->target) forEachShapeValue(b->target->info(), [&](const Value& v) { reads_.insert(v.key()); });
    }
    std::reverse(left.bindings.begin(), left.bindings.end());
    return left;
  }
  // Also what branches compute for nothing goes.
  Node inner(const Node& node) {
    const auto* branch = node.as<graph::Branch>();
    if (!branch) return node;
    const Reads after = reads_;
    graph::Branch left{branch->condition, LiveBindings(after).kept(branch->whenTrue),
                       LiveBindings(after).kept(branch->whenFalse)};
    return left;
  }
  void read(const Node& node) {
    forEachRead(node, [&](const Value& v) { reads_.insert(v.key()); });
  }

  Reads reads_;
};

// The functions that the nodes name.
void namesIn(const Node& node, std::set<std::string>& names) {
  if (const auto* ref = node.as<graph::FunctionRef>()) names.insert(ref->name);
  forEachOperand(node, [&](const Node& operand) { namesIn(operand, names); });
  if (const auto* closure = node.as<graph::Closure>())
    if (closure->function->body.result) namesIn(*closure->function->body.result, names);
  if (const auto* branch = node.as<graph::Branch>())
    for (const graph::Body* body : {&branch->whenTrue, &branch->whenFalse})
      if (body->result) namesIn(*body->result, names);
}

}  // namespace

graph::Model withoutDeadCode(const graph::Model& model) {
  graph::Model result = model;
  for (graph::Function& f : result.graph.functions) f.body = LiveBindings({}).kept(f.body);

  // A function stays if it can be called from outside, or from one that stays.
  const auto isRoot = [](const graph::Function& f) { return !f.privateFunction; };
  std::set<std::string> called;
  std::vector<const graph::Function*> open;
  for (const graph::Function& f : result.graph.functions)
    if (isRoot(f)) open.push_back(&f);
  while (!open.empty()) {
    const graph::Function* f = open.back();
    open.pop_back();
    std::set<std::string> names;
    forEachBinding(f->body, [&](const Binding& b) { namesIn(b.value, names); });
    if (f->body.result) namesIn(*f->body.result, names);
    for (const std::string& name : names)
      if (called.insert(name).second)
        if (const graph::Function* callee = result.graph.find(name); callee && !isRoot(*callee)) open.push_back(callee);
  }
  std::erase_if(result.graph.functions,
                [&](const graph::Function& f) { return !isRoot(f) && !called.contains(f.name); });
  std::erase_if(result.kernels.functions, [&](const PrimFunc& f) { return !called.contains(f.name); });
  return result;
}

const GraphPass kDeadCodeEliminationPass{
    .name = "dead_code_elimination",
    .label = "Dead code",
    .help = "Removes what is computed for nothing, and functions that nothing calls.",
    .run = [](const graph::Model& before, const GraphFacts&) -> Result<graph::Model> {
      return withoutDeadCode(before);
    }};

}  // namespace lw
