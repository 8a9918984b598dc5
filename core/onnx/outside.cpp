// Nodes that cannot be read, as calls of functions that a person registers: R.call_dps_packed("onnx.Fancy", (x,), ...).
#include <algorithm>
#include <charconv>

#include "core/onnx/importer.h"
#include "core/support/quote.h"
#include "core/support/text.h"

namespace lw::onnx {
namespace {

std::string numberText(float value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string attributeText(const Attribute& a) {
  if (a.number) return numberText(*a.number);
  if (a.integer) return std::to_string(*a.integer);
  if (a.text) return pythonRepr(*a.text);
  if (!a.numbers.empty()) return "[" + join(a.numbers, numberText) + "]";
  if (!a.integers.empty()) return "[" + join(a.integers, [](int64_t n) { return std::to_string(n); }) + "]";
  if (!a.texts.empty()) return "[" + join(a.texts, [](std::string_view t) { return pythonRepr(t); }) + "]";
  return a.tensor ? "a tensor" : a.graph ? "a graph" : "[]";
}

}  // namespace

// One function for all nodes of an operator that have the same attributes.
const std::string& Importer::outsideFunction(const Conversion& c, const std::string& because, size_t outputs) {
  const Node& node = c.node();
  const std::string takes = join(node.attributes, [](const Attribute& a) { return a.name + "=" + attributeText(a); });
  const std::string name = node.domain.empty() ? "onnx." + node.op : node.domain + "." + node.op;
  const auto inputs = static_cast<size_t>(
      std::count_if(node.inputs.begin(), node.inputs.end(), [](const std::string& n) { return !n.empty(); }));
  size_t number = 0;
  for (const OutsideFunction& f : import_.outside) {
    const bool same = f.name == name || f.name.starts_with(name + "_");
    if (same && f.takes == takes && f.inputs == inputs && f.outputs == outputs) return f.name;
    number += same;
  }
  import_.outside.push_back({number ? name + "_" + std::to_string(number) : name, takes, because, inputs, outputs});
  return import_.outside.back().name;
}

// What the file says of a value, if all its symbolic sizes are sizes of inputs.
graph::StructInfo Importer::statedInfo(const Conversion& c, const std::string& name) {
  if (producers_.empty()) addProducers(model_.graph);
  const auto stated = stated_.find(name);
  const bool known =
      stated != stated_.end() && stated->second->type.shape &&
      std::all_of(stated->second->type.shape->begin(), stated->second->type.shape->end(), [&](const Dimension& d) {
        return d.size || symbols_.contains(d.name) || options_.sizes.contains(d.name);
      });
  if (!known) throw Failure{err::kOnnxOutsideShape(c.title(), name)};
  return infoOf(*stated->second);
}

void Importer::outside(const Conversion& c, const std::string& because) {
  graph::TupleNode inputs;
  for (size_t i = 0; i < c.count(); ++i)
    if (c.has(i)) inputs.fields.push_back(outlined(c.in(i)));
  graph::Call call;
  call.op = graph::findOperator("call_dps_packed");
  for (size_t i = 0; i < c.wanted(); ++i)
    if (c.wants(i)) call.results.push_back(statedInfo(c, c.node().outputs[i]));
  call.args = {graph::Node(graph::ExternRef{outsideFunction(c, because, call.results.size())}),
               graph::Node(std::move(inputs))};
  const bool several = call.results.size() > 1;
  call.severalResults = several;
  const graph::Node made = bind(graph::Node(std::move(call)), c.node().op);
  int item = 0;
  for (size_t i = 0; i < c.wanted(); ++i)
    if (c.wants(i)) c.out(i, several ? c.item(made, item++) : made);
}

}  // namespace lw::onnx
