#include "core/graph/struct_info.h"

#include "core/arith/analyzer.h"
#include "core/graph/graph.h"
#include "core/ir/ops.h"

namespace lw::graph {

StructInfo tensorOf(Sizes sizes, std::optional<DataType> type) {
  const int rank = static_cast<int>(sizes.size());
  return TensorInfo{rank, std::move(sizes), nullptr, type, {}};
}
StructInfo tensorOfRank(int rank, std::optional<DataType> type) {
  return TensorInfo{rank, std::nullopt, nullptr, type, {}};
}

Fit sameSize(const Expr& a, const Expr& b) {
  const auto x = asInt(a), y = asInt(b);
  if (x && y) return *x == *y ? Fit::Yes : Fit::No;
  const Expr difference = simplify(cast(dtype::Int64, a) - cast(dtype::Int64, b));
  const auto by = asInt(difference);
  return !by ? Fit::Unknown : *by == 0 ? Fit::Yes : Fit::No;
}

namespace {

Fit both(Fit a, Fit b) {
  return a == Fit::No || b == Fit::No ? Fit::No : a == Fit::Yes && b == Fit::Yes ? Fit::Yes : Fit::Unknown;
}

Fit fitSizes(const std::optional<Sizes>& given, const std::optional<Sizes>& wanted) {
  if (!wanted) return Fit::Yes;
  if (!given) return Fit::Unknown;
  Fit fit = given->size() == wanted->size() ? Fit::Yes : Fit::No;
  for (size_t i = 0; fit != Fit::No && i < given->size(); ++i) fit = both(fit, sameSize((*given)[i], (*wanted)[i]));
  return fit;
}
Fit fitRank(int given, int wanted) {
  return wanted < 0 || given == wanted ? Fit::Yes : given < 0 ? Fit::Unknown : Fit::No;
}

Fit fitFields(const std::vector<StructInfo>& given, const std::vector<StructInfo>& wanted) {
  Fit fit = given.size() == wanted.size() ? Fit::Yes : Fit::No;
  for (size_t i = 0; fit != Fit::No && i < given.size(); ++i) fit = both(fit, fits(given[i], wanted[i]));
  return fit;
}

}  // namespace

Fit fits(const StructInfo& given, const StructInfo& wanted) {
  if (wanted.as<AnyInfo>()) return Fit::Yes;
  if (given.as<AnyInfo>()) return Fit::Unknown;
  if (given.node().kind.index() != wanted.node().kind.index()) return Fit::No;
  if (const auto* w = wanted.as<TensorInfo>()) {
    const auto& g = *given.as<TensorInfo>();
    const Fit type = !w->type ? Fit::Yes : !g.type ? Fit::Unknown : *g.type == *w->type ? Fit::Yes : Fit::No;
    return both(type, both(fitRank(g.rank, w->rank), fitSizes(g.sizes, w->sizes)));
  }
  if (const auto* w = wanted.as<ShapeInfo>()) {
    const auto& g = *given.as<ShapeInfo>();
    return both(fitRank(g.rank, w->rank), fitSizes(g.sizes, w->sizes));
  }
  if (const auto* w = wanted.as<ScalarInfo>()) {
    const auto& g = *given.as<ScalarInfo>();
    if (g.type != w->type) return Fit::No;
    return !w->value ? Fit::Yes : !g.value ? Fit::Unknown : sameSize(*g.value, *w->value);
  }
  if (const auto* w = wanted.as<TupleInfo>()) return fitFields(given.as<TupleInfo>()->fields, w->fields);
  const auto &g = *given.as<FunctionInfo>(), &w = *wanted.as<FunctionInfo>();
  const Fit result = both(fits(g.result, w.result), g.pure || !w.pure ? Fit::Yes : Fit::No);
  if (!w.params) return result;
  return !g.params ? Fit::Unknown : both(result, fitFields(*w.params, *g.params));
}

}  // namespace lw::graph
