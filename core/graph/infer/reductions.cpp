// Operators that combine the elements along dimensions.
#include <algorithm>

#include "core/graph/errors.h"
#include "core/graph/infer/infer.h"

namespace lw::graph::infer {
namespace {

Info reduced(const Inference& in, std::optional<DataType> type) {
  Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  if (!type) type = x->type;
  const bool* keep = in.attribute("keepdims").as<bool>();
  const std::optional<int64_t> number = in.integer("keepdims");
  const bool keeps = keep ? *keep : number && *number != 0;
  const auto given = in.integers("axis");
  if ((!given && !in.isNone("axis")) || (!keep && !number)) return tensorOfRank(-1, type);
  if (!given && !keeps) return tensorOf({}, type);
  if (x->rank < 0) return tensorOfRank(-1, type);
  std::vector<bool> combined(static_cast<size_t>(x->rank), !given);
  if (given)
    for (const int64_t one : *given) {
      const Result<int> axis = in.axis(one, x->rank);
      if (!axis) return axis.error();
      if (combined[static_cast<size_t>(*axis)]) return err::kGraphAxisTwice(in.op.name, one);
      combined[static_cast<size_t>(*axis)] = true;
    }
  const auto left = std::count(combined.begin(), combined.end(), false);
  if (!x->sizes) return tensorOfRank(keeps ? x->rank : static_cast<int>(left), type);
  Sizes sizes;
  for (size_t i = 0; i < combined.size(); ++i)
    if (!combined[i])
      sizes.push_back((*x->sizes)[i]);
    else if (keeps)
      sizes.push_back(makeConst(dtype::Int64, 1));
  return tensorOf(std::move(sizes), type);
}

}  // namespace

Info reductionInfo(const Inference& in) { return reduced(in, std::nullopt); }
Info argReductionInfo(const Inference& in) { return reduced(in, dtype::Int64); }

Info scanInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  x->type = in.type("dtype", x->type);
  if (in.integer("axis")) return StructInfo(*x);
  if (!in.isNone("axis")) return tensorOfRank(-1, x->type);
  if (!x->sizes) return tensorOfRank(1, x->type);
  Expr count = makeConst(dtype::Int64, 1);
  for (const Expr& size : *x->sizes) count = count * size;
  return tensorOf({count}, x->type);
}

Info scalarTensorInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  return tensorOf({}, x->type);
}

}  // namespace lw::graph::infer
