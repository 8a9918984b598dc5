// Operators that search, sort or look up elements, and others whose results have shapes of their own.
#include <algorithm>
#include <map>

#include "core/arith/analyzer.h"
#include "core/graph/infer/infer.h"

namespace lw::graph::infer {
namespace {

Expr int64(int64_t value) { return makeConst(dtype::Int64, value); }

// The number that the operand in this place is. Nothing: it is not known, or left out.
std::optional<int64_t> numberAt(const Inference& in, size_t place) {
  const auto* scalar = place < in.infos.size() && in.infos[place] ? in.infos[place]->as<ScalarInfo>() : nullptr;
  return scalar && scalar->value ? asInt(*scalar->value) : std::nullopt;
}

bool flagOf(const Inference& in, std::string_view name) {
  const bool* flag = in.attribute(name).as<bool>();
  return flag ? *flag : in.integer(name).value_or(0) != 0;
}

// The tensors of the operand, a tuple. Nothing: it may be anything.
std::optional<std::vector<TensorInfo>> fieldsOf(const Inference& in, size_t place) {
  const auto* tuple = place < in.infos.size() && in.infos[place] ? in.infos[place]->as<TupleInfo>() : nullptr;
  if (!tuple) return std::nullopt;
  std::vector<TensorInfo> tensors;
  for (const StructInfo& field : tuple->fields) {
    const auto* tensor = field.as<TensorInfo>();
    if (!tensor) return std::nullopt;
    tensors.push_back(*tensor);
  }
  return tensors;
}

}  // namespace

Info bucketizeInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  x->type = flagOf(in, "out_int32") ? dtype::Int32 : dtype::Int64;
  return StructInfo(*x);
}

Info topkInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const auto k = in.integer("k"), given = in.integer("axis");
  TensorInfo values = *x;
  values.sizes.reset();
  if (x->sizes && k && given) {
    const Result<int> axis = in.axis(*given, x->rank);
    if (!axis) return axis.error();
    values.sizes = x->sizes;
    if (*k > 0) (*values.sizes)[static_cast<size_t>(*axis)] = int64(*k);
  }
  TensorInfo indices = values;
  indices.type = in.type("dtype", dtype::Int32);
  const std::string what = in.text("ret_type");
  if (what == "values") return StructInfo(values);
  if (what == "indices") return StructInfo(indices);
  return StructInfo(TupleInfo{{values, indices}});
}

// With one axis, also the places of the middle elements.
Info medianInfo(const Inference& in) {
  const Info values = reductionInfo(in);
  if (!values) return values;
  const auto* tensor = values->as<TensorInfo>();
  const auto axes = in.integers("axis");
  if (!tensor || in.isNone("axis") || (axes && axes->size() != 1)) return values;
  if (!axes) return StructInfo(AnyInfo{});
  TensorInfo places = *tensor;
  places.type = dtype::Int64;
  return StructInfo(TupleInfo{{*tensor, places}});
}

Info gatherNdInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0), indices = in.tensor(1);
  if (!x) return x.error();
  if (!indices) return indices.error();
  const auto batch = in.integer("batch_dims");
  const auto depth =
      indices->sizes && !indices->sizes->empty() ? asInt(indices->sizes->back()) : std::optional<int64_t>();
  if (!x->sizes || !depth || !batch || *batch < 0 || *depth < 0 || *batch + *depth > x->rank)
    return tensorOfRank(-1, x->type);
  Sizes sizes(indices->sizes->begin(), indices->sizes->end() - 1);
  sizes.insert(sizes.end(), x->sizes->begin() + static_cast<std::ptrdiff_t>(*batch + *depth), x->sizes->end());
  return tensorOf(std::move(sizes), x->type);
}

// The shape that the indices have together, then the dimensions that none of them is for.
Info indexTensorInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const auto indices = fieldsOf(in, 1);
  if (!x->sizes || !indices || static_cast<int>(indices->size()) > x->rank) return tensorOfRank(-1, x->type);
  Sizes shape;
  for (const TensorInfo& one : *indices) {
    if (!one.sizes) return tensorOfRank(-1, x->type);
    while (shape.size() < one.sizes->size()) shape.insert(shape.begin(), int64(1));
    for (size_t i = 0; i < one.sizes->size(); ++i) {
      Expr& size = shape[shape.size() - one.sizes->size() + i];
      const Expr& other = (*one.sizes)[i];
      if (isOne(other)) continue;
      if (!isOne(size) && sameSize(size, other) != Fit::Yes) return tensorOfRank(-1, x->type);
      size = other;
    }
  }
  shape.insert(shape.end(), x->sizes->begin() + static_cast<std::ptrdiff_t>(indices->size()), x->sizes->end());
  return tensorOf(std::move(shape), x->type);
}

// Of float32 or int64, as the numbers are.
Info oneHotInfo(const Inference& in) {
  const Result<TensorInfo> indices = in.tensor(0);
  if (!indices) return indices.error();
  const auto* on = in.infos[1] ? in.infos[1]->as<ScalarInfo>() : nullptr;
  std::optional<DataType> type;
  if (on) type = on->type.isFloat() ? dtype::Float32 : on->type;
  const auto depth = in.integer("depth"), given = in.integer("axis");
  if (indices->rank < 0 || !depth || !given) return tensorOfRank(indices->rank < 0 ? -1 : indices->rank + 1, type);
  const Result<int> axis = in.axis(*given, indices->rank + 1);
  if (!axis) return axis.error();
  if (!indices->sizes) return tensorOfRank(indices->rank + 1, type);
  Sizes sizes = *indices->sizes;
  sizes.insert(sizes.begin() + *axis, int64(*depth));
  return tensorOf(std::move(sizes), type);
}

// One number for each sample.
Info multinomialInfo(const Inference& in) {
  const Result<TensorInfo> samples = in.tensor(1);
  if (!samples) return samples.error();
  const auto type = in.type("dtype", dtype::Int64);
  if (!samples->sizes || samples->sizes->size() != 2) return tensorOfRank(2, type);
  return tensorOf({(*samples->sizes)[0], int64(1)}, type);
}

Info einsumInfo(const Inference& in) {
  const auto operands = fieldsOf(in, 0);
  std::string text = in.text("subscripts");
  std::erase(text, ' ');
  const std::optional<DataType> type = operands && !operands->empty() ? operands->front().type : std::nullopt;
  if (!operands || text.empty() || text.find('.') != std::string::npos) return tensorOfRank(-1, type);
  const size_t arrow = text.find("->");
  const std::string inputs = text.substr(0, arrow);
  std::map<char, Expr> sizes;
  std::map<char, int> uses;
  size_t operand = 0, dimension = 0;
  for (const char c : inputs + ",") {
    if (c == ',') {
      ++operand;
      dimension = 0;
      continue;
    }
    if (operand >= operands->size()) return tensorOfRank(-1, type);
    const auto& shape = (*operands)[operand].sizes;
    if (!shape || dimension >= shape->size()) return tensorOfRank(-1, type);
    const Expr& size = (*shape)[dimension++];
    const auto [known, fresh] = sizes.emplace(c, size);
    if (!fresh && isOne(known->second)) known->second = size;
    ++uses[c];
  }
  std::string result;
  if (arrow != std::string::npos)
    result = text.substr(arrow + 2);
  else
    for (const auto& [letter, count] : uses)
      if (count == 1) result += letter;
  Sizes shape;
  for (const char c : result) {
    const auto known = sizes.find(c);
    if (known == sizes.end()) return tensorOfRank(-1, type);
    shape.push_back(known->second);
  }
  return tensorOf(std::move(shape), type);
}

Info repeatInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const auto repeats = in.integer("repeats"), given = in.integer("axis");
  const bool flat = in.isNone("axis");
  if (!x->sizes || !repeats || (!flat && !given)) return tensorOfRank(flat ? 1 : x->rank, x->type);
  if (flat) {
    Expr elements = int64(*repeats);
    for (const Expr& size : *x->sizes) elements = elements * size;
    return tensorOf({simplify(elements)}, x->type);
  }
  const Result<int> axis = in.axis(*given, x->rank);
  if (!axis) return axis.error();
  Sizes sizes = *x->sizes;
  sizes[static_cast<size_t>(*axis)] = simplify(sizes[static_cast<size_t>(*axis)] * int64(*repeats));
  return tensorOf(std::move(sizes), x->type);
}

Info tileInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  auto repeats = in.integers("repeats");
  if (!x->sizes || !repeats) return tensorOfRank(-1, x->type);
  Sizes sizes = *x->sizes;
  while (repeats->size() < sizes.size()) repeats->insert(repeats->begin(), 1);
  while (sizes.size() < repeats->size()) sizes.insert(sizes.begin(), int64(1));
  for (size_t i = 0; i < sizes.size(); ++i) sizes[i] = simplify(sizes[i] * int64((*repeats)[i]));
  return tensorOf(std::move(sizes), x->type);
}

Info meshgridInfo(const Inference& in) {
  const auto axes = fieldsOf(in, 0);
  if (!axes) return StructInfo(AnyInfo{});
  Sizes sizes;
  for (const TensorInfo& axis : *axes)
    if (axis.sizes && axis.sizes->size() == 1) sizes.push_back((*axis.sizes)[0]);
  const bool known = sizes.size() == axes->size();
  if (known && in.text("indexing") == "xy" && sizes.size() >= 2) std::swap(sizes[0], sizes[1]);
  TupleInfo all;
  for (const TensorInfo& axis : *axes)
    all.fields.push_back(known ? tensorOf(sizes, axis.type) : tensorOfRank(static_cast<int>(axes->size()), axis.type));
  return StructInfo(std::move(all));
}

Info countInfo(const Inference&) { return tensorOf({}, dtype::Int64); }

Info shapeToTensorInfo(const Inference& in) {
  const auto* shape = in.infos[0] ? in.infos[0]->as<ShapeInfo>() : nullptr;
  if (!shape || shape->rank < 0) return tensorOfRank(1, dtype::Int64);
  return tensorOf({int64(shape->rank)}, dtype::Int64);
}

Info eyeInfo(const Inference& in) {
  const auto type = in.type("dtype", dtype::Float32);
  const auto rows = numberAt(in, 0);
  const auto columns = in.infos.size() > 1 && in.infos[1] ? numberAt(in, 1) : rows;
  if (!rows || !columns || *rows < 0 || *columns < 0) return tensorOfRank(2, type);
  return tensorOf({int64(*rows), int64(*columns)}, type);
}

Info windowInfo(const Inference& in) {
  const auto type = in.type("dtype", dtype::Float32);
  const auto size = numberAt(in, 0);
  return size && *size > 0 ? tensorOf({int64(*size)}, type) : tensorOfRank(1, type);
}

Info batchFlattenInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  if (!x->sizes || x->sizes->empty()) return tensorOfRank(2, x->type);
  Expr rest = int64(1);
  for (size_t i = 1; i < x->sizes->size(); ++i) rest = rest * (*x->sizes)[i];
  return tensorOf({(*x->sizes)[0], simplify(rest)}, x->type);
}

// The mean and the sum are scalars; without a reduction, each target has a loss.
Info nllLossInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0), targets = in.tensor(1);
  if (!x) return x.error();
  if (!targets) return targets.error();
  if (in.text("reduction") != "none") return tensorOf({}, x->type);
  return targets->sizes ? tensorOf(*targets->sizes, x->type) : tensorOfRank(targets->rank, x->type);
}

Info gatheredInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const auto workers = in.integer("num_workers");
  if (!x->sizes || x->sizes->empty() || !workers) return tensorOfRank(x->rank, x->type);
  Sizes sizes = *x->sizes;
  sizes[0] = simplify(sizes[0] * int64(*workers));
  return tensorOf(std::move(sizes), x->type);
}

// The parts of the workers, one of which each of them has.
Info scatteredInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const auto workers = in.integer("num_workers"), given = in.integer("axis");
  if (!x->sizes || !workers || *workers < 1 || !given) return tensorOfRank(x->rank, x->type);
  const Result<int> axis = in.axis(*given, x->rank);
  if (!axis) return axis.error();
  Sizes sizes = *x->sizes;
  sizes[static_cast<size_t>(*axis)] = simplify(floordiv(sizes[static_cast<size_t>(*axis)], int64(*workers)));
  return tensorOf(std::move(sizes), x->type);
}

// The same bytes in another shape or type.
Info viewInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  std::optional<DataType> type = x->type;
  if (in.call.args.size() > 2 && in.call.args[2]) {
    const auto* given = in.call.args[2]->as<TypeNode>();
    type = given ? std::optional(given->type) : std::nullopt;
  }
  if (in.infos.size() > 1 && in.infos[1]) {
    if (const auto sizes = in.sizes(1)) return tensorOf(*sizes, type);
    return tensorOfRank(-1, type);
  }
  if (type && x->type && type->bits == x->type->bits && x->sizes) return tensorOf(*x->sizes, type);
  return tensorOfRank(x->rank, type);
}

}  // namespace lw::graph::infer
