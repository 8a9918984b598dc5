// If, Loop and Scan. Loops are unrolled: how often they run must be known while the model is read.
#include <algorithm>

#include "core/ir/ops.h"
#include "core/onnx/importer.h"
#include "core/onnx/operators/operators.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

constexpr int64_t kMostIterations = 4096;

const Graph& graphOf(const Conversion& c, std::string_view name) {
  const Attribute* a = c.attribute(name);
  if (!a || !a->graph) c.fail(err::kOnnxAttribute(c.title(), name));
  return *a->graph;
}

Operand of(const Node& n) { return Operand{.node = n}; }

// The one element of a condition. Nothing: it is not known while the model is read.
std::optional<bool> knownCondition(const Operand& value) {
  const NDArray* data = value.node ? dataOf(*value.node) : nullptr;
  if (!data || data->size() != 1) return std::nullopt;
  return data->getInt(0) != 0;
}

// The element of the axis, without the axis.
Node elementOf(const Conversion& c, const Node& x, int64_t axis, int64_t at) {
  const auto number = [](int64_t n) { return Expr(IntImm{dtype::Int64, n}); };
  return c.call("squeeze", {c.slice(x, {axis}, {number(at)}, {number(at + 1)}, {1})}, attrs("axis", axis));
}

Node stacked(const Conversion& c, const std::vector<Node>& all, int64_t axis) {
  if (all.empty()) c.refuse("the shape of a result of a loop without iterations is not known");
  std::vector<Node> wide;
  for (const Node& n : all) wide.push_back(c.expandDims(n, {c.axis(axis, c.rankOf(n) + 1)}));
  if (wide.size() == 1) return wide[0];
  const int64_t at = c.axis(axis, c.rankOf(wide[0]));
  return c.call("concat", {graph::TupleNode{std::move(wide)}}, attrs("axis", at));
}

// One side of an `if`, in a block of bindings of its own.
graph::Body side(const Conversion& c, const Graph& graph) {
  Importer& importer = c.importer();
  std::vector<graph::Binding> outer = importer.exchangeBindings({});
  try {
    std::vector<Node> results;
    for (const Operand& value : c.body(graph, {})) {
      if (value.items) c.refuse("its condition is not known, and a side gives a sequence or an optional value");
      const Node made = importer.tensorOf(value);
      results.push_back(made.as<graph::Value>() ? made : importer.bind(made, c.node().outputs[0]));
    }
    graph::Body body;
    const Node all = results.size() == 1 ? results[0] : Node(graph::TupleNode{std::move(results)});
    body.result = all.as<graph::Value>() ? all : importer.bind(all, c.node().outputs[0]);
    body.blocks.push_back({false, importer.exchangeBindings(std::move(outer)), {}});
    return body;
  } catch (Failure&) {
    importer.exchangeBindings(std::move(outer));
    throw;
  }
}

// What both sides give must have the same shapes: nothing is said of them later otherwise.
void mustAgree(const Conversion& c, const graph::Body& a, const graph::Body& b) {
  const Result<graph::StructInfo> one = graph::infoOf(*a.result), other = graph::infoOf(*b.result);
  if (!one || !other || graph::toText(*one) != graph::toText(*other))
    c.refuse("its condition is not known, and its sides give tensors of different shapes or types");
}

// The values that a loop carries from one iteration to the next, and what each iteration gives.
struct Carried {
  std::vector<Operand> states;
  std::vector<std::vector<Node>> given;
};

// Runs the body once; `skipped` of its outputs come before the states.
std::optional<Operand> iterate(const Conversion& c, const Graph& body, std::vector<Operand> inputs, size_t skipped,
                               Carried& carried) {
  std::vector<Operand> outputs = c.body(body, inputs);
  const size_t states = carried.states.size();
  if (outputs.size() < skipped + states) c.refuse("the body gives fewer values than there are states");
  carried.given.resize(outputs.size() - skipped - states);
  for (size_t i = 0; i < states; ++i) carried.states[i] = outputs[skipped + i];
  for (size_t i = 0; i < carried.given.size(); ++i)
    carried.given[i].push_back(c.importer().tensorOf(outputs[skipped + states + i]));
  return skipped == 0 ? std::nullopt : std::optional(outputs[0]);
}

struct ScanAxes {
  std::vector<int64_t> axes, directions;
  int64_t axis(size_t i) const { return i < axes.size() ? axes[i] : 0; }
  bool back(size_t i) const { return i < directions.size() && directions[i] != 0; }
};
ScanAxes scanAxes(const Conversion& c, const char* axes, const char* directions) {
  return {c.integers(axes).value_or(std::vector<int64_t>{}), c.integers(directions).value_or(std::vector<int64_t>{})};
}

Carried scanned(const Conversion& c, const Graph& body, std::vector<Operand> states, const std::vector<Node>& inputs,
                const ScanAxes& in) {
  std::optional<int64_t> count;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::optional<int64_t> n = c.sizeOf(inputs[i], c.axis(in.axis(i), c.rankOf(inputs[i])));
    if (!n) c.refuse("the length of the sequence is not known");
    if (count && *n != *count) c.refuse(say("sequences have {0} and {1} elements", *count, *n));
    count = n;
  }
  if (!count) c.refuse("there is nothing to scan");
  if (*count > kMostIterations) c.refuse(say("it has {0} iterations, more than {1}", *count, kMostIterations));
  Carried carried{std::move(states), {}};
  for (int64_t t = 0; t < *count; ++t) {
    std::vector<Operand> now = carried.states;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const int64_t axis = c.axis(in.axis(i), c.rankOf(inputs[i]));
      now.push_back(of(elementOf(c, inputs[i], axis, in.back(i) ? *count - 1 - t : t)));
    }
    iterate(c, body, std::move(now), 0, carried);
  }
  return carried;
}

// Version 8: all operands and results have a batch in front; each batch is scanned by itself.
void scanBatches(const Conversion& c, const Graph& body, size_t sequences) {
  if (c.has(0)) c.refuse("sequences of different lengths are not scanned");
  auto all = c.all(1);
  const std::optional<int64_t> batches = c.sizeOf(all.at(0), 0);
  if (!batches) c.refuse("the number of batches is not known");
  const ScanAxes in{{}, c.integers("directions").value_or(std::vector<int64_t>{})};
  std::vector<std::vector<Node>> results(c.wanted());
  for (int64_t b = 0; b < *batches; ++b) {
    std::vector<Node> own;
    for (const Node& n : all) own.push_back(elementOf(c, n, 0, b));
    const auto split = own.end() - static_cast<std::ptrdiff_t>(sequences);
    std::vector<Operand> states;
    for (auto at = own.begin(); at != split; ++at) states.push_back(of(*at));
    const Carried carried = scanned(c, body, std::move(states), std::vector<Node>(split, own.end()), in);
    size_t place = 0;
    for (const Operand& s : carried.states)
      if (place < results.size()) results[place++].push_back(c.importer().tensorOf(s));
    for (const auto& given : carried.given)
      if (place < results.size()) results[place++].push_back(stacked(c, given, 0));
  }
  for (size_t i = 0; i < results.size(); ++i) c.out(i, stacked(c, results[i], 0));
}

}  // namespace

void conditional(const Conversion& c) {
  const Graph &whenTrue = graphOf(c, "then_branch"), &whenFalse = graphOf(c, "else_branch");
  if (const std::optional<bool> known = knownCondition(c.operand(0))) {
    const std::vector<Operand> values = c.body(*known ? whenTrue : whenFalse, {});
    for (size_t i = 0; i < values.size(); ++i) c.out(i, values[i]);
    return;
  }
  const Node condition = c.in(0);
  graph::Body first, second;
  try {
    first = side(c, whenTrue), second = side(c, whenFalse);
    mustAgree(c, first, second);
  } catch (Failure&) {  // one side is enough where the condition is known
    c.importer().want(c.node().inputs[0]);
    throw;
  }
  const Node scalar = c.rankOf(condition) == 0 ? condition : c.reshape(condition, std::vector<int64_t>{});
  const Node made =
      c.importer().bind(graph::Branch{scalar, std::move(first), std::move(second)}, c.node().outputs.at(0));
  if (c.wanted() == 1) return c.out(made);
  for (size_t i = 0; i < c.wanted(); ++i) c.out(i, c.item(made, static_cast<int>(i)));
}

void loop(const Conversion& c) {
  const Graph& body = graphOf(c, "body");
  std::optional<int64_t> most;
  if (c.has(0)) most = c.integersIn(0).at(0);
  std::optional<Operand> condition;
  if (c.has(1)) {
    condition = c.operand(1);
    if (!knownCondition(*condition)) c.needsValue(1);
  }
  Carried carried;
  for (size_t i = 2; i < c.count(); ++i) carried.states.push_back(c.has(i) ? c.operand(i) : Operand{});
  carried.given.resize(body.outputs.size() - std::min(body.outputs.size(), carried.states.size() + 1));
  for (int64_t t = 0; !most || t < *most; ++t) {
    const std::optional<bool> goesOn = condition ? knownCondition(*condition) : std::optional(true);
    if (!goesOn) c.refuse(say("its condition after iteration {0} depends on the model's data", t));
    if (!*goesOn) break;
    if (t == kMostIterations) c.refuse(say("it has more than {0} iterations", kMostIterations));
    std::vector<Operand> inputs{of(c.scalar(static_cast<double>(t), dtype::Int64)), of(c.scalar(1, dtype::Bool()))};
    inputs.insert(inputs.end(), carried.states.begin(), carried.states.end());
    const std::optional<Operand> next = iterate(c, body, std::move(inputs), 1, carried);
    // Without a condition of the node, that of the body is not looked at.
    if (c.has(1)) condition = next;
  }
  size_t place = 0;
  for (const Operand& s : carried.states) c.out(place++, s);
  for (const auto& given : carried.given) {
    if (c.wants(place)) c.out(place, stacked(c, given, 0));
    ++place;
  }
}

void scan(const Conversion& c) {
  const Graph& body = graphOf(c, "body");
  const auto sequences = static_cast<size_t>(c.integer("num_scan_inputs"));
  const size_t first = c.version() < 9 ? 1 : 0;
  if (sequences + first > c.count()) c.refuse("it has fewer operands than sequences");
  if (c.version() < 9) return scanBatches(c, body, sequences);
  std::vector<Operand> states;
  std::vector<Node> inputs;
  for (size_t i = 0; i < c.count(); ++i)
    if (i + sequences < c.count())
      states.push_back(c.operand(i));
    else
      inputs.push_back(c.in(i));
  const ScanAxes in = scanAxes(c, "scan_input_axes", "scan_input_directions"),
                 out = scanAxes(c, "scan_output_axes", "scan_output_directions");
  Carried carried = scanned(c, body, std::move(states), inputs, in);
  size_t place = 0;
  for (const Operand& s : carried.states) c.out(place++, s);
  for (size_t i = 0; i < carried.given.size(); ++i) {
    std::vector<Node>& given = carried.given[i];
    if (out.back(i)) std::reverse(given.begin(), given.end());
    c.out(place++, stacked(c, given, out.axis(i)));
  }
}

}  // namespace lw::onnx::convert
