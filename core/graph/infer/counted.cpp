// Operators whose results have sizes that depend on data: what is known without the data.
#include "core/arith/analyzer.h"
#include "core/graph/infer/infer.h"

namespace lw::graph::infer {

Info tensorToShapeInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const auto rank = x->sizes && x->sizes->size() == 1 ? asInt((*x->sizes)[0]) : std::nullopt;
  return StructInfo(ShapeInfo{rank ? static_cast<int>(*rank) : -1, std::nullopt});
}

// The values, and then what is asked for: the places of the first ones, the number of each element's value, and how
// often each value occurs.
Info uniqueInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const auto flag = [&](size_t place) -> std::optional<bool> {
    if (place >= in.infos.size() || !in.infos[place]) return false;
    const auto* scalar = in.infos[place]->as<ScalarInfo>();
    const auto value = scalar && scalar->value ? asInt(*scalar->value) : std::nullopt;
    return value ? std::optional(*value != 0) : std::nullopt;
  };
  const bool flat = in.infos.size() <= 5 || !in.infos[5];
  std::vector<StructInfo> fields{tensorOfRank(flat ? 1 : x->rank, x->type)};
  for (size_t place = 2; place < 5; ++place) {
    const auto asked = flag(place);
    if (!asked) return StructInfo(AnyInfo{});
    if (!*asked) continue;
    if (place == 3 && flat && x->sizes) {
      Expr elements = makeConst(dtype::Int64, 1);
      for (const Expr& size : *x->sizes) elements = elements * size;
      fields.push_back(tensorOf({simplify(elements)}, dtype::Int64));
    } else {
      fields.push_back(tensorOfRank(1, dtype::Int64));
    }
  }
  return fields.size() == 1 ? fields.front() : StructInfo(TupleInfo{std::move(fields)});
}

Info nonzeroInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  return tensorOfRank(2, dtype::Int64);
}

}  // namespace lw::graph::infer
