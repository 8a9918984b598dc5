// Sequences and optional values are lists of values while the model is read: the module has only their tensors.
#include <algorithm>

#include "core/ir/ops.h"
#include "core/onnx/importer.h"
#include "core/onnx/operators/operators.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;
using Items = std::vector<Operand>;

const Items& sequenceIn(const Conversion& c, size_t place) {
  const Operand& value = c.operand(place);
  if (!value.items) c.refuse(say("{0} is a tensor, not a sequence", Ident(c.node().inputs[place])));
  return *value.items;
}
void outItems(const Conversion& c, size_t place, Items items) {
  c.out(place, Operand{.node = {}, .items = std::move(items)});
}

// A place in a list of so many; negative ones count from the end.
size_t placeIn(const Conversion& c, size_t operand, size_t count, bool mayBeEnd) {
  const auto n = static_cast<int64_t>(count);
  const int64_t given = c.integersIn(operand).at(0), at = given < 0 ? given + n : given;
  if (at < 0 || at > n || (at == n && !mayBeEnd)) c.refuse(say("there is no place {0} in a sequence of {1}", given, n));
  return static_cast<size_t>(at);
}

}  // namespace

void sequenceConstruct(const Conversion& c) {
  Items items;
  for (size_t i = 0; i < c.count(); ++i) items.push_back(c.operand(i));
  outItems(c, 0, std::move(items));
}
void sequenceEmpty(const Conversion& c) { outItems(c, 0, {}); }
void sequenceAt(const Conversion& c) {
  const Items& items = sequenceIn(c, 0);
  c.out(0, items[placeIn(c, 1, items.size(), false)]);
}
void sequenceErase(const Conversion& c) {
  Items items = sequenceIn(c, 0);
  if (items.empty()) c.refuse("the sequence is empty");
  const size_t at = c.has(1) ? placeIn(c, 1, items.size(), false) : items.size() - 1;
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(at));
  outItems(c, 0, std::move(items));
}
void sequenceInsert(const Conversion& c) {
  Items items = sequenceIn(c, 0);
  const size_t at = c.has(2) ? placeIn(c, 2, items.size(), true) : items.size();
  items.insert(items.begin() + static_cast<std::ptrdiff_t>(at), c.operand(1));
  outItems(c, 0, std::move(items));
}
void sequenceLength(const Conversion& c) {
  c.out(c.scalar(static_cast<double>(sequenceIn(c, 0).size()), dtype::Int64));
}

// The body for each element; further sequences go along with the first, tensors are the same for all.
void sequenceMap(const Conversion& c) {
  const Attribute* body = c.attribute("body");
  if (!body || !body->graph) c.fail(err::kOnnxAttribute(c.title(), "body"));
  const size_t count = sequenceIn(c, 0).size();
  std::vector<Items> results(body->graph->outputs.size());
  for (size_t i = 0; i < count; ++i) {
    Items inputs;
    for (size_t place = 0; place < c.count(); ++place) {
      const Operand& value = c.operand(place);
      if (value.items && value.items->size() <= i) c.refuse("its sequences have different lengths");
      inputs.push_back(value.items ? (*value.items)[i] : value);
    }
    const Items outputs = c.body(*body->graph, inputs);
    for (size_t o = 0; o < results.size(); ++o) results[o].push_back(outputs[o]);
  }
  for (size_t o = 0; o < results.size(); ++o) outItems(c, o, std::move(results[o]));
}

// Parts of equal length, of given lengths, or single elements.
void splitToSequence(const Conversion& c) {
  const Node x = c.in(0);
  const int64_t axis = c.axis(c.integer("axis", 0), c.rankOf(x));
  const std::optional<int64_t> size = c.sizeOf(x, axis);
  if (!size) c.refuse("the size of the axis that is divided is not known");
  std::vector<int64_t> parts;
  if (c.has(1)) {
    parts = c.integersIn(1);
    if (c.constant(1)->shape.empty()) {
      const int64_t each = parts.at(0);
      if (each <= 0) c.refuse(say("parts of {0} elements do not make up an axis", each));
      c.room({(*size + each - 1) / each});
      parts.clear();
      for (int64_t begin = 0; begin < *size; begin += each) parts.push_back(std::min(each, *size - begin));
    }
  } else {
    parts.assign(static_cast<size_t>(*size), 1);
  }
  const bool drops = !c.has(1) && c.integer("keepdims", 1) == 0;
  Items items;
  int64_t begin = 0;
  for (const int64_t n : parts) {
    Node part = c.slice(x, {axis}, {IntImm{dtype::Int64, begin}}, {IntImm{dtype::Int64, begin + n}}, {1});
    if (drops) part = c.call("squeeze", {part}, attrs("axis", axis));
    items.push_back(Operand{.node = part});
    begin += n;
  }
  if (begin != *size) c.refuse(say("the parts have {0} elements of {1}", begin, *size));
  outItems(c, 0, std::move(items));
}

void concatFromSequence(const Conversion& c) {
  auto all = c.items(0);
  if (all.empty()) c.refuse("the sequence is empty");
  const bool fresh = c.integer("new_axis", 0) != 0;
  const int64_t axis = c.axis(c.integer("axis"), c.rankOf(all[0]) + (fresh ? 1 : 0));
  if (fresh)
    for (Node& n : all) n = c.expandDims(n, {axis});
  c.out(all.size() == 1 ? all[0] : c.call("concat", {graph::TupleNode{std::move(all)}}, attrs("axis", axis)));
}

void optionalValue(const Conversion& c) {
  Operand made{.node = {}, .items = Items{}, .isOptional = true};
  if (c.has(0)) made.items->push_back(c.operand(0));
  c.out(0, std::move(made));
}
void optionalGetElement(const Conversion& c) {
  const Operand& value = c.operand(0);
  if (!value.isOptional) return c.out(0, value);
  if (value.items->empty()) c.refuse("the optional value is empty");
  c.out(0, value.items->front());
}
void optionalHasElement(const Conversion& c) {
  const bool has = c.has(0) && (!c.operand(0).isOptional || !c.operand(0).items->empty());
  c.out(c.scalar(has ? 1 : 0, dtype::Bool()));
}

}  // namespace lw::onnx::convert
