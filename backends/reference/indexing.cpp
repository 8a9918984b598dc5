#include <algorithm>
#include <functional>

#include "backends/reference/elementwise.h"
#include "backends/reference/errors.h"
#include "backends/reference/shaping.h"

namespace lw::reference {

namespace {

struct Gather {  // one dimension of the source that is indexed by an array
  size_t dimension;
  Array positions;  // int64
};

struct Plan {
  Array view;                   // basic indices applied; gathered dimensions are still there
  std::vector<Gather> gathers;  // dimensions of the view
  size_t place = 0;             // position of the gathered dimensions in the result
};

Explanation outOfRange(int64_t i, int64_t extent, size_t dimension, const Shape& shape) {
  return explain(err::kArrayIndexOutOfRange(i, dimension, toString(shape)),
                 extent ? say("indices go from {0} to {1}", -extent, extent - 1) : "the dimension is empty");
}

// How many dimensions of the array the indices name.
Result<size_t> indexedDimensions(const Array& a, const std::vector<Index>& index) {
  size_t used = 0;
  bool dots = false;
  for (const Index& i : index) {
    if (std::holds_alternative<int64_t>(i) || std::holds_alternative<SliceIndex>(i)) ++used;
    if (const auto* array = std::get_if<Array>(&i)) used += array->type.isBool() ? array->shape.size() : 1;
    if (std::holds_alternative<Dots>(i)) {
      if (dots) return err::kSecondEllipsis();
      dots = true;
    }
  }
  if (used > a.shape.size())
    return explain(err::kTooManyIndices(used, a.shape.size(), a.shape.size() == 1 ? "" : "s"),
                   say("its shape is {0}", toString(a.shape)));
  return used;
}

struct SlicedDimension {
  int64_t start, count, step;
};

Result<SlicedDimension> sliced(const SliceIndex& slice, int64_t extent) {
  const int64_t step = slice.step.value_or(1);
  if (step == 0) return err::kArraySliceStepZero();
  const int64_t low = step < 0 ? -1 : 0, high = step < 0 ? extent - 1 : extent;
  const auto bound = [&](const std::optional<int64_t>& v, int64_t none) {
    return !v ? none : std::clamp(*v < 0 ? (*v < -extent ? low : *v + extent) : *v, low, high);
  };
  const int64_t start = bound(slice.start, step < 0 ? high : low), stop = bound(slice.stop, step < 0 ? low : high);
  const int64_t count = step > 0 ? (stop > start ? (stop - start - 1) / step + 1 : 0)
                                 : (start > stop ? (step == INT64_MIN ? 1 : (start - stop - 1) / -step + 1) : 0);
  return SlicedDimension{start, count, step};
}

// The positions that an index array means: one array for each dimension from `d` on.
Result<std::vector<Array>> gathered(const Array& positions, const Array& a, size_t d) {
  if (positions.type.isFloat())
    return explain(err::kBadIndexArray(lw::toString(positions.type)), "convert it with .astype(\"int64\")");
  if (!positions.type.isBool()) {
    Result<Array> whole = cast(positions, dtype::Int64);
    if (!whole) return whole.error();
    return std::vector{std::move(*whole)};
  }
  for (size_t k = 0; k < positions.shape.size(); ++k)
    if (positions.shape[k] != a.shape[d + k]) return err::kMaskDoesNotFit(toString(positions.shape), toString(a.shape));
  return nonzero(positions);
}

Result<Plan> planned(const Array& a, const std::vector<Index>& index) {
  const Result<size_t> used = indexedDimensions(a, index);
  if (!used) return used.error();
  Plan plan{a, {}, 0};
  plan.view.shape.clear();
  plan.view.strides.clear();
  size_t d = 0;
  // If there is an index array, a number counts as an index array too. If other indices separate them, the gathered
  // dimensions come first.
  bool apart = false;
  size_t last = SIZE_MAX;
  const auto advanced = [&](size_t position) {
    apart = apart || (last != SIZE_MAX && last != position && last + 1 != position);
    last = position;
  };
  const auto keep = [&](int64_t extent, int64_t stride) {
    plan.view.shape.push_back(extent), plan.view.strides.push_back(stride);
  };
  const auto gather = [&](Array positions, size_t position) {
    advanced(position);
    plan.gathers.push_back({plan.view.shape.size(), std::move(positions)});
    keep(a.shape[d], a.strides[d]);
    ++d;
  };
  for (size_t position = 0; position < index.size(); ++position) {
    const Index& i = index[position];
    if (const auto* at = std::get_if<int64_t>(&i)) {
      const int64_t extent = a.shape[d];
      if (*at < -extent || *at >= extent) return outOfRange(*at, extent, d, a.shape);
      advanced(position);
      plan.view.offset += (*at < 0 ? *at + extent : *at) * a.strides[d];
      ++d;
    } else if (const auto* slice = std::get_if<SliceIndex>(&i)) {
      const Result<SlicedDimension> s = sliced(*slice, a.shape[d]);
      if (!s) return s.error();
      if (s->count > 0) plan.view.offset += s->start * a.strides[d];
      keep(s->count, s->count > 1 ? a.strides[d] * s->step : a.strides[d]);
      ++d;
    } else if (std::holds_alternative<NewAxis>(i)) {
      keep(1, 0);
    } else if (std::holds_alternative<Dots>(i)) {
      for (size_t n = a.shape.size() - *used; n > 0; --n, ++d) keep(a.shape[d], a.strides[d]);
    } else {
      Result<std::vector<Array>> found = gathered(std::get<Array>(i), a, d);
      if (!found) return found.error();
      for (Array& each : *found) gather(std::move(each), position);
    }
  }
  for (; d < a.shape.size(); ++d) keep(a.shape[d], a.strides[d]);
  if (plan.view.shape.size() > static_cast<size_t>(kMaxRank)) return err::kTooManyDimensions(kMaxRank);
  plan.place = plan.gathers.empty() || apart ? 0 : plan.gathers.front().dimension;
  return plan;
}

// For each position of the gathered shape, calls f(view of the other dimensions, flat number).
Status forEachGathered(const Plan& plan, const Shape& common, const std::function<Status(const Array&, int64_t)>& f) {
  Array rest = plan.view;
  for (size_t g = plan.gathers.size(); g-- > 0;) {
    rest.shape.erase(rest.shape.begin() + static_cast<long>(plan.gathers[g].dimension));
    rest.strides.erase(rest.strides.begin() + static_cast<long>(plan.gathers[g].dimension));
  }
  std::vector<Array> positions;
  for (const Gather& g : plan.gathers) {
    Result<Array> flat = cast(*broadcastTo(g.positions, common), dtype::Int64);
    if (!flat) return flat.error();
    positions.push_back(std::move(*flat));
  }
  const int64_t count = sizeOf(common);
  for (int64_t i = 0; i < count; ++i) {
    rest.offset = plan.view.offset;
    for (size_t g = 0; g < plan.gathers.size(); ++g) {
      const size_t d = plan.gathers[g].dimension;
      const int64_t at = getInteger(positions[g], i), extent = plan.view.shape[d];
      if (at < -extent || at >= extent) return outOfRange(at, extent, d, plan.view.shape);
      rest.offset += (at < 0 ? at + extent : at) * plan.view.strides[d];
    }
    if (Status status = f(rest, i); !status) return status;
  }
  return success();
}

Result<Shape> gatheredShape(const Plan& plan) {
  Shape common;
  for (const Gather& g : plan.gathers) {
    Result<Shape> next = broadcastShapes(common, g.positions.shape);
    if (!next) return next.error();
    common = *next;
  }
  return common;
}

// The result's shape, and a view of `whole` (of that shape) for one gathered position.
Shape resultShape(const Plan& plan, const Shape& common) {
  Shape shape;
  for (size_t d = 0, g = 0; d < plan.view.shape.size(); ++d)
    if (g < plan.gathers.size() && plan.gathers[g].dimension == d)
      ++g;
    else
      shape.push_back(plan.view.shape[d]);
  shape.insert(shape.begin() + static_cast<long>(std::min(plan.place, shape.size())), common.begin(), common.end());
  return shape;
}
Array partOf(const Array& whole, const Plan& plan, const Shape& common, int64_t flat) {
  Array part = whole;
  const size_t rest = whole.shape.size() - common.size(), place = std::min(plan.place, rest);
  for (size_t k = common.size(); k-- > 0; flat /= common[k]) part.offset += flat % common[k] * whole.strides[place + k];
  part.shape.erase(part.shape.begin() + static_cast<long>(place),
                   part.shape.begin() + static_cast<long>(place + common.size()));
  part.strides.erase(part.strides.begin() + static_cast<long>(place),
                     part.strides.begin() + static_cast<long>(place + common.size()));
  return part;
}

}  // namespace

Result<Array> indexed(const Array& a, const std::vector<Index>& index) {
  Result<Plan> plan = planned(a, index);
  if (!plan) return plan.error();
  if (plan->gathers.empty()) return plan->view;
  Result<Shape> common = gatheredShape(*plan);
  if (!common) return common.error();
  Result<Array> out = makeArray(a.type, resultShape(*plan, *common), false);
  if (!out) return out;
  Status status = forEachGathered(
      *plan, *common, [&](const Array& rest, int64_t i) { return assign(partOf(*out, *plan, *common, i), rest); });
  if (!status) return status.error();
  return out;
}

Status assignIndexed(const Array& a, const std::vector<Index>& index, const Array& value) {
  Result<Plan> plan = planned(a, index);
  if (!plan) return plan.error();
  if (plan->gathers.empty()) return assign(plan->view, value);
  Result<Shape> common = gatheredShape(*plan);
  if (!common) return common.error();
  const Shape shape = resultShape(*plan, *common);
  std::optional<Array> values = broadcastTo(value, shape);
  if (!values) return err::kValueDoesNotFit(toString(value.shape), toString(shape));
  if (mayOverlap(a, *values)) {
    Result<Array> copy = cast(*values, values->type);
    if (!copy) return copy.error();
    values = *copy;
  }
  return forEachGathered(
      *plan, *common, [&](const Array& rest, int64_t i) { return assign(rest, partOf(*values, *plan, *common, i)); });
}

Result<std::vector<Array>> nonzero(const Array& a) {
  Result<Array> truth = cast(a, dtype::Bool());
  if (!truth) return truth.error();
  std::vector<int64_t> found;
  const int64_t n = truth->size();
  for (int64_t i = 0; i < n; ++i)
    if (truth->storage->data[i] != std::byte{0}) found.push_back(i);
  std::vector<Array> out;
  for (size_t d = 0; d < a.shape.size(); ++d) {
    Result<Array> positions = makeArray(dtype::Int64, {static_cast<int64_t>(found.size())});
    if (!positions) return positions.error();
    for (size_t i = 0; i < found.size(); ++i) {
      int64_t at = found[i];
      for (size_t k = a.shape.size() - 1; k > d; --k) at /= a.shape[k];
      setInteger(*positions, static_cast<int64_t>(i), at % a.shape[d]);
    }
    out.push_back(std::move(*positions));
  }
  return out;
}

}  // namespace lw::reference
