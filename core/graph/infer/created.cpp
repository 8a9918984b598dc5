// Operators that make a tensor of given sizes, or like another one.
#include <limits>

#include "core/graph/infer/infer.h"

namespace lw::graph::infer {

Info createdInfo(const Inference& in) {
  std::optional<DataType> type = in.type("dtype", std::nullopt);
  if (in.isNone("dtype") && in.infos.size() > 1) {  // of the value that fills it
    const Result<TensorInfo> value = in.tensor(1);
    if (!value) return value.error();
    type = value->type;
  }
  if (const auto sizes = in.sizes(0)) return tensorOf(*sizes, type);
  const auto* shape = in.infos[0] ? in.infos[0]->as<ShapeInfo>() : nullptr;
  return tensorOfRank(shape ? shape->rank : -1, type);
}

// With another element type, if one is given as dtype or out_dtype.
Info createdLikeInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  x->type = in.type(in.op.find("out_dtype") ? "out_dtype" : "dtype", x->type);
  return StructInfo(*x);
}

Info arangeInfo(const Inference& in) {
  const auto number = [&](size_t place) -> std::optional<int64_t> {
    const auto* scalar = in.infos[place] ? in.infos[place]->as<ScalarInfo>() : nullptr;
    return scalar && scalar->value ? asInt(*scalar->value) : std::nullopt;
  };
  std::optional<DataType> computed = dtype::Int64;
  bool isFloat = false;
  for (const std::optional<StructInfo>& operand : in.infos) {
    if (!operand) continue;
    const auto* scalar = operand->as<ScalarInfo>();
    isFloat = isFloat || (scalar && scalar->type.isFloat());
    if (!scalar) computed = std::nullopt;
  }
  if (isFloat) computed = dtype::Float32;
  const std::optional<DataType> type = in.type("dtype", computed);
  const auto first = number(0), second = number(1);
  const std::optional<int64_t> step = in.infos[2] ? number(2) : std::optional<int64_t>(1);
  const std::optional<int64_t> begin = in.infos[1] ? first : std::optional<int64_t>(0),
                               end = in.infos[1] ? second : first;
  if (!begin || !end || !step || *step == 0) return tensorOfRank(1, type);
  const __int128 count = (static_cast<__int128>(*end) - *begin + *step + (*step > 0 ? -1 : 1)) / *step;
  if (count > std::numeric_limits<int64_t>::max()) return tensorOfRank(1, type);
  return tensorOf({makeConst(dtype::Int64, count < 0 ? 0 : static_cast<int64_t>(count))}, type);
}

Info allocatedInfo(const Inference& in) {
  size_t shape = 0;
  while (in.op.params[shape].kind != ParamKind::Shape) ++shape;
  std::optional<DataType> type;
  for (size_t i = 0; i < in.call.args.size(); ++i)
    if (const auto* node = in.call.args[i] ? in.call.args[i]->as<TypeNode>() : nullptr) type = node->type;
  if (const auto sizes = in.sizes(shape)) return tensorOf(*sizes, type);
  return tensorOfRank(-1, type);
}

}  // namespace lw::graph::infer
