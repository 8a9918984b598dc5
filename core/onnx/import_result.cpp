// The function that an import ends with: blocks of bindings, with the names of the model.
#include <algorithm>
#include <iterator>

#include "core/onnx/importer.h"

namespace lw::onnx {
namespace {

// Leaves out what was only needed to know a shape.
void dropUnread(std::vector<graph::Binding>& bindings, const std::vector<graph::Node>& outputs) {
  std::set<const graph::ValueNode*> read;
  const auto reads = [&](const graph::Value& v) { read.insert(v.key()); };
  for (const graph::Node& output : outputs) graph::forEachRead(output, reads);
  std::vector<graph::Binding> kept;
  for (size_t i = bindings.size(); i-- > 0;) {
    graph::Binding& b = bindings[i];
    if (b.target && !b.matched && !read.contains(b.target->key()) && graph::isPure(b.value)) continue;
    graph::forEachRead(b.value, reads);
    kept.push_back(std::move(b));
  }
  std::reverse(kept.begin(), kept.end());
  bindings = std::move(kept);
}

// Each `if` is in a block of its own, because blocks without control flow hold none: the number of the block of each
// binding.
std::vector<int> blockNumbers(const std::vector<graph::Binding>& bindings) {
  std::vector<int> numbers;
  int number = 0;
  for (const graph::Binding& b : bindings) {
    const bool branches = b.value.as<graph::Branch>() != nullptr;
    numbers.push_back(branches ? ++number : number);
    number += branches;
  }
  return numbers;
}

// Values that are read after their block: by a later one, or as results.
std::set<const graph::ValueNode*> readLater(const std::vector<graph::Binding>& bindings,
                                            const std::vector<int>& numbers, const std::vector<graph::Node>& outputs) {
  std::unordered_map<const graph::ValueNode*, int> made;
  std::set<const graph::ValueNode*> later;
  for (size_t i = 0; i < bindings.size(); ++i) {
    graph::forEachRead(bindings[i].value, [&](const graph::Value& v) {
      const auto at = made.find(v.key());
      if (at != made.end() && at->second != numbers[i]) later.insert(v.key());
    });
    if (bindings[i].target) made.emplace(bindings[i].target->key(), numbers[i]);
  }
  for (const graph::Node& output : outputs)
    graph::forEachRead(output, [&](const graph::Value& v) { later.insert(v.key()); });
  return later;
}

}  // namespace

// Gives values their final names: those of the model, or the operator's.
graph::Replacements Importer::named(std::vector<graph::Binding>& bindings, const std::vector<int>& numbers,
                                    const std::vector<graph::Node>& outputs) {
  const std::set<const graph::ValueNode*> later = readLater(bindings, numbers, outputs);
  std::set<std::string> ofModel;  // names that values between its nodes leave free
  for (const auto& [value, name] : wantedNames_) ofModel.insert(identifierFrom(name, "lv"));
  graph::Replacements by;
  for (graph::Binding& binding : bindings) {
    binding.value = graph::replaceValues(binding.value, by);
    if (!binding.target) continue;
    const graph::Value old = *binding.target;
    const auto wanted = wantedNames_.find(old.key());
    const bool inside = !later.contains(old.key()) && !binding.value.as<graph::Branch>();
    const bool between = wanted == wantedNames_.end();
    std::string name = between ? freeName(old.name(), "lv", ofModel) : freeName(wanted->second, "lv");
    binding.target = graph::Value(graph::ValueNode{std::move(name), old.info(), inside, false, {}});
    by.emplace(old.key(), *binding.target);
  }
  return by;
}

void Importer::finish(const std::string& name, std::vector<graph::Value> params, std::vector<graph::Node> outputs) {
  graph::Function main;
  main.name = "main";
  for (graph::Node& output : outputs) output = outlined(output);
  if (options_.outline) main.attrs.push_back({"num_input", attributeOf(static_cast<int64_t>(params.size()))});
  main.params = std::move(params);
  main.params.insert(main.params.end(), constants_.begin(), constants_.end());
  std::vector<graph::Binding> bindings = std::move(prologue_);
  std::move(bindings_.begin(), bindings_.end(), std::back_inserter(bindings));
  dropUnread(bindings, outputs);
  const std::vector<int> numbers = blockNumbers(bindings);
  const graph::Replacements by = named(bindings, numbers, outputs);
  std::vector<graph::Node> results;
  for (const graph::Node& output : outputs) {
    results.push_back(graph::replaceValues(output, by));
    const auto* value = results.back().as<graph::Value>();
    if (value && by.contains(output.as<graph::Value>()->key())) continue;
    // A parameter or a constant is returned under a name of its own.
    const Result<graph::StructInfo> info = graph::infoOf(output);
    const graph::Value own(
        graph::ValueNode{freeName("gv", "gv"), info ? *info : graph::StructInfo(graph::AnyInfo{}), false, false, {}});
    bindings.push_back({own, results.back(), {}, {}});
    results.back() = own;
  }
  int last = -1;
  for (size_t i = 0; i < bindings.size(); ++i) {
    const bool branches = bindings[i].value.as<graph::Branch>() != nullptr;
    const int number =
        i < numbers.size() ? numbers[i] : last + (main.body.blocks.empty() || main.body.blocks.back().dataflow ? 0 : 1);
    if (main.body.blocks.empty() || number != last) main.body.blocks.push_back({!branches, {}, {}});
    last = number;
    graph::Block& block = main.body.blocks.back();
    if (block.dataflow && bindings[i].target && !bindings[i].target->node()->dataflow)
      block.outputs.push_back(*bindings[i].target);
    block.bindings.push_back(std::move(bindings[i]));
  }
  main.body.result = results.size() == 1 ? results[0] : graph::Node(graph::TupleNode{std::move(results)});
  import_.model.graph.module = name;
  import_.model.kernels.name = name;
  import_.model.graph.functions.push_back(std::move(main));
}

}  // namespace lw::onnx
