#include "app/services/models/lowered_nodes.h"

#include <algorithm>

#include "backends/interpreter/evaluate_kernel.h"
#include "core/graph/visit.h"
#include "passes/graph/fuse_ops.h"

namespace lw {

LoweredNodes::LoweredNodes(const ChosenModel& model, const std::vector<GraphStage>& stages, const graph::Model& last)
    : function_(model.function), outline_(model.outline) {
  for (size_t i = 0; i < outline_->nodes.size(); ++i) named_.emplace(outline_->nodes[i].value, static_cast<int>(i));
  forEachBinding(last.graph.find(function_)->body, [this](const graph::Binding& binding) {
    if (binding.target) add(*binding.target);
  });
  for (size_t i = 1; i < stages.size(); ++i) {
    if (stages[i].pass != &kFuseOpsPass) continue;
    for (const FusionDecision& d : fuseOps(stages[i - 1].model, {.evaluate = evaluateKernel}).decisions) {
      if (d.function != function_) continue;
      add(d.producer);
      add(d.consumer);
      if (!d.kernel.empty()) into_.insert_or_assign(d.producer.key(), d.consumer.key());
    }
  }
}

void LoweredNodes::add(const graph::Value& value) {
  const std::string node = nameOf(value.name(), value->span);
  values_.push_back(value);
  if (node.empty()) return;
  valueOf_.insert_or_assign(node, value.key());
  nodeOf_.insert_or_assign(value.key(), node);
}

// A value that a pass made has no place in the text; one of a function that is called has its place there.
std::string LoweredNodes::nameOf(const std::string& value, Span span) const {
  const auto named = named_.find(value);
  if (named != named_.end()) {
    const Span& there = outline_->nodes[static_cast<size_t>(named->second)].span;
    if (!there.valid() || (span.valid() && span.begin >= there.begin && span.end <= there.end)) return value;
  }
  return {};
}

LoweredNodes::Key LoweredNodes::kernelOf(Key value) const {
  for (auto next = into_.find(value); next != into_.end(); next = into_.find(value)) value = next->second;
  return value;
}

LoweredNodes::Key LoweredNodes::kernelOf(const std::string& node) const {
  const auto found = valueOf_.find(node);
  return found == valueOf_.end() ? nullptr : kernelOf(found->second);
}

bool LoweredNodes::together(const std::string& one, const std::string& other) const {
  return kernelOf(one) && kernelOf(one) == kernelOf(other);
}

Result<graph::Model> LoweredNodes::joined(const graph::Model& last, const std::string& producer,
                                          const std::string& consumer) const {
  const auto is = [](Key key) { return [key](const graph::Value& value) { return value.key() == key; }; };
  return fusePair(last, function_, is(kernelOf(producer)), is(kernelOf(consumer)), {.evaluate = evaluateKernel});
}

Status LoweredNodes::fuse(const std::vector<std::pair<std::string, std::string>>& pairs, graph::Model& last) {
  Status first = success();
  for (const auto& [producer, consumer] : pairs) {
    Result<graph::Model> one = joined(last, producer, consumer);
    if (one) {
      last = std::move(*one);
      into_.insert_or_assign(kernelOf(producer), kernelOf(consumer));
    } else if (first) {
      first = one.error();
    }
  }
  return first;
}

void LoweredNodes::number(GraphFigures& figures) const {
  std::map<Key, std::vector<std::string>> groups;
  for (const auto& [value, node] : nodeOf_) groups[kernelOf(value)].push_back(node);
  std::map<Key, int> numbers;  // in the order of the text
  for (const graph::OutlineNode& node : outline_->nodes) {
    const Key kernel = kernelOf(node.value);
    if (!kernel || groups[kernel].size() < 2) continue;
    figures.nodes[node.value].group = numbers.emplace(kernel, static_cast<int>(numbers.size())).first->second;
  }
}

std::vector<std::string> LoweredNodes::nodesOfSteps(const graph::Model& last, const ModelProgram& program) const {
  const size_t count = program.steps.size();
  std::vector<std::string> nodes(count);
  // Steps are the calls of the function in order, unless functions that it calls have steps, too.
  std::vector<Key> targets;
  forEachBinding(last.graph.find(function_)->body, [&](const graph::Binding& binding) {
    const auto* call = binding.value.as<graph::Call>();
    if (call && binding.target) targets.push_back(binding.target->key());
  });
  std::map<Key, std::string> lastNode;  // of each kernel, in the order of the text
  for (const graph::OutlineNode& node : outline_->nodes)
    if (const Key kernel = kernelOf(node.value)) lastNode[kernel] = node.value;
  for (size_t i = 0; i < count; ++i) {
    const ModelStep& step = program.steps[i];
    const ModelCaller* caller = step.callers.empty() ? nullptr : &step.callers.front();
    nodes[i] = caller ? nameOf(caller->value, caller->span) : nameOf(step.result, step.span);
    if (!nodes[i].empty() || targets.size() != count) continue;
    if (const auto found = lastNode.find(targets[i]); found != lastNode.end()) nodes[i] = found->second;
  }
  // A kernel that a pass made counts as a part of the node that reads its result.
  for (size_t i = count; i-- > 0;)
    for (size_t later = i + 1; nodes[i].empty() && !program.steps[i].span.valid() && later < count; ++later)
      for (const int read : program.steps[later].reads)
        if (std::find(program.steps[i].writes.begin(), program.steps[i].writes.end(), read) !=
            program.steps[i].writes.end())
          nodes[i] = nodes[later];
  return nodes;
}

}  // namespace lw
