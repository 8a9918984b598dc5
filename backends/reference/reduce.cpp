#include "backends/reference/reduce.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "backends/reference/elementwise.h"
#include "backends/reference/errors.h"
#include "backends/reference/runs.h"

namespace lw::reference {

namespace {

DataType resultType(Reduction r, DataType t) {
  switch (r) {
    case Reduction::Sum:
    case Reduction::Prod:
      return t.isFloat() ? t : t.isUInt() ? dtype::UInt(64) : dtype::Int64;
    case Reduction::Mean:
      return t.isFloat() ? t : dtype::Float(64);
    case Reduction::Max:
    case Reduction::Min:
      return t;
    case Reduction::Any:
    case Reduction::All:
      return dtype::Bool();
    case Reduction::Argmax:
    case Reduction::Argmin:
      return dtype::Int64;
  }
  return t;
}

// The elements of one result in program order, as compact chunks.
template <class C>
class Folder {
 public:
  explicit Folder(Reduction r) : r_(r) { start(); }
  void start() {
    total_ = r_ == Reduction::Prod || r_ == Reduction::All ? C(1) : C(0);
    seen_ = best_ = 0;
  }
  void take(const C* values, int64_t n) {
    switch (r_) {
      case Reduction::Sum:
      case Reduction::Mean:
        if constexpr (std::is_floating_point_v<C>)
          total_ += sumRun(values, n);
        else
          for (int64_t i = 0; i < n; ++i)
            total_ = static_cast<C>(static_cast<uint64_t>(total_) + static_cast<uint64_t>(values[i]));
        break;
      case Reduction::Prod:
        for (int64_t i = 0; i < n; ++i)
          if constexpr (std::is_floating_point_v<C>)
            total_ *= values[i];
          else
            total_ = static_cast<C>(static_cast<uint64_t>(total_) * static_cast<uint64_t>(values[i]));
        break;
      case Reduction::Any:
        for (int64_t i = 0; i < n; ++i) total_ = total_ != C(0) || values[i] != C(0);
        break;
      case Reduction::All:
        for (int64_t i = 0; i < n; ++i) total_ = total_ != C(0) && values[i] != C(0);
        break;
      case Reduction::Max:
      case Reduction::Argmax:
        extreme(values, n, [](C x, C y) { return x > y; });
        break;
      case Reduction::Min:
      case Reduction::Argmin:
        extreme(values, n, [](C x, C y) { return x < y; });
        break;
    }
    seen_ += n;
  }
  C total() const {
    return r_ == Reduction::Mean && std::is_floating_point_v<C> ? total_ / static_cast<C>(seen_) : total_;
  }
  int64_t best() const { return best_; }

 private:
  template <class F>
  void extreme(const C* values, int64_t n, F better) {
    for (int64_t i = 0; i < n; ++i) {
      const bool first = seen_ + i == 0;
      if (!first && std::isnan(total_)) return;  // NaN stays
      if (!first && !better(values[i], total_) && !std::isnan(values[i])) continue;
      total_ = values[i];
      best_ = seen_ + i;
    }
  }
  Reduction r_;
  C total_ = 0;
  int64_t seen_ = 0, best_ = 0;
};

// view: kept dimensions first, then the reduced ones. out: compact, one element per kept index.
template <class C>
void foldEach(Reduction r, const Array& view, size_t kept, Compute compute, const Array& out) {
  Array inner = view;
  inner.shape.assign(view.shape.begin() + static_cast<long>(kept), view.shape.end());
  inner.strides.assign(view.strides.begin() + static_cast<long>(kept), view.strides.end());
  Array outer = view;
  outer.shape.resize(kept);
  outer.strides.resize(kept);
  const bool direct = view.type.code == TypeCode::Float && view.type.bits == static_cast<int>(sizeof(C)) * 8 &&
                      std::is_floating_point_v<C>;
  std::vector<C> buffer(kChunk);
  Folder<C> folder(r);
  int64_t element = 0;
  const Array* walk[1] = {&outer};
  forEachRun(walk, [&](std::byte* const* start, const int64_t* step, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      folder.start();
      inner.offset = (start[0] - view.storage->data) / view.bytes() + i * step[0];
      const Array* elements[1] = {&inner};
      forEachRun(elements, [&](std::byte* const* at, const int64_t* strides, int64_t n) {
        if (direct && strides[0] == 1) return folder.take(reinterpret_cast<const C*>(at[0]), n);
        for (int64_t k = 0; k < n; k += kChunk) {
          const int64_t part = std::min<int64_t>(kChunk, n - k);
          loadRun(view.type, at[0] + k * strides[0] * view.bytes(), strides[0], compute, buffer.data(), part);
          folder.take(buffer.data(), part);
        }
      });
      if (r == Reduction::Argmax || r == Reduction::Argmin)
        setInteger(out, element++, folder.best());
      else {
        const C total = folder.total();
        storeRun(compute, &total, out.type, out.storage->data + element++ * out.bytes(), 1, 1);
      }
    }
  });
}

// Whole rows at a time, if the last dimension is kept: acc = acc op row. In `view` the reduced dimensions come first.
Result<Array> foldRows(BinaryKernel kernel, const Array& view, size_t reduced, DataType type) {
  Array row = view;
  row.shape.erase(row.shape.begin(), row.shape.begin() + static_cast<long>(reduced));
  row.strides.erase(row.strides.begin(), row.strides.begin() + static_cast<long>(reduced));
  Array index = view;
  index.shape.resize(reduced);
  index.strides.resize(reduced);
  std::optional<Array> total;
  std::optional<Explanation> error;
  const Array* walk[1] = {&index};
  forEachRun(walk, [&](std::byte* const* start, const int64_t* step, int64_t count) {
    for (int64_t i = 0; i < count && !error; ++i) {
      row.offset = (start[0] - view.storage->data) / view.bytes() + i * step[0];
      Result<Array> next = total ? binary(kernel, {*total}, {row}, &*total) : cast(row, type);
      if (!next)
        error = next.error();
      else
        total = *next;
    }
  });
  if (error) return std::move(*error);
  return std::move(*total);
}

std::optional<BinaryKernel> rowKernel(Reduction r) {
  if (r == Reduction::Sum || r == Reduction::Mean) return BinaryKernel::Add;
  if (r == Reduction::Prod) return BinaryKernel::Mul;
  if (r == Reduction::Max) return BinaryKernel::Max;
  if (r == Reduction::Min) return BinaryKernel::Min;
  return std::nullopt;
}

// float16 and small integer types accumulate in a wider type.
DataType accumulator(DataType t) { return t.isNarrowFloat() ? dtype::Float32 : t; }

}  // namespace

std::string_view nameOf(Reduction r) {
  constexpr std::string_view kNames[] = {"sum", "prod", "max", "min", "mean", "any", "all", "argmax", "argmin"};
  return kNames[static_cast<size_t>(r)];
}

Result<int> axisOf(int64_t axis, int rank) {
  if (axis < -rank || axis >= rank)
    return explain(err::kAxisOutOfRange(axis, rank, rank == 1 ? "" : "s"),
                   rank ? say("axes go from {0} to {1}", -rank, rank - 1) : "");
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

Result<Array> reduce(Reduction r, const Array& a, std::vector<int64_t> axes, bool keepDims,
                     std::optional<DataType> type) {
  std::vector<bool> reduced(a.shape.size(), axes.empty());
  for (int64_t axis : axes) {
    Result<int> at = axisOf(axis, a.rank());
    if (!at) return at.error();
    if (reduced[static_cast<size_t>(*at)]) return err::kAxisTwice(axis);
    reduced[static_cast<size_t>(*at)] = true;
  }
  std::vector<int> kept, gone;
  Shape outShape, keptShape;
  for (int d = 0; d < a.rank(); ++d) {
    (reduced[static_cast<size_t>(d)] ? gone : kept).push_back(d);
    if (!reduced[static_cast<size_t>(d)])
      outShape.push_back(a.shape[static_cast<size_t>(d)]), keptShape.push_back(a.shape[static_cast<size_t>(d)]);
    else if (keepDims)
      outShape.push_back(1);
  }
  int64_t elements = 1;
  for (int d : gone) elements *= a.shape[static_cast<size_t>(d)];
  const bool needsOne = r == Reduction::Max || r == Reduction::Min || r == Reduction::Argmax || r == Reduction::Argmin;
  if (elements == 0 && needsOne) return err::kReductionOfNothing(nameOf(r), toString(a.shape));
  const DataType wanted = type.value_or(resultType(r, a.type)), inner = accumulator(wanted);
  const bool lastKept = !kept.empty() && kept.back() == a.rank() - 1 && a.shape.back() >= 16;
  const auto kernel = rowKernel(r);
  if (kernel && lastKept && !gone.empty() && elements > 0 && a.size() > 0) {
    std::vector<int> order = gone;
    order.insert(order.end(), kept.begin(), kept.end());
    Result<Array> total = foldRows(*kernel, transposed(a, order), gone.size(), inner);
    if (total && r == Reduction::Mean)
      total = binary(BinaryKernel::Div, {*total}, numberOperand(static_cast<double>(elements)));
    if (total && total->type != wanted) total = cast(*total, wanted);
    if (!total) return total;
    return reshaped(*total, outShape);
  }
  std::vector<int> order = kept;
  order.insert(order.end(), gone.begin(), gone.end());
  const Array view = transposed(a, order);
  Result<Array> out = makeArray(wanted, keptShape);
  if (!out) return out;
  const bool arg = r == Reduction::Argmax || r == Reduction::Argmin || r == Reduction::Any || r == Reduction::All;
  const Compute compute = computeOf(arg ? a.type : inner);
  switch (compute) {
    case Compute::F32:
      foldEach<float>(r, view, kept.size(), compute, *out);
      break;
    case Compute::F64:
      foldEach<double>(r, view, kept.size(), compute, *out);
      break;
    case Compute::I64:
      foldEach<int64_t>(r, view, kept.size(), compute, *out);
      break;
    case Compute::U64:
      foldEach<uint64_t>(r, view, kept.size(), compute, *out);
      break;
  }
  return reshaped(*out, outShape);
}

Result<Array> cumulate(Reduction r, const Array& a, std::optional<int64_t> axis) {
  Result<Array> flat = axis ? Result<Array>(a) : reshaped(a, {-1});
  if (!flat) return flat;
  Result<int> at = axisOf(axis.value_or(0), flat->rank());
  if (!at) return at.error();
  Result<Array> out = cast(*flat, resultType(r, a.type));
  if (!out) return out;
  const size_t d = static_cast<size_t>(*at);
  Array previous = *out, next = *out;
  previous.shape[d] = next.shape[d] = 1;
  for (int64_t i = 1; i < out->shape[d]; ++i) {
    next.offset = out->offset + i * out->strides[d];
    previous.offset = next.offset - out->strides[d];
    Result<Array> sum = binary(r == Reduction::Prod ? BinaryKernel::Mul : BinaryKernel::Add, {previous}, {next}, &next);
    if (!sum) return sum;
  }
  return out;
}

}  // namespace lw::reference
