#include "passes/graph/fold_constant.h"

#include <algorithm>

#include "core/graph/operators.h"
#include "core/graph/visit.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

constexpr int64_t kSmallResult = 4096;            // bytes that a result may always have
constexpr int64_t kMostIterations = 200'000'000;  // of a kernel that is carried out

// The iterations of the largest nest of loops, one inside the other; nothing: they are not known.
std::optional<int64_t> iterationsOf(const Stmt& s) {
  int64_t most = 1;
  bool known = true;
  forEachStmt(s, [&](const Stmt& at) {
    int64_t iterations = 1;
    for (const auto* loop = at.as<For>(); loop; loop = loop->body.as<For>()) {
      const auto extent = asInt(loop->extent);
      known = known && extent;
      if (extent && iterations <= kMostIterations) iterations *= std::max<int64_t>(1, *extent);
    }
    most = std::max(most, iterations);
  });
  return known ? std::optional(most) : std::nullopt;
}

std::optional<int64_t> bytesOf(const graph::StructInfo& info) {
  const auto* tensor = info.as<graph::TensorInfo>();
  if (!tensor || !tensor->sizes || !tensor->type) return std::nullopt;
  int64_t bytes = tensor->type->bytes();
  for (const Expr& size : *tensor->sizes) {
    const auto value = asInt(size);
    if (!value || *value < 0 || bytes > (int64_t{1} << 40)) return std::nullopt;
    bytes *= *value;
  }
  return bytes;
}

// Takes numbers out of the bits of others, as weights of four bits are stored.
bool unpacksBits(const PrimFunc& kernel) {
  return anyExpr(kernel.body, [](const Expr& e) {
    const auto* call = e.as<Call>();
    return call && !call->type.isBool() && (call->op == Intrinsic::ShiftRight || call->op == Intrinsic::BitwiseAnd);
  });
}

class ConstantFolder {
 public:
  ConstantFolder(const graph::Model& model, const GraphFacts& facts) : model_(model), facts_(facts) {}
  std::optional<Explanation> error;

  graph::Body body(const graph::Body& before) {
    graph::Body after = before;
    for (graph::Block& block : after.blocks)
      for (graph::Binding& b : block.bindings) {
        b.value = folded(replaceValues(b.value, replaced_));
        if (!b.target || b.matched) continue;
        if (b.value.as<graph::Constant>()) replaced_.insert_or_assign(b.target->key(), b.value);
        if (b.value.as<graph::TupleNode>()) tuples_.insert_or_assign(b.target->key(), b.value);
      }
    if (after.result) after.result = folded(replaceValues(*after.result, replaced_));
    return after;
  }

 private:
  graph::Node folded(const graph::Node& node) {
    if (const auto* branch = node.as<graph::Branch>())
      return graph::Branch{branch->condition, body(branch->whenTrue), body(branch->whenFalse)};
    if (const auto* item = node.as<graph::TupleItem>())
      if (const auto* value = item->tuple.as<graph::Value>(); value && tuples_.contains(value->key())) {
        const auto& fields = tuples_.at(value->key()).as<graph::TupleNode>()->fields;
        if (const graph::Node& field = fields[static_cast<size_t>(item->index)]; field.as<graph::Constant>())
          return field;
      }
    const auto* call = node.as<graph::Call>();
    if (!call || !call->op || call->op->name != "call_tir" || error) return node;
    const auto* ref = call->args[0]->as<graph::FunctionRef>();
    const auto* args = call->args[1]->as<graph::TupleNode>();
    const PrimFunc* kernel = ref ? model_.kernels.find(ref->name) : nullptr;
    if (!kernel || !args || (call->args.size() > 2 && call->args[2])) return node;
    std::vector<NDArray> inputs;
    int64_t inputBytes = 0, outputBytes = 0;
    for (const graph::Node& arg : args->fields) {
      const auto* constant = arg.as<graph::Constant>();
      if (!constant || !constant->data) return node;
      inputs.push_back(*constant->data);
      inputBytes += static_cast<int64_t>(constant->data->data.size());
    }
    for (const graph::StructInfo& info : call->results) {
      const auto bytes = bytesOf(info);
      if (!bytes) return node;
      outputBytes += *bytes;
    }
    if (outputBytes > std::max(kSmallResult, inputBytes)) return node;
    // A step of unpacking may be as small as what it reads; all steps together are larger.
    if (outputBytes > kSmallResult && unpacksBits(*kernel)) return node;
    if (const auto iterations = iterationsOf(kernel->body); !iterations || *iterations > kMostIterations) return node;
    Result<std::vector<NDArray>> outputs = facts_.evaluate(*kernel, inputs);
    if (!outputs) {
      error = outputs.error();
      return node;
    }
    graph::TupleNode results;
    for (NDArray& output : *outputs) {
      graph::Sizes sizes;
      for (const int64_t size : output.shape) sizes.push_back(makeConst(dtype::Int64, size));
      graph::StructInfo info = graph::tensorOf(std::move(sizes), output.type);
      results.fields.emplace_back(
          graph::Constant{std::move(info), std::make_shared<const NDArray>(std::move(output)), -1});
    }
    return call->severalResults ? graph::Node(std::move(results)) : results.fields.front();
  }

  const graph::Model& model_;
  const GraphFacts& facts_;
  graph::Replacements replaced_;  // by constants
  graph::Replacements tuples_;    // values that are bound to a tuple
};

}  // namespace

Result<graph::Model> withFoldedConstants(const graph::Model& model, const GraphFacts& facts) {
  if (!facts.evaluate) return model;
  graph::Model result = model;
  ConstantFolder folder(model, facts);
  for (graph::Function& f : result.graph.functions) f.body = folder.body(f.body);
  if (folder.error) return *folder.error;
  return result;
}

const GraphPass kFoldConstantPass{.name = "fold_constant",
                                  .label = "Constants",
                                  .help = "Carries out kernels of constants.",
                                  .run = withFoldedConstants};

}  // namespace lw
