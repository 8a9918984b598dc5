// Products and windows: matmul, convolutions, pooling, attention.
#include <algorithm>

#include "core/arith/analyzer.h"
#include "core/graph/errors.h"
#include "core/graph/infer/infer.h"

namespace lw::graph::infer {
namespace {

std::optional<DataType> productType(const Inference& in, const TensorInfo& a, const TensorInfo& b) {
  return in.type("out_dtype", a.type ? a.type : b.type);
}

// The sizes of the dimensions before the last two, broadcast. Nothing: they do not fit.
std::optional<std::optional<Sizes>> batchSizes(const Sizes& a, const Sizes& b) {
  const Sizes& longer = a.size() >= b.size() ? a : b;
  const Sizes& shorter = a.size() >= b.size() ? b : a;
  Sizes sizes = longer;
  bool known = true;
  for (size_t i = 0; i < shorter.size(); ++i) {
    Expr& x = sizes[longer.size() - shorter.size() + i];
    const Expr& y = shorter[i];
    if (isOne(y)) continue;
    if (isOne(x)) {
      x = y;
      continue;
    }
    const Fit fit = sameSize(x, y);
    if (fit == Fit::No) return std::nullopt;
    known = known && fit == Fit::Yes;
  }
  return known ? std::optional<Sizes>(std::move(sizes)) : std::optional<Sizes>();
}

}  // namespace

// A vector on the left is a row, one on the right a column; the dimension that this adds is not in the result.
Info matmulInfo(const Inference& in) {
  Result<TensorInfo> a = in.tensor(0), b = in.tensor(1);
  if (!a) return a.error();
  if (!b) return b.error();
  const std::optional<DataType> type = productType(in, *a, *b);
  if (a->rank == 0 || b->rank == 0)
    return err::kGraphRank(in.op.name, toText(StructInfo(a->rank == 0 ? *a : *b)), int64_t{1});
  if (a->rank < 0 || b->rank < 0) return tensorOfRank(-1, type);
  const int rank = std::max(a->rank, b->rank) - (a->rank == 1) - (b->rank == 1);
  if (!a->sizes || !b->sizes) return tensorOfRank(std::max(rank, 0), type);
  Sizes left = *a->sizes, right = *b->sizes;
  if (a->rank == 1) left.insert(left.begin(), makeConst(dtype::Int64, 1));
  if (b->rank == 1) right.push_back(makeConst(dtype::Int64, 1));
  const Expr &k = left.back(), &other = right[right.size() - 2];
  if (sameSize(k, other) == Fit::No)
    return err::kGraphContracted(in.op.name, toText(*a->sizes), toText(*b->sizes), sizeText(k), sizeText(other));
  const auto batch = batchSizes({left.begin(), left.end() - 2}, {right.begin(), right.end() - 2});
  if (!batch) return err::kGraphBroadcast(in.op.name, toText(*a->sizes), toText(*b->sizes));
  if (!*batch) return tensorOfRank(rank, type);
  Sizes sizes = **batch;
  if (a->rank > 1) sizes.push_back(left[left.size() - 2]);
  if (b->rank > 1) sizes.push_back(right.back());
  return tensorOf(std::move(sizes), type);
}

Info linearInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0), w = in.tensor(1);
  if (!x) return x.error();
  if (!w) return w.error();
  const std::optional<DataType> type = productType(in, *x, *w);
  if (x->rank < 1 || (w->rank != 1 && w->rank != 2)) return tensorOfRank(-1, type);
  if (!x->sizes || !w->sizes) return tensorOfRank(x->rank - (w->rank == 1), type);
  const Expr &k = x->sizes->back(), &other = w->sizes->back();
  if (sameSize(k, other) == Fit::No)
    return err::kGraphContracted(in.op.name, toText(*x->sizes), toText(*w->sizes), sizeText(k), sizeText(other));
  Sizes sizes = *x->sizes;
  sizes.pop_back();
  if (w->rank == 2) sizes.push_back((*w->sizes)[0]);
  return tensorOf(std::move(sizes), type);
}

Info outerInfo(const Inference& in) {
  Result<TensorInfo> a = in.tensor(0), b = in.tensor(1);
  if (!a) return a.error();
  if (!b) return b.error();
  for (const auto* x : {&a, &b})
    if ((*x)->rank >= 0 && (*x)->rank != 1) return err::kGraphRank(in.op.name, toText(StructInfo(**x)), int64_t{1});
  if (!a->sizes || !b->sizes) return tensorOfRank(2, a->type);
  return tensorOf({(*a->sizes)[0], (*b->sizes)[0]}, a->type);
}

namespace {

// Places of the letters of a layout ("NCHW") in a tensor. Nothing: it is split, as in "NCHW4c".
std::optional<std::vector<size_t>> placesIn(const std::string& layout, std::string_view letters) {
  std::vector<size_t> places;
  for (const char letter : letters) {
    const size_t at = layout.find(letter);
    if (at == std::string::npos) return std::nullopt;
    places.push_back(at);
  }
  return layout.size() == letters.size() ? std::optional(std::move(places)) : std::nullopt;
}

std::string_view spatialLetters(size_t count) { return std::string_view("DHW").substr(3 - std::min<size_t>(3, count)); }

// How many places a window has along one dimension.
Expr windows(const Expr& size, const Expr& window, const Expr& padding, int64_t stride, int64_t dilation,
             bool roundUp) {
  const auto int64 = [](int64_t value) { return makeConst(dtype::Int64, value); };
  const Expr covered = (window - int64(1)) * int64(dilation) + int64(1);
  const Expr left = size + padding - covered;
  return simplify(floordiv(left + int64(roundUp ? stride - 1 : 0), int64(stride)) + int64(1));
}

struct Windows {
  std::vector<int64_t> strides, padding, dilation;
  // On both sides of a dimension.
  Expr padded(size_t d) const {
    return makeConst(dtype::Int64, padding[d]) + makeConst(dtype::Int64, padding[d + strides.size()]);
  }
};
// Nothing: they are not as many as the dimensions.
std::optional<Windows> windowsOf(const Inference& in, size_t dimensions) {
  const auto strides = in.integers("strides"), padding = in.integers("padding"), dilation = in.integers("dilation");
  if (!strides || !padding || !dilation) return std::nullopt;
  if (strides->size() != dimensions || padding->size() != 2 * dimensions || dilation->size() != dimensions)
    return std::nullopt;
  if (std::any_of(strides->begin(), strides->end(), [](int64_t s) { return s <= 0; })) return std::nullopt;
  return Windows{*strides, *padding, *dilation};
}

}  // namespace

Info convInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0), w = in.tensor(1);
  if (!x) return x.error();
  if (!w) return w.error();
  const std::optional<DataType> type = productType(in, *x, *w);
  const std::string layout = in.text("data_layout"), kernel = in.text("kernel_layout");
  const std::string outLayout = in.isNone("out_layout") ? layout : in.text("out_layout");
  const size_t dimensions = in.op.find("strides")->width > 0 ? static_cast<size_t>(in.op.find("strides")->width) : 2;
  const std::string spatial(spatialLetters(dimensions));
  const auto data = placesIn(layout, "NC" + spatial), weight = placesIn(kernel, "OI" + spatial),
             out = placesIn(outLayout, "NC" + spatial);
  if (!data || !weight || !out) return tensorOfRank(-1, type);
  const int rank = static_cast<int>(dimensions) + 2;
  for (const auto* operand : {&x, &w})
    if ((*operand)->rank >= 0 && (*operand)->rank != rank)
      return err::kGraphRank(in.op.name, toText(StructInfo(**operand)), rank);
  const auto window = windowsOf(in, dimensions);
  if (!x->sizes || !w->sizes || !window) return tensorOfRank(rank, type);
  const auto groups = in.integer("groups");
  if (!groups) return tensorOfRank(rank, type);
  const Expr &channels = (*x->sizes)[(*data)[1]], &perGroup = (*w->sizes)[(*weight)[1]];
  const Expr wanted = simplify(perGroup * makeConst(dtype::Int64, *groups));
  if (sameSize(channels, wanted) == Fit::No)
    return err::kGraphContracted(in.op.name, toText(*x->sizes), toText(*w->sizes), sizeText(channels),
                                 sizeText(wanted));
  Sizes sizes(static_cast<size_t>(rank), makeConst(dtype::Int64, 0));
  sizes[(*out)[0]] = (*x->sizes)[(*data)[0]];
  sizes[(*out)[1]] = (*w->sizes)[(*weight)[0]];
  for (size_t d = 0; d < dimensions; ++d)
    sizes[(*out)[d + 2]] = windows((*x->sizes)[(*data)[d + 2]], (*w->sizes)[(*weight)[d + 2]], window->padded(d),
                                   window->strides[d], window->dilation[d], false);
  return tensorOf(std::move(sizes), type);
}

Info poolInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const size_t dimensions = static_cast<size_t>(in.op.find("strides")->width);
  const std::string layout = in.text("layout");
  const auto data = placesIn(layout, "NC" + std::string(spatialLetters(dimensions)));
  const int rank = static_cast<int>(dimensions) + 2;
  if (!data) return tensorOfRank(-1, x->type);
  if (x->rank >= 0 && x->rank != rank) return err::kGraphRank(in.op.name, toText(StructInfo(*x)), rank);
  const auto window = windowsOf(in, dimensions);
  const auto pool = in.integers("pool_size");
  const bool otherLayout = !in.isNone("out_layout") && in.text("out_layout") != layout;
  if (!x->sizes || !window || !pool || pool->size() != dimensions || otherLayout) return tensorOfRank(rank, x->type);
  const bool* roundUp = in.attribute("ceil_mode").as<bool>();
  Sizes sizes = *x->sizes;
  for (size_t d = 0; d < dimensions; ++d)
    sizes[(*data)[d + 2]] = windows(sizes[(*data)[d + 2]], makeConst(dtype::Int64, (*pool)[d]), window->padded(d),
                                    window->strides[d], window->dilation[d], roundUp && *roundUp);
  return tensorOf(std::move(sizes), x->type);
}

Info adaptivePoolInfo(const Inference& in) {
  Result<TensorInfo> x = in.tensor(0);
  if (!x) return x.error();
  const size_t dimensions = static_cast<size_t>(in.op.find("output_size")->width);
  const auto data = placesIn(in.text("layout"), "NC" + std::string(spatialLetters(dimensions)));
  const auto wanted = in.integers("output_size");
  if (!x->sizes || !data || x->sizes->size() != dimensions + 2) return tensorOfRank(x->rank, x->type);
  if (in.isNone("output_size")) return StructInfo(*x);
  if (!wanted || wanted->size() != dimensions) return tensorOfRank(x->rank, x->type);
  Sizes sizes = *x->sizes;
  for (size_t d = 0; d < dimensions; ++d) sizes[(*data)[d + 2]] = makeConst(dtype::Int64, (*wanted)[d]);
  return tensorOf(std::move(sizes), x->type);
}

// Queries (batch, m, heads, depth), values (batch, n, heads, depth of values).
Info attentionInfo(const Inference& in) {
  Result<TensorInfo> query = in.tensor(0), value = in.tensor(2);
  if (!query) return query.error();
  if (!value) return value.error();
  if (!query->sizes || !value->sizes || query->rank != 4 || value->rank != 4) return tensorOfRank(4, query->type);
  Sizes sizes = *query->sizes;
  sizes[3] = (*value->sizes)[3];
  return tensorOf(std::move(sizes), query->type);
}

}  // namespace lw::graph::infer
