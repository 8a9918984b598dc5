// Recurrent layers: the steps of the sequence one after the other, so its length must be known.
#include <algorithm>

#include "core/ir/ops.h"
#include "core/onnx/operators/layers.h"

namespace lw::onnx::convert {

using graph::Node;

namespace {

constexpr int64_t kMostSteps = 1024;

struct Activation {
  std::string name;
  std::optional<double> alpha, beta;
};

// What is the same for every direction and layer
struct Recurrent {
  Node x;  // (steps, batch, features)
  int64_t steps = 0, batch = 0, hidden = 0, gates = 0, directions = 1;
  bool batchFirst = false;
  std::string direction;
  DataType type;
  std::vector<Activation> activations;
  std::optional<Node> lengths;  // int64 (batch, 1)
};

// The activations of all directions. Values of alpha and beta go to those that take them, in order.
std::vector<Activation> activations(const Conversion& c, std::vector<std::string> otherwise, int64_t directions) {
  std::vector<Activation> all;
  if (const Attribute* given = c.attribute("activations"))
    for (const std::string_view name : given->texts) all.push_back({std::string(name), {}, {}});
  if (all.empty())
    for (const std::string& name : otherwise) all.push_back({name, {}, {}});
  const size_t wanted = otherwise.size() * static_cast<size_t>(directions);
  if (all.size() == otherwise.size())
    for (size_t i = otherwise.size(); i < wanted; ++i) all.push_back(all[i - otherwise.size()]);
  if (all.size() != wanted) c.refuse(say("it has {0} activations", static_cast<int64_t>(all.size())));
  const auto share = [&](const char* name, std::initializer_list<const char*> takers, auto member) {
    const auto values = c.numbers(name).value_or(std::vector<double>{});
    size_t next = 0;
    for (Activation& a : all)
      if (next < values.size() && std::any_of(takers.begin(), takers.end(), [&](const char* t) { return a.name == t; }))
        a.*member = values[next++];
  };
  share("activation_alpha", {"Affine", "LeakyRelu", "ThresholdedRelu", "ScaledTanh", "HardSigmoid", "Elu"},
        &Activation::alpha);
  share("activation_beta", {"Affine", "ScaledTanh", "HardSigmoid"}, &Activation::beta);
  return all;
}

Recurrent recurrent(const Conversion& c, int64_t gates, const std::vector<std::string>& otherwise) {
  Recurrent r{.x = c.in(0)};
  r.batchFirst = c.integer("layout", 0) != 0;
  r.direction = c.text("direction", "forward");
  if (r.direction != "forward" && r.direction != "reverse" && r.direction != "bidirectional")
    c.fail(err::kOnnxAttributeValue(c.title(), "direction", r.direction));
  if (r.batchFirst) r.x = c.permute(r.x, {1, 0, 2});
  const auto shape = c.shapeOf(r.x), weights = c.shapeOf(c.in(2));
  if (shape.size() != 3 || weights.size() != 3) c.refuse("its operands have other than three dimensions");
  r.steps = shape[0];
  r.batch = shape[1];
  r.hidden = weights[2];
  r.gates = gates;
  r.directions = r.direction == "bidirectional" ? 2 : 1;
  if (weights[0] != r.directions || weights[1] != gates * r.hidden || c.integer("hidden_size", r.hidden) != r.hidden)
    c.refuse("the weights have another shape than hidden_size and direction say");
  if (r.steps > kMostSteps) c.refuse(say("a sequence of {0} steps is too long to be unrolled", r.steps));
  r.type = c.typeOf(r.x);
  r.activations = activations(c, otherwise, r.directions);
  if (c.has(4)) r.lengths = c.expandDims(c.cast(c.in(4), dtype::Int64), {1});
  return r;
}

// Values of one direction, and what each step needs
struct Direction {
  const Conversion& c;
  const Recurrent& r;
  int64_t number;
  Node inputs;  // x W^T + bias: (steps, batch, gates * hidden)

  std::optional<Node> own(size_t place) const {  // an operand without its first dimension, which is the direction
    if (!c.has(place)) return std::nullopt;
    return c.call("take", {c.in(place), c.scalar(static_cast<double>(number), dtype::Int64)}, attrs("axis", 0));
  }
  // Of (batch, directions, hidden) with layout 1
  Node state(size_t place) const {
    if (!c.has(place)) return c.array(c.zeros(r.type, {r.batch, r.hidden}));
    const Node direction = c.scalar(static_cast<double>(number), dtype::Int64);
    return c.call("take", {c.in(place), direction}, attrs("axis", r.batchFirst ? 1 : 0));
  }
  // The columns of gates from `first` on
  Node gate(const Node& x, int64_t first, int64_t count = 1) const {
    const int64_t axis = c.rankOf(x) - 1, begin = first * r.hidden, end = (first + count) * r.hidden;
    return c.slice(x, {axis}, {IntImm{dtype::Int64, begin}}, {IntImm{dtype::Int64, end}}, {1});
  }
  Node step(int64_t t) const {
    return c.call("take", {inputs, c.scalar(static_cast<double>(t), dtype::Int64)}, attrs("axis", 0));
  }
  Node act(size_t which, Node x) const {
    if (const double limit = c.number("clip", 0); limit > 0)
      x = c.call("minimum", {c.call("maximum", {x, c.scalar(-limit, r.type)}), c.scalar(limit, r.type)});
    const Activation& a =
        r.activations[which + static_cast<size_t>(number) * r.activations.size() / static_cast<size_t>(r.directions)];
    return activated(c, x, a.name, a.alpha, a.beta);
  }
  Node sum(const Node& a, const std::optional<Node>& b) const { return b ? c.call("add", {a, *b}) : a; }
  Node product(const Node& a, const Node& b) const { return c.call("multiply", {a, b}); }
};

// In the order in which the direction reads the steps; a sequence that is shorter is reversed by itself.
Node inOrder(const Conversion& c, const Recurrent& r, const Node& x, bool back) {
  if (!back) return x;
  if (!r.lengths) return c.call("flip", {x}, attrs("axis", 0));
  return c.call("reverse_sequence", {x, c.cast(c.in(4), dtype::Int32)}, attrs("seq_axis", 0, "batch_axis", 1));
}

struct States {
  Node hidden;
  std::optional<Node> cell;
};
using Step = States (*)(const Direction& d, const Node& inputs, const States& before);

// After the end of a sequence its states stay as they are, and the results are 0.
struct Run {
  Node results;  // (steps, batch, hidden)
  States last;
};
Run run(const Conversion& c, const Recurrent& r, const Direction& d, bool back, States states, Step next) {
  std::vector<Node> results;
  for (int64_t t = 0; t < r.steps; ++t) {
    const States after = next(d, d.step(t), states);
    if (!r.lengths) {
      states = after;
      results.push_back(states.hidden);
      continue;
    }
    const Node lives = c.call("less", {c.scalar(static_cast<double>(t), dtype::Int64), *r.lengths});
    states.hidden = c.call("where", {lives, after.hidden, states.hidden});
    if (after.cell) states.cell = c.call("where", {lives, *after.cell, *states.cell});
    results.push_back(c.call("where", {lives, states.hidden, c.scalar(0, r.type)}));
  }
  const Node all = r.steps == 0 ? c.array(c.zeros(r.type, {0, r.batch, r.hidden}))
                                : c.call("stack", {graph::TupleNode{results}}, attrs("axis", 0));
  return {inOrder(c, r, all, back), states};
}

// `added`: gates whose bias of the recurrence can be added before the first step.
void convertAll(const Conversion& c, const Recurrent& r, int64_t added, Step next) {
  std::vector<Node> results, hidden, cells;
  for (int64_t number = 0; number < r.directions; ++number) {
    const bool back = r.direction == "reverse" || number == 1;
    Direction d{c, r, number, r.x};
    d.inputs = c.call("matmul", {inOrder(c, r, r.x, back), c.permute(*d.own(1), {1, 0})});
    if (const std::optional<Node> bias = d.own(3)) {
      d.inputs = c.call("add", {d.inputs, d.gate(*bias, 0, r.gates)});
      Node more = d.gate(*bias, r.gates, added);
      if (added < r.gates) {
        const Node rest = c.array(c.zeros(r.type, {(r.gates - added) * r.hidden}));
        more = c.call("concat", {graph::TupleNode{{more, rest}}}, attrs("axis", 0));
      }
      d.inputs = c.call("add", {d.inputs, more});
    }
    States first{d.state(5), {}};
    if (r.gates == 4) first.cell = d.state(6);
    const Run made = run(c, r, d, back, std::move(first), next);
    results.push_back(made.results);
    hidden.push_back(made.last.hidden);
    if (made.last.cell) cells.push_back(*made.last.cell);
  }
  const auto stacked = [&](const std::vector<Node>& all, int64_t axis) {
    return c.call("stack", {graph::TupleNode{all}}, attrs("axis", axis));
  };
  if (c.wants(0)) {
    const Node all = stacked(results, 1);
    c.out(r.batchFirst ? c.permute(all, {2, 0, 1, 3}) : all);
  }
  if (c.wants(1)) c.out(1, stacked(hidden, r.batchFirst ? 1 : 0));
  if (c.wants(2)) c.out(2, stacked(cells, r.batchFirst ? 1 : 0));
}

Node recurrence(const Direction& d, const Node& hidden, const Node& weights) {
  return d.c.call("matmul", {hidden, d.c.permute(weights, {1, 0})});
}
Node rows(const Direction& d, const Node& weights, int64_t first, int64_t count) {
  const int64_t begin = first * d.r.hidden, end = (first + count) * d.r.hidden;
  return d.c.slice(weights, {0}, {IntImm{dtype::Int64, begin}}, {IntImm{dtype::Int64, end}}, {1});
}

// H' = f(X W + H R)
States rnnStep(const Direction& d, const Node& inputs, const States& before) {
  return {d.act(0, d.sum(inputs, recurrence(d, before.hidden, *d.own(2)))), {}};
}

// Gates i, o, f, c; with peepholes the gates see the cell.
States lstmStep(const Direction& d, const Node& inputs, const States& before) {
  const Node all = d.sum(inputs, recurrence(d, before.hidden, *d.own(2)));
  const std::optional<Node> peepholes = d.own(7);
  const auto sees = [&](int64_t gate, int64_t which, const Node& cell) {
    const Node own = d.gate(all, gate);
    return peepholes ? d.sum(own, d.product(d.gate(*peepholes, which), cell)) : own;
  };
  const Node in = d.act(0, sees(0, 0, *before.cell));
  const bool coupled = d.c.integer("input_forget", 0) != 0;
  const Node forget = coupled ? plus(d.c, d.c.call("negative", {in}), 1) : d.act(0, sees(2, 2, *before.cell));
  const Node candidate = d.act(1, d.gate(all, 3));
  const Node cell = d.sum(d.product(forget, *before.cell), d.product(in, candidate));
  const Node out = d.act(0, sees(1, 1, cell));
  return {d.product(out, d.act(2, cell)), cell};
}

// Gates z, r, h. linear_before_reset: the recurrence of h is reset after its product, not before.
States gruStep(const Direction& d, const Node& inputs, const States& before) {
  const Conversion& c = d.c;
  const Node weights = *d.own(2);
  const Node both = d.act(0, d.sum(d.gate(inputs, 0, 2), recurrence(d, before.hidden, rows(d, weights, 0, 2))));
  const Node update = d.gate(both, 0), reset = d.gate(both, 1);
  const std::optional<Node> bias = d.own(3);
  const std::optional<Node> own = bias ? std::optional(d.gate(*bias, 5)) : std::nullopt;
  const Node last = rows(d, weights, 2, 1);
  const Node hidden = c.integer("linear_before_reset", 0) != 0
                          ? d.product(reset, d.sum(recurrence(d, before.hidden, last), own))
                          : d.sum(recurrence(d, d.product(reset, before.hidden), last), own);
  const Node candidate = d.act(1, d.sum(d.gate(inputs, 2), hidden));
  const Node rest = plus(c, c.call("negative", {update}), 1);
  return {d.sum(d.product(rest, candidate), d.product(update, before.hidden)), {}};
}

}  // namespace

void rnn(const Conversion& c) { convertAll(c, recurrent(c, 1, {"Tanh"}), 1, rnnStep); }
void lstm(const Conversion& c) { convertAll(c, recurrent(c, 4, {"Sigmoid", "Tanh", "Tanh"}), 4, lstmStep); }
void gru(const Conversion& c) { convertAll(c, recurrent(c, 3, {"Sigmoid", "Tanh"}), 2, gruStep); }

}  // namespace lw::onnx::convert
