// Activations that both operators and recurrent layers name.
#include "core/onnx/operators/layers.h"

namespace lw::onnx::convert {

using graph::Node;

Node softplusOf(const Conversion& c, const Node& x) {
  // max(x, 0) + log(1 + exp(-|x|)) does not overflow
  const DataType type = c.typeOf(x);
  const Node tail = c.call("log", {plus(c, c.call("exp", {c.call("negative", {c.call("abs", {x})})}), 1)});
  return c.call("add", {c.call("maximum", {x, c.scalar(0, type)}), tail});
}
Node swished(const Conversion& c, const Node& x, double alpha) {
  return c.call("multiply", {x, c.call("sigmoid", {times(c, x, alpha)})});
}

Node activated(const Conversion& c, const Node& x, const std::string& name, std::optional<double> alpha,
               std::optional<double> beta) {
  std::string lower;
  for (const char letter : name) lower += static_cast<char>(std::tolower(letter));
  const DataType type = c.typeOf(x);
  const auto zero = [&] { return c.scalar(0, type); };
  const auto of = [&](const char* op) { return c.call(op, {x}); };
  if (lower == "sigmoid" || lower == "tanh") return of(lower.c_str());
  if (lower == "relu") return of("nn.relu");
  if (lower == "softplus") return softplusOf(c, x);
  if (lower == "softsign") return c.call("divide", {x, plus(c, of("abs"), 1)});
  if (lower == "affine") return plus(c, times(c, x, alpha.value_or(1)), beta.value_or(0));
  if (lower == "scaledtanh") return times(c, c.call("tanh", {times(c, x, beta.value_or(1))}), alpha.value_or(1));
  if (lower == "leakyrelu") return c.call("where", {c.call("less", {x, zero()}), times(c, x, alpha.value_or(0.01)), x});
  if (lower == "thresholdedrelu")
    return c.call("where", {c.call("greater", {x, c.scalar(alpha.value_or(1), type)}), x, zero()});
  if (lower == "elu") {
    const Node low = times(c, plus(c, c.call("exp", {c.call("minimum", {x, zero()})}), -1), alpha.value_or(1));
    return c.call("where", {c.call("less", {x, zero()}), low, x});
  }
  if (lower == "hardsigmoid") {
    const Node line = plus(c, times(c, x, alpha.value_or(0.2)), beta.value_or(0.5));
    return c.call("minimum", {c.call("maximum", {line, zero()}), c.scalar(1, type)});
  }
  c.fail(err::kOnnxAttributeValue(c.title(), "activations", name));
}

namespace {
void withAlpha(const Conversion& c, const char* name, double otherwise) {
  c.out(activated(c, c.in(0), name, c.number("alpha", otherwise), {}));
}
}  // namespace
void elu(const Conversion& c) { withAlpha(c, "Elu", 1); }
void hardSigmoid(const Conversion& c) {
  c.out(activated(c, c.in(0), "HardSigmoid", c.number("alpha", static_cast<double>(0.2F)), c.number("beta", 0.5)));
}
void leakyRelu(const Conversion& c) { withAlpha(c, "LeakyRelu", static_cast<double>(0.01F)); }
void softplus(const Conversion& c) { c.out(softplusOf(c, c.in(0))); }
void softsign(const Conversion& c) { c.out(activated(c, c.in(0), "Softsign", {}, {})); }
void swish(const Conversion& c) { c.out(swished(c, c.in(0), c.number("alpha", 1))); }
void swiGlu(const Conversion& c) { c.out(c.call("multiply", {swished(c, c.in(0), c.number("alpha", 1)), c.in(1)})); }
void thresholdedRelu(const Conversion& c) { withAlpha(c, "ThresholdedRelu", 1); }

}  // namespace lw::onnx::convert
