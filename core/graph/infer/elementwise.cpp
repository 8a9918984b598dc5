// Operators that work on each element, with broadcasting as in NumPy.
#include <algorithm>

#include "core/graph/errors.h"
#include "core/graph/infer/infer.h"

namespace lw::graph::infer {
namespace {

// Nothing: the sizes cannot be combined. A dimension of which nothing is known may turn out to be 1.
std::optional<std::optional<Sizes>> broadcastSizes(const Sizes& a, const Sizes& b) {
  const Sizes& longer = a.size() >= b.size() ? a : b;
  const Sizes& shorter = a.size() >= b.size() ? b : a;
  Sizes result = longer;
  bool known = true;
  const size_t more = longer.size() - shorter.size();
  for (size_t i = 0; i < shorter.size(); ++i) {
    const Expr &x = longer[more + i], &y = shorter[i];
    if (isOne(y)) continue;
    if (isOne(x)) {
      result[more + i] = y;
      continue;
    }
    const Fit fit = sameSize(x, y);
    if (fit == Fit::No) return std::nullopt;
    if (fit == Fit::Unknown) known = false;
  }
  return known ? std::optional<Sizes>(std::move(result)) : std::optional<Sizes>();
}

Result<TensorInfo> broadcast(const Inference& in) {
  Result<TensorInfo> a = in.tensor(0), b = in.tensor(1);
  if (!a) return a.error();
  if (!b) return b.error();
  TensorInfo result;
  if (a->type && b->type && *a->type != *b->type)
    return err::kGraphTypes(in.op.name, toString(*a->type), toString(*b->type));
  result.type = a->type ? a->type : b->type;
  const TensorInfo& placed = a->device.empty() ? *b : *a;
  result.device = placed.device;
  result.deviceIsSource = placed.deviceIsSource;
  if (a->rank >= 0 && b->rank >= 0) result.rank = std::max(a->rank, b->rank);
  if (a->sizes && b->sizes) {
    const auto sizes = broadcastSizes(*a->sizes, *b->sizes);
    if (!sizes) return err::kGraphBroadcast(in.op.name, toText(*a->sizes), toText(*b->sizes));
    result.sizes = *sizes;
  }
  return result;
}

}  // namespace

Info broadcastArithmetic(const Inference& in) {
  // Two numbers make a number.
  if (in.infos.size() == 2 && in.infos[0] && in.infos[1])
    if (const auto *a = in.infos[0]->as<ScalarInfo>(), *b = in.infos[1]->as<ScalarInfo>(); a && b)
      return StructInfo(ScalarInfo{a->type, std::nullopt});
  Result<TensorInfo> result = broadcast(in);
  if (!result) return result.error();
  return StructInfo(*result);
}

Info broadcastComparison(const Inference& in) {
  Result<TensorInfo> result = broadcast(in);
  if (!result) return result.error();
  result->type = dtype::Bool();
  return StructInfo(*result);
}

Info likeFirst(const Inference& in) {
  if (in.infos.empty() || !in.infos[0]) return StructInfo(AnyInfo{});
  return *in.infos[0];
}

Info likeSecond(const Inference& in) {
  if (in.infos.size() < 2 || !in.infos[1]) return StructInfo(AnyInfo{});
  return *in.infos[1];
}

Info boolLikeFirst(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  x->type = dtype::Bool();
  return StructInfo(*x);
}

Info whereInfo(const Inference& in) {
  Result<TensorInfo> c = in.tensor(0), a = in.tensor(1), b = in.tensor(2);
  for (const auto* operand : {&c, &a, &b})
    if (!*operand) return operand->error();
  TensorInfo result;
  result.type = a->type ? a->type : b->type;
  if (c->rank >= 0 && a->rank >= 0 && b->rank >= 0) result.rank = std::max({c->rank, a->rank, b->rank});
  if (!c->sizes || !a->sizes || !b->sizes) return StructInfo(result);
  const auto values = broadcastSizes(*a->sizes, *b->sizes);
  if (!values) return err::kGraphBroadcast(in.op.name, toText(*a->sizes), toText(*b->sizes));
  if (!*values) return StructInfo(result);
  const auto all = broadcastSizes(*c->sizes, **values);
  if (!all) return err::kGraphBroadcast(in.op.name, toText(*c->sizes), toText(**values));
  result.sizes = *all;
  return StructInfo(result);
}

Info batchNormInfo(const Inference& in) {
  std::vector<StructInfo> fields;
  for (const size_t place : {0, 3, 4}) fields.push_back(in.infos[place] ? *in.infos[place] : StructInfo(AnyInfo{}));
  return StructInfo(TupleInfo{std::move(fields)});
}

Info dropoutInfo(const Inference& in) {
  const StructInfo x = in.infos[0] ? *in.infos[0] : StructInfo(AnyInfo{});
  return StructInfo(TupleInfo{{x, x}});
}

}  // namespace lw::graph::infer
