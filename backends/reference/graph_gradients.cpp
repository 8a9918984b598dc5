// The gradients of losses and pools in graphs, window by window.
#include <algorithm>

#include "backends/reference/graph_operators.h"

namespace lw::reference {
namespace {

Array lossGradient(const GraphCall& c) {
  const Array grad = c.array(0), x = c.array(1), targets = c.array(2);
  const std::string reduction = c.in.text("reduction");
  const int64_t ignored = c.integer("ignore_index");
  const size_t channel = x.rank() == 1 ? 0 : 1;
  const auto targetAt = [&](const Shape& p) { return getInteger(targets, elementAt(targets, p)); };
  const auto weightOf = [&](int64_t target) {
    return target == ignored ? 0.0 : c.has(3) ? valueAt(c.array(3), {target}) : 1.0;
  };
  double sum = 0;
  forEachPoint(targets.shape, [&](const Shape& p) { sum += weightOf(targetAt(p)); });
  const Array result = given(makeArray(x.type, x.shape));
  forEachPoint(targets.shape, [&](const Shape& p) {
    const int64_t target = targetAt(p);
    if (target == ignored) return;
    Shape at = p;
    at.insert(at.begin() + static_cast<std::ptrdiff_t>(channel), target);
    const double outer = valueAt(grad, reduction == "none" ? p : Shape{});
    setReal(result, elementAt(result, at), -weightOf(target) * outer / (reduction == "mean" ? sum : 1));
  });
  return result;
}

Array poolGradient(const GraphCall& c, bool average) {
  const std::string layout = c.in.text("layout");
  const size_t height = layout.find('H'), width = layout.find('W');
  const Array grad = c.array(0), x = c.array(1), result = given(makeArray(x.type, x.shape));
  const auto sizes = c.integers("pool_size"), strides = c.integers("strides"), padding = c.integers("padding"),
             dilation = c.integers("dilation");
  forEachPoint(grad.shape, [&](const Shape& window) {
    std::vector<Shape> met;
    for (int64_t i = 0; i < sizes[0]; ++i)
      for (int64_t j = 0; j < sizes[1]; ++j) {
        Shape at = window;
        at[height] = window[height] * strides[0] - padding[0] + i * dilation[0];
        at[width] = window[width] * strides[1] - padding[1] + j * dilation[1];
        if (at[height] >= 0 && at[height] < x.shape[height] && at[width] >= 0 && at[width] < x.shape[width])
          met.push_back(at);
      }
    if (met.empty()) return;
    const auto add = [&](const Shape& at, double value) {
      setReal(result, elementAt(result, at), valueAt(result, at) + value);
    };
    const double outer = valueAt(grad, window);
    if (!average) {
      add(*std::max_element(met.begin(), met.end(),
                            [&](const Shape& a, const Shape& b) { return valueAt(x, a) < valueAt(x, b); }),
          outer);
      return;
    }
    const auto count =
        static_cast<double>(c.flag("count_include_pad") ? sizes[0] * sizes[1] : static_cast<int64_t>(met.size()));
    for (const Shape& at : met) add(at, outer / count);
  });
  return result;
}

}  // namespace

void addGradients(GraphFunctions& to) {
  to["grad.nll_loss_backward"] = [](const GraphCall& c) { return GraphItem{lossGradient(c)}; };
  to["grad.max_pool2d_backward"] = [](const GraphCall& c) { return GraphItem{poolGradient(c, false)}; };
  to["grad.avg_pool2d_backward"] = [](const GraphCall& c) { return GraphItem{poolGradient(c, true)}; };
}

}  // namespace lw::reference
