#include "passes/graph/recognise_operators.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/graph/infer/infer.h"
#include "core/graph/operators.h"
#include "core/graph/visit.h"
#include "core/ir/ops.h"
#include "passes/graph/support/product_chain.h"

namespace lw {
namespace {

using graph::Node;

bool near(double a, double b) { return std::abs(a - b) <= 1e-4 * std::abs(b); }

const graph::TensorInfo* tensorInfo(const Result<graph::StructInfo>& info) {
  const auto* tensor = info ? info->as<graph::TensorInfo>() : nullptr;
  return tensor && tensor->sizes && tensor->type ? tensor : nullptr;
}
bool sameSizes(const graph::Sizes& a, const graph::Sizes& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Expr& x, const Expr& y) { return graph::sameSize(x, y) == graph::Fit::Yes; });
}

// The patterns, each as what replaces the node; nothing: the node is none of them.
class Recogniser {
 public:
  explicit Recogniser(const Definitions& definitions) : all_(definitions) {}

  std::optional<graph::Call> operatorOf(const Node& node) const {
    const Result<graph::StructInfo> info = infoOf(node);
    const graph::TensorInfo* tensor = tensorInfo(info);
    if (!tensor || (tensor->type != dtype::Float32 && tensor->type != dtype::Float(64))) return std::nullopt;
    for (const auto pattern : {&Recogniser::normOf, &Recogniser::softmax, &Recogniser::activation}) {
      std::optional<graph::Call> made = (this->*pattern)(node);
      if (!made) continue;
      const Result<graph::StructInfo> after = infoOf(Node(*made));
      const graph::TensorInfo* result = tensorInfo(after);
      if (result && result->type == tensor->type && sameSizes(*result->sizes, *tensor->sizes)) return made;
    }
    return std::nullopt;
  }

  // softmax(q @ k) @ v, with a scale and a mask.
  bool isAttention(const Node& node) const {
    const graph::Call* last = all_.call(node, "matmul");
    const graph::Call* weights = last ? all_.call(*last->args[0], "nn.softmax") : nullptr;
    return weights && isScaledProduct(*weights->args[0], 4);
  }

 private:
  static graph::Call make(std::string_view op, std::vector<Node> args, graph::AttributeMap attrs = {}) {
    graph::Call call;
    call.op = graph::findOperator(op);
    for (Node& arg : args) call.args.emplace_back(std::move(arg));
    call.attrs = std::move(attrs);
    return call;
  }

  bool isScaledProduct(const Node& node, int depth) const {
    if (depth == 0 || all_.call(node, "matmul")) return depth > 0;
    const graph::Call* sum = all_.call(node, "add");
    if (sum) return isScaledProduct(*sum->args[0], depth - 1) || isScaledProduct(*sum->args[1], depth - 1);
    const ProductChain chain = all_.product(node);
    const bool scaled = all_.call(node, "multiply") || all_.call(node, "divide");
    return scaled && chain.up.size() == 1 && chain.down.empty() && isScaledProduct(chain.up[0], depth - 1);
  }

  // x with sum(x, axis) below it in the shape that broadcasts: `op` of x over `axes`.
  struct Reduced {
    Node data;
    std::vector<int64_t> axes;
  };
  std::optional<Reduced> reduced(const Node& node, std::string_view op) const {
    Node inner = all_.unshaped(node);
    // maximum(-inf, max(x)), as JAX writes it
    if (const graph::Call* bound = all_.call(inner, "maximum"))
      for (const size_t i : {0, 1})
        if (all_.number(*bound->args[i]) == -std::numeric_limits<double>::infinity())
          inner = all_.unshaped(*bound->args[1 - i]);
    const graph::Call* call = all_.call(inner, op);
    if (!call) return std::nullopt;
    const Result<graph::StructInfo> info = infoOf(*call->args[0]), result = infoOf(node);
    const graph::TensorInfo* data = tensorInfo(info);
    const graph::TensorInfo* kept = tensorInfo(result);
    const graph::Inference in{*call->op, *call, {}};
    const std::optional<std::vector<int64_t>> given = in.integers("axis");
    if (!data || !kept || !given) return std::nullopt;
    Reduced made{*call->args[0], {}};
    graph::Sizes sizes = *data->sizes;
    for (const int64_t a : *given) {
      const Result<int> axis = in.axis(a, static_cast<int>(sizes.size()));
      if (!axis) return std::nullopt;
      sizes[static_cast<size_t>(*axis)] = makeConst(dtype::Int64, 1);
      made.axes.push_back(*axis);
    }
    std::sort(made.axes.begin(), made.axes.end());
    if (!sameSizes(sizes, *kept->sizes)) return std::nullopt;
    return made;
  }

  // The exponent of x in a product of its powers; 0: there are other factors.
  double powerOf(const Node& x, const std::vector<Node>& factors) const {
    double sum = 0;
    for (const Node& f : factors) {
      const graph::Call* power = all_.call(f, "power");
      const std::optional<double> exponent = power ? all_.number(*power->args[1]) : std::nullopt;
      if (all_.same(f, x))
        sum += 1;
      else if (exponent && all_.same(*power->args[0], x))
        sum += *exponent;
      else if (const graph::Call* product = all_.call(f, "multiply")) {
        const double inner = powerOf(x, {*product->args[0], *product->args[1]});
        if (inner == 0) return 0;
        sum += inner;
      } else
        return 0;
    }
    return sum;
  }

  bool isErfOfGelu(const Node& inner, const Node& x) const {
    const graph::Call* erf = all_.call(inner, "erf");
    if (!erf) return false;
    const ProductChain chain = all_.product(*erf->args[0]);
    return near(chain.number, 1 / std::numbers::sqrt2) && chain.down.empty() && chain.up.size() == 1 &&
           all_.same(chain.up[0], x);
  }
  bool isTanhOfGelu(const Node& inner, const Node& x) const {
    const graph::Call* tanh = all_.call(inner, "tanh");
    if (!tanh) return false;
    const ProductChain chain = all_.product(*tanh->args[0]);
    if (!near(chain.number, std::sqrt(2 / std::numbers::pi)) || !chain.down.empty()) return false;
    // x + 0.044715 x^3, or x * (1 + 0.044715 x^2)
    const bool factored = chain.up.size() == 2;
    for (size_t i = 0; i < chain.up.size(); ++i) {
      const graph::Call* sum = all_.call(chain.up[i], "add");
      if (!sum || (factored ? !all_.same(chain.up[1 - i], x) : chain.up.size() != 1)) continue;
      for (const size_t j : {0, 1}) {
        const Node& one = *sum->args[j];
        if (factored ? all_.number(one) != 1.0 : !all_.same(one, x)) continue;
        const ProductChain cubic = all_.product(*sum->args[1 - j]);
        if (near(cubic.number, 0.044715) && cubic.down.empty() && powerOf(x, cubic.up) == (factored ? 2 : 3))
          return true;
      }
    }
    return false;
  }

  std::optional<graph::Call> activation(const Node& node) const {
    if (!all_.call(node, "multiply") && !all_.call(node, "divide")) return std::nullopt;
    const ProductChain chain = all_.product(node);
    if (chain.up.size() != 2 || !chain.down.empty()) return std::nullopt;
    for (const size_t i : {0, 1}) {
      const Node& x = chain.up[i];
      const graph::Call* sigmoid = all_.call(chain.up[1 - i], "sigmoid");
      if (sigmoid && chain.number == 1 && all_.same(*sigmoid->args[0], x)) return make("nn.silu", {x});
      const auto inner = all_.plusNumber(chain.up[1 - i]);
      if (!inner || inner->second != 1 || !near(chain.number, 0.5)) continue;
      if (isErfOfGelu(inner->first, x)) return make("nn.gelu", {x});
      if (isTanhOfGelu(inner->first, x)) return make("nn.gelu_tanh", {x});
    }
    return std::nullopt;
  }

  std::optional<graph::Call> softmax(const Node& node) const {
    const graph::Call* quotient = all_.call(node, "divide");
    const graph::Call* exp = quotient ? all_.call(*quotient->args[0], "exp") : nullptr;
    const graph::Call* moved = exp ? all_.call(*exp->args[0], "subtract") : nullptr;
    const std::optional<Reduced> sum = moved ? reduced(*quotient->args[1], "sum") : std::nullopt;
    const std::optional<Reduced> most = sum ? reduced(*moved->args[1], "max") : std::nullopt;
    if (!most || sum->axes != most->axes || sum->axes.size() != 1) return std::nullopt;
    if (!all_.same(sum->data, *quotient->args[0]) || !all_.same(most->data, *moved->args[0])) return std::nullopt;
    return make("nn.softmax", {*moved->args[0]}, {{"axis", {sum->axes[0]}}});
  }

  // The mean of the squares of `x` over `axes`, plus epsilon, below a root.
  struct Root {
    Node of;
    std::vector<int64_t> axes;
    double epsilon;
  };
  std::optional<Root> rootOfSquares(const Node& node) const {
    const graph::Call* root = node.as<graph::Call>() ? node.as<graph::Call>() : all_.call(node, "sqrt");
    if (!root || root->op->name != "sqrt") return std::nullopt;
    const auto sum = all_.plusNumber(*root->args[0]);
    const std::optional<Reduced> mean = sum ? reduced(sum->first, "mean") : std::nullopt;
    if (!mean) return std::nullopt;
    const ProductChain square = all_.product(mean->data);
    if (square.number != 1 || square.up.empty() || !square.down.empty()) return std::nullopt;
    const graph::Call* power = all_.call(square.up[0], "power");
    const Node x = power ? *power->args[0] : square.up[0];
    if (powerOf(x, square.up) != 2) return std::nullopt;
    return Root{x, mean->axes, sum->second};
  }

  // `of` has one element for each of the axes, which are the last ones: the shape of a scale or a shift.
  static bool fits(const Node& of, const Node& data, const std::vector<int64_t>& axes) {
    const Result<graph::StructInfo> scale = infoOf(of), info = infoOf(data);
    const graph::TensorInfo* small = tensorInfo(scale);
    const graph::TensorInfo* x = tensorInfo(info);
    if (!small || !x || axes.size() != small->sizes->size()) return false;
    const size_t first = x->sizes->size() - axes.size();
    for (size_t i = 0; i < axes.size(); ++i)
      if (axes[i] != static_cast<int64_t>(first + i)) return false;
    return sameSizes(*small->sizes,
                     graph::Sizes(x->sizes->begin() + static_cast<std::ptrdiff_t>(first), x->sizes->end()));
  }

  static graph::AttributeMap normAttributes(const Root& root) {
    graph::AttributeList axes;
    for (const int64_t a : root.axes) axes.push_back({a});
    return {{"axes", {std::move(axes)}}, {"epsilon", {root.epsilon}}};
  }

  // x / sqrt(mean(x ** 2) + epsilon) * scale: x, the root, and the scale.
  std::optional<std::pair<Root, Node>> scaled(const Node& node) const {
    const ProductChain chain = all_.product(node);
    if (chain.number != 1 || chain.up.size() != 2 || chain.down.size() != 1) return std::nullopt;
    const std::optional<Root> root = rootOfSquares(chain.down[0]);
    for (const size_t i : {0, 1})
      if (root && all_.same(chain.up[i], root->of) && fits(chain.up[1 - i], root->of, root->axes))
        return std::pair(*root, chain.up[1 - i]);
    return std::nullopt;
  }

  std::optional<graph::Call> normOf(const Node& node) const {
    if (const graph::Call* sum = all_.call(node, "add")) {
      for (const size_t i : {0, 1}) {
        const auto made = scaled(*sum->args[i]);
        const graph::Call* moved = made ? all_.call(made->first.of, "subtract") : nullptr;
        const std::optional<Reduced> mean = moved ? reduced(*moved->args[1], "mean") : std::nullopt;
        const Node& shift = *sum->args[1 - i];
        if (mean && mean->axes == made->first.axes && all_.same(mean->data, *moved->args[0]) &&
            fits(shift, made->first.of, mean->axes))
          return make("nn.layer_norm", {*moved->args[0], made->second, shift}, normAttributes(made->first));
      }
      return std::nullopt;
    }
    const auto made = all_.call(node, "multiply") || all_.call(node, "divide") ? scaled(node) : std::nullopt;
    // With a mean taken off it is part of a layer normalisation.
    if (!made || all_.call(made->first.of, "subtract")) return std::nullopt;
    return make("nn.rms_norm", {made->first.of, made->second}, normAttributes(made->first));
  }

  const Definitions& all_;
};

graph::Body recognised(const graph::Body& before, std::map<std::string, size_t>& counts) {
  graph::Body after = before;
  Definitions definitions(before);
  const Recogniser recogniser(definitions);
  for (graph::Block& block : after.blocks)
    for (graph::Binding& b : block.bindings) {
      definitions.add(b);
      if (!b.target || b.matched) continue;
      if (std::optional<graph::Call> made = recogniser.operatorOf(*b.target)) {
        ++counts[made->op->name.substr(made->op->name.rfind('.') + 1)];
        b.value = Node(*std::move(made));
        definitions.add(b);
      }
      if (recogniser.isAttention(*b.target)) ++counts["attention"];
      const graph::Call* norm = definitions.call(*b.target, "nn.batch_norm");
      if (norm && definitions.call(*norm->args[0], "nn.conv2d")) ++counts["conv2d + batch_norm"];
    }
  return after;
}

}  // namespace

graph::Model withRecognisedOperators(const graph::Model& model) {
  graph::Model result = model;
  std::map<std::string, size_t> counts;
  for (graph::Function& f : result.graph.functions) f.body = recognised(f.body, counts);
  return result;
}

std::map<std::string, size_t> recognisedOperators(const graph::Model& model) {
  std::map<std::string, size_t> counts;
  for (const graph::Function& f : model.graph.functions) recognised(f.body, counts);
  return counts;
}

const GraphPass kRecogniseOperatorsPass{
    .name = "recognise_operators",
    .label = "Operators in chains",
    .help = "Replaces chains of operators by the operator that they compute, such as GELU or a layer normalisation.",
    .run = [](const graph::Model& before, const GraphFacts&) -> Result<graph::Model> {
      return withRecognisedOperators(before);
    }};

}  // namespace lw
