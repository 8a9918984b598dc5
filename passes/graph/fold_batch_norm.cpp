#include "passes/graph/fold_batch_norm.h"

#include <algorithm>
#include <unordered_map>

#include "core/graph/infer/infer.h"
#include "core/graph/operators.h"
#include "core/graph/visit.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

using graph::Node;

bool isConstant(const Node& node) { return node.as<graph::Constant>() != nullptr; }

graph::Inference callOf(const graph::Call& call) { return {*call.op, call, {}}; }

class BatchNormFolder {
 public:
  graph::Body body(const graph::Body& before) {
    countReads(before);
    graph::Body after;
    for (const graph::Block& block : before.blocks) {
      made_ = {block.dataflow, {}, block.outputs};
      calls_.clear();
      for (const graph::Binding& b : block.bindings) {
        if (b.target && !b.matched && folded(b)) continue;
        if (b.target && !b.matched && b.value.as<graph::Call>()) calls_.emplace(b.target->key(), made_.bindings.size());
        made_.bindings.push_back(b);
      }
      after.blocks.push_back(std::move(made_));
    }
    after.result = before.result;
    return after;
  }

 private:
  void countReads(const graph::Body& body) {
    const auto count = [&](const graph::Value& v) { ++reads_[v.key()]; };
    forEachRead(body, count);
    for (const graph::Block& block : body.blocks)
      for (const graph::Value& output : block.outputs) count(output);
  }

  // The binding `v = batch_norm(...)[0]`, or `v = t[0]` where t is a normalisation; nothing else reads the
  // normalisation nor the convolution, which dead_code_elimination removes then.
  bool folded(const graph::Binding& b) {
    const auto* item = b.value.as<graph::TupleItem>();
    if (!item || item->index != 0) return false;
    const graph::Call* norm = item->tuple.as<graph::Call>();
    if (const auto* value = item->tuple.as<graph::Value>())
      norm = reads_[value->key()] == 1 ? callBehind(*value) : nullptr;
    if (!norm || !norm->op || norm->op->name != "nn.batch_norm") return false;
    const auto* data = norm->args[0]->as<graph::Value>();
    const graph::Call* conv = data ? callBehind(*data) : nullptr;
    if (!conv || !conv->op || conv->op->name != "nn.conv2d" || reads_[data->key()] != 1) return false;
    if (!isConstant(*conv->args[1])) return false;
    for (size_t i = 1; i < 5; ++i)
      if (!isConstant(*norm->args[i])) return false;
    return fold(*b.target, *norm, *conv);
  }

  // The call that a value of this block is bound to.
  const graph::Call* callBehind(const graph::Value& value) const {
    const auto at = calls_.find(value.key());
    return at == calls_.end() ? nullptr : made_.bindings[at->second].value.as<graph::Call>();
  }

  bool fold(const graph::Value& target, const graph::Call& norm, const graph::Call& conv) {
    const auto* x = target.info().as<graph::TensorInfo>();
    const auto* weights = conv.args[1]->as<graph::Constant>()->info.as<graph::TensorInfo>();
    if (!x || !x->sizes || !x->type || !weights || !weights->sizes) return false;
    const std::string kernel = callOf(conv).text("kernel_layout");
    const std::string data =
        callOf(conv).isNone("out_layout") ? callOf(conv).text("data_layout") : callOf(conv).text("out_layout");
    const size_t filters = kernel.find('O'), channels = data.find('C');
    const Result<int> axis = callOf(norm).axis(callOf(norm).integer("axis").value_or(0), x->rank);
    if (!axis || static_cast<size_t>(*axis) != channels || filters >= weights->sizes->size()) return false;
    const Expr one = makeConst(dtype::Int64, 1), count = (*x->sizes)[channels];
    graph::Sizes weightShape(weights->sizes->size(), one), shape(x->sizes->size(), one);
    weightShape[filters] = shape[channels] = count;
    const auto flag = [&](const char* name) {
      const bool* value = callOf(norm).attribute(name).as<bool>();
      return !value || *value;
    };
    const double* given = callOf(norm).attribute("epsilon").as<double>();
    NDArray epsilon = NDArray::zeros(*x->type, {});
    epsilon.set(0, given ? *given : 1e-5);
    const graph::Constant small{graph::tensorOf({}, *x->type), std::make_shared<const NDArray>(std::move(epsilon)), -1};
    Node scale = emit("rsqrt", {emit("add", {*norm.args[4], Node(small)})});
    if (flag("scale")) scale = emit("multiply", {*norm.args[1], scale});
    const Node moved = emit("multiply", {*norm.args[3], scale});
    const Node bias = flag("center") ? emit("subtract", {*norm.args[2], moved}) : emit("negative", {moved});
    graph::Call copy = conv;
    copy.args[1] =
        emit("multiply", {*conv.args[1], emit("reshape", {scale, Node(graph::ShapeNode{std::move(weightShape)})})});
    const Node product = bind(copy);
    graph::Call sum;
    sum.op = graph::findOperator("add");
    sum.args = {product, emit("reshape", {bias, Node(graph::ShapeNode{std::move(shape)})})};
    made_.bindings.push_back({target, Node(std::move(sum)), std::nullopt});
    return true;
  }

  Node emit(std::string_view op, std::vector<Node> args) {
    graph::Call call;
    call.op = graph::findOperator(op);
    for (Node& arg : args) call.args.emplace_back(std::move(arg));
    return bind(call);
  }
  Node bind(const graph::Call& call) {
    const Result<graph::StructInfo> info = infoOf(Node(call));
    const graph::Value value(
        graph::ValueNode{"lv", info ? *info : graph::StructInfo(graph::AnyInfo{}), made_.dataflow});
    made_.bindings.push_back({value, Node(call), std::nullopt});
    return value;
  }

  graph::Block made_;
  std::unordered_map<const graph::ValueNode*, size_t> calls_;  // value -> its binding in the block
  std::unordered_map<const graph::ValueNode*, int> reads_;
};

}  // namespace

graph::Model withFoldedBatchNorms(const graph::Model& model) {
  graph::Model result = model;
  for (graph::Function& f : result.graph.functions) f.body = BatchNormFolder().body(f.body);
  return result;
}

const GraphPass kFoldBatchNormPass{
    .name = "fold_batch_norm",
    .label = "Batch normalisations",
    .help = "Puts batch normalisations into the weights of the convolutions before them.",
    .run = [](const graph::Model& before, const GraphFacts& facts) -> Result<graph::Model> {
      // Weights that are not computed before the model runs would be computed in every run.
      return facts.evaluate ? withFoldedBatchNorms(before) : before;
    }};

}  // namespace lw
