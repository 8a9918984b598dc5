// Losses of classes: scores (N, C, ...), labels (N, ...).
#include "core/onnx/operators/operators.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

Node lossOf(const Conversion& c, const Node& logarithms) {
  const std::string reduction = c.text("reduction", "mean");
  if (reduction != "none" && reduction != "sum" && reduction != "mean")
    c.fail(err::kOnnxAttributeValue(c.title(), "reduction", reduction));
  graph::AttributeMap given = attrs("reduction", reduction);
  if (c.attribute("ignore_index")) addAttributes(given, "ignore_index", c.integer("ignore_index"));
  return c.call("nn.nll_loss", {logarithms, c.in(1), c.optionally(2)}, std::move(given));
}

}  // namespace

void negativeLogLikelihoodLoss(const Conversion& c) { c.out(lossOf(c, c.in(0))); }
void softmaxCrossEntropyLoss(const Conversion& c) {
  const Node logarithms = c.call("nn.log_softmax", {c.in(0)}, attrs("axis", 1));
  c.out(lossOf(c, logarithms));
  c.out(1, logarithms);
}

}  // namespace lw::onnx::convert
