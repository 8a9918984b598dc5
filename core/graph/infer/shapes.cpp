// Operators that arrange the elements of a tensor in another shape, or choose some of them.
#include <algorithm>

#include "core/arith/analyzer.h"
#include "core/graph/errors.h"
#include "core/graph/infer/infer.h"

namespace lw::graph::infer {
namespace {

Expr elements(const Sizes& sizes) {
  Expr product = makeConst(dtype::Int64, 1);
  for (const Expr& size : sizes) product = product * size;
  return simplify(product);
}

// Sorted.
Result<std::vector<int>> axesOf(const Inference& in, const std::vector<int64_t>& given, int rank) {
  std::vector<int> axes;
  for (const int64_t one : given) {
    const Result<int> place = in.axis(one, rank);
    if (!place) return place.error();
    axes.push_back(*place);
  }
  std::sort(axes.begin(), axes.end());
  if (const auto twice = std::adjacent_find(axes.begin(), axes.end()); twice != axes.end())
    return err::kGraphAxisTwice(in.op.name, *twice);
  return axes;
}

}  // namespace

Info reshapedInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  if (const auto sizes = in.sizes(1)) return tensorOf(*sizes, x->type);
  const auto* shape = in.infos[1] ? in.infos[1]->as<ShapeInfo>() : nullptr;
  return tensorOfRank(shape ? shape->rank : -1, x->type);
}

Info reshapeInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0);
  const auto wanted = in.sizes(1);
  if (!x) return x.error();
  if (!wanted) return reshapedInfo(in);
  Sizes sizes = *wanted;
  // One size may be -1: what is left. 0 keeps the size of the operand.
  std::optional<size_t> open;
  bool kept = false;  // a size of the operand
  for (size_t i = 0; i < sizes.size(); ++i) {
    const auto value = asInt(sizes[i]);
    if (!value || *value > 0) continue;
    if (*value < -1 || (*value == -1 && open)) return err::kGraphReshapeSize(in.op.name, toText(*wanted));
    if (*value == -1) open = i;
    if (*value == 0) kept = true;
    if (*value == 0 && x->sizes && i < x->sizes->size()) sizes[i] = (*x->sizes)[i];
  }
  if (!x->sizes) return open || kept ? tensorOfRank(static_cast<int>(sizes.size()), x->type) : tensorOf(sizes, x->type);
  const Expr before = elements(*x->sizes);
  if (open) {
    sizes[*open] = makeConst(dtype::Int64, 1);
    const Expr others = elements(sizes);
    sizes[*open] = isZero(others) ? makeConst(dtype::Int64, 0) : simplify(floordiv(before, others));
  }
  const Expr after = elements(sizes);
  if (sameSize(before, after) == Fit::No)
    return err::kGraphReshape(in.op.name, toText(*x->sizes), toText(*wanted), sizeText(after), sizeText(before));
  return tensorOf(sizes, x->type);
}

Info permuteDimsInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const auto axes = in.integers("axes");
  if (!axes && !in.isNone("axes")) return tensorOfRank(x->rank, x->type);
  if (axes && x->rank >= 0 && static_cast<int>(axes->size()) != x->rank)
    return err::kGraphRank(in.op.name, toText(StructInfo(*x)), static_cast<int64_t>(axes->size()));
  if (axes && x->rank >= 0)
    if (const auto each = axesOf(in, *axes, x->rank); !each) return each.error();
  if (!x->sizes) return tensorOfRank(axes ? static_cast<int>(axes->size()) : x->rank, x->type);
  Sizes sizes;
  if (!axes) {
    sizes.assign(x->sizes->rbegin(), x->sizes->rend());
    return tensorOf(std::move(sizes), x->type);
  }
  for (const int64_t axis : *axes) sizes.push_back((*x->sizes)[static_cast<size_t>(axis < 0 ? axis + x->rank : axis)]);
  return tensorOf(std::move(sizes), x->type);
}

Info expandDimsInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const auto given = in.integers("axis");
  if (!given || x->rank < 0) return tensorOfRank(-1, x->type);
  const int rank = x->rank + static_cast<int>(given->size());
  const auto axes = axesOf(in, *given, rank);
  if (!axes) return axes.error();
  if (!x->sizes) return tensorOfRank(rank, x->type);
  Sizes sizes;
  size_t next = 0;
  for (int i = 0; i < rank; ++i) {
    const bool added = std::binary_search(axes->begin(), axes->end(), i);
    sizes.push_back(added ? makeConst(dtype::Int64, 1) : (*x->sizes)[next++]);
  }
  return tensorOf(std::move(sizes), x->type);
}

Info squeezeInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const auto given = in.integers("axis");
  if (x->rank < 0 || (!given && !in.isNone("axis"))) return tensorOfRank(-1, x->type);
  Sizes sizes;
  if (!given) {
    if (!x->sizes) return tensorOfRank(-1, x->type);
    for (const Expr& size : *x->sizes) {
      if (!asInt(size)) return tensorOfRank(-1, x->type);  // it may be 1
      if (!isOne(size)) sizes.push_back(size);
    }
    return tensorOf(std::move(sizes), x->type);
  }
  const auto axes = axesOf(in, *given, x->rank);
  if (!axes) return axes.error();
  if (!x->sizes) return tensorOfRank(x->rank - static_cast<int>(axes->size()), x->type);
  // As in PyTorch, a size that is known not to be 1 stays.
  for (int i = 0; i < x->rank; ++i) {
    const Expr& size = (*x->sizes)[static_cast<size_t>(i)];
    const bool other = asInt(size) && !isOne(size);
    if (other || !std::binary_search(axes->begin(), axes->end(), i)) sizes.push_back(size);
  }
  return tensorOf(std::move(sizes), x->type);
}

Info flattenInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  return x->sizes ? tensorOf({elements(*x->sizes)}, x->type) : tensorOfRank(1, x->type);
}

namespace {

// The fields of the operand, a tuple of tensors. Nothing: it may be anything.
Result<std::optional<std::vector<TensorInfo>>> tensorsOf(const Inference& in) {
  const auto* tuple = in.infos[0] ? in.infos[0]->as<TupleInfo>() : nullptr;
  if (!tuple) return std::optional<std::vector<TensorInfo>>();
  std::vector<TensorInfo> tensors;
  for (const StructInfo& field : tuple->fields) {
    const auto* tensor = field.as<TensorInfo>();
    if (!tensor && !field.as<AnyInfo>()) return err::kGraphNotTensor(in.op.name, toText(field));
    tensors.push_back(tensor ? *tensor : TensorInfo{});
  }
  return std::optional(std::move(tensors));
}

}  // namespace

Info concatInfo(const Inference& in) {
  const auto tensors = tensorsOf(in);
  if (!tensors) return tensors.error();
  if (!*tensors || (*tensors)->empty()) return tensorOfRank(-1, std::nullopt);
  const TensorInfo& first = (**tensors)[0];
  const auto given = in.integer("axis");
  if (!given || first.rank < 0) return tensorOfRank(first.rank, first.type);
  const Result<int> axis = in.axis(*given, first.rank);
  if (!axis) return axis.error();
  if (!first.sizes) return tensorOfRank(first.rank, first.type);
  Sizes sizes = *first.sizes;
  for (size_t i = 1; i < (*tensors)->size(); ++i) {
    const TensorInfo& other = (**tensors)[i];
    if (!other.sizes) return tensorOfRank(first.rank, first.type);
    if (other.rank != first.rank) return err::kGraphConcat(in.op.name, toText(*first.sizes), toText(*other.sizes));
    for (int d = 0; d < first.rank; ++d) {
      const Expr& size = (*other.sizes)[static_cast<size_t>(d)];
      Expr& sum = sizes[static_cast<size_t>(d)];
      if (d == *axis)
        sum = simplify(sum + size);
      else if (sameSize(sum, size) == Fit::No)
        return err::kGraphConcat(in.op.name, toText(*first.sizes), toText(*other.sizes));
    }
  }
  return tensorOf(std::move(sizes), first.type);
}

Info stackInfo(const Inference& in) {
  const auto tensors = tensorsOf(in);
  if (!tensors) return tensors.error();
  if (!*tensors || (*tensors)->empty()) return tensorOfRank(-1, std::nullopt);
  const TensorInfo& first = (**tensors)[0];
  const auto given = in.integer("axis");
  if (!given || first.rank < 0) return tensorOfRank(-1, first.type);
  const Result<int> axis = in.axis(*given, first.rank + 1);
  if (!axis) return axis.error();
  if (!first.sizes) return tensorOfRank(first.rank + 1, first.type);
  Sizes sizes = *first.sizes;
  sizes.insert(sizes.begin() + *axis, makeConst(dtype::Int64, static_cast<int64_t>((*tensors)->size())));
  return tensorOf(std::move(sizes), first.type);
}

Info splitInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const Attribute& parts = in.attribute("indices_or_sections");
  const auto given = in.integer("axis");
  if (!given || x->rank < 0) return StructInfo(AnyInfo{});
  const Result<int> axis = in.axis(*given, x->rank);
  if (!axis) return axis.error();
  const auto count = in.integer("indices_or_sections");
  const auto bounds = in.integers("indices_or_sections");
  if (!bounds || (count && (*count <= 0 || *count > 4096))) return StructInfo(AnyInfo{});
  const size_t place = static_cast<size_t>(*axis), pieces = count ? static_cast<size_t>(*count) : bounds->size() + 1;
  const auto field = [&](size_t i) -> StructInfo {
    if (!x->sizes) return tensorOfRank(x->rank, x->type);
    Sizes sizes = *x->sizes;
    const Expr whole = sizes[place];
    const auto int64 = [](int64_t value) { return makeConst(dtype::Int64, value); };
    if (parts.as<int64_t>()) {
      const Expr one = simplify(floordiv(whole + int64(*count - 1), int64(*count)));  // the last one may be smaller
      sizes[place] = i + 1 < pieces ? one : simplify(whole - one * int64(*count - 1));
    } else {
      const Expr begin = int64(i == 0 ? 0 : (*bounds)[i - 1]), end = i < bounds->size() ? int64((*bounds)[i]) : whole;
      sizes[place] = simplify(max(end - begin, int64(0)));
      if (i < bounds->size() && asInt(whole)) sizes[place] = simplify(max(min(end, whole) - begin, int64(0)));
    }
    return tensorOf(std::move(sizes), x->type);
  };
  std::vector<StructInfo> fields;
  for (size_t i = 0; i < pieces; ++i) fields.push_back(field(i));
  return StructInfo(TupleInfo{std::move(fields)});
}

Info takeInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0), indices = in.tensor(1);
  if (!x) return x.error();
  if (!indices) return indices.error();
  const auto given = in.integer("axis");
  if (!given && !in.isNone("axis")) return tensorOfRank(-1, x->type);
  if (!given)
    return x->rank == 1 && indices->sizes ? tensorOf(*indices->sizes, x->type) : tensorOfRank(indices->rank, x->type);
  if (x->rank < 0) return tensorOfRank(-1, x->type);
  const Result<int> axis = in.axis(*given, x->rank);
  if (!axis) return axis.error();
  if (!x->sizes || !indices->sizes) return tensorOfRank(indices->rank < 0 ? -1 : x->rank - 1 + indices->rank, x->type);
  Sizes sizes = *x->sizes;
  sizes.erase(sizes.begin() + *axis);
  sizes.insert(sizes.begin() + *axis, indices->sizes->begin(), indices->sizes->end());
  return tensorOf(std::move(sizes), x->type);
}

Info gatherElementsInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0), indices = in.tensor(1);
  if (!x) return x.error();
  if (!indices) return indices.error();
  indices->type = x->type;
  return StructInfo(*indices);
}

Info stridedSliceInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const auto axes = in.sizes(1), begins = in.sizes(2), ends = in.sizes(3), steps = in.sizes(4);
  const bool stepsKnown = !in.infos[4] || steps;
  if (!x->sizes || !axes || !begins || !ends || !stepsKnown || begins->size() != axes->size() ||
      ends->size() != axes->size() || (steps && steps->size() != axes->size()))
    return tensorOfRank(x->rank, x->type);
  Sizes sizes = *x->sizes;
  for (size_t i = 0; i < axes->size(); ++i) {
    const auto given = asInt((*axes)[i]);
    if (!given) return tensorOfRank(x->rank, x->type);
    const Result<int> axis = in.axis(*given, x->rank);
    if (!axis) return axis.error();
    Expr& size = sizes[static_cast<size_t>(*axis)];
    const auto whole = asInt(size), begin = asInt((*begins)[i]), end = asInt((*ends)[i]);
    const auto step = steps ? asInt((*steps)[i]) : std::optional<int64_t>(1);
    if (!whole || *whole < 0 || !begin || !end || !step || *step == 0) return tensorOfRank(x->rank, x->type);
    // As Python's slices.
    const auto clamped = [&](int64_t at) {
      const int64_t least = *step > 0 ? 0 : -1, most = *step > 0 ? *whole : *whole - 1;
      return std::clamp(at < 0 ? at + *whole : at, least, most);
    };
    const __int128 step128 = *step, stride = step128 > 0 ? step128 : -step128;
    const __int128 span = (static_cast<__int128>(clamped(*end)) - clamped(*begin)) * (step128 > 0 ? 1 : -1);
    size = makeConst(dtype::Int64, std::max<int64_t>(0, static_cast<int64_t>((span + stride - 1) / stride)));
  }
  return tensorOf(std::move(sizes), x->type);
}

// The index map is a text, so that only the element type is known here.
Info layoutTransformInfo(const Inference& in) {
  const Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  return tensorOfRank(-1, x->type);
}

Info padInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const auto width = in.integers("pad_width");
  if (!width || !x->sizes || static_cast<int>(width->size()) != 2 * x->rank) return tensorOfRank(x->rank, x->type);
  Sizes sizes = *x->sizes;
  for (size_t d = 0; d < sizes.size(); ++d)
    sizes[d] =
        simplify(sizes[d] + makeConst(dtype::Int64, (*width)[2 * d]) + makeConst(dtype::Int64, (*width)[2 * d + 1]));
  return tensorOf(std::move(sizes), x->type);
}

Info shapeOfInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  return StructInfo(ShapeInfo{x->rank, x->sizes});
}

}  // namespace lw::graph::infer
