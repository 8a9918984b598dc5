#include "backends/reference/shaping.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "backends/reference/errors.h"
#include "backends/reference/reduce.h"
#include "core/ir/ops.h"

namespace lw::reference {

namespace {

// The part [from, from + count) along one axis.
Array slab(const Array& a, size_t axis, int64_t from, int64_t count) {
  Array part = a;
  part.offset += from * a.strides[axis];
  part.shape[axis] = count;
  return part;
}

Result<Array> withAxis(const Array& a, std::optional<int64_t>& axis) {
  if (axis) return a;
  axis = 0;
  return reshaped(a, {-1});
}

// The index of the element `at` places after the first of `extent`; `at` may be negative.
int64_t paddingSource(PadMode mode, int64_t at, int64_t extent) {
  if (mode == PadMode::Edge) return std::clamp<int64_t>(at, 0, extent - 1);
  if (mode == PadMode::Wrap) return floorModulo(at, extent);
  const int64_t turn =
      mode == PadMode::Symmetric ? 2 * extent - 1 : 2 * extent - 2;  // the mirrored half ends here, or one earlier
  const int64_t m = extent == 1 ? 0 : floorModulo(at, mode == PadMode::Symmetric ? 2 * extent : turn);
  return m < extent ? m : turn - m;
}

}  // namespace

Result<Array> concatenated(const std::vector<Array>& parts, int64_t axis) {
  assert(!parts.empty());
  Result<int> at = axisOf(axis, parts[0].rank());
  if (!at) return at.error();
  const size_t d = static_cast<size_t>(*at);
  Shape shape = parts[0].shape;
  DataType type = parts[0].type;
  shape[d] = 0;
  for (const Array& p : parts) {
    Shape other = p.shape, first = parts[0].shape;
    if (other.size() == first.size()) other[d] = first[d] = 0;
    if (other != first) return err::kCannotJoin(toString(parts[0].shape), toString(p.shape), axis);
    shape[d] += p.shape[d];
    type = promote(type, p.type);
  }
  Result<Array> out = makeArray(type, shape, false);
  if (!out) return out;
  int64_t from = 0;
  for (const Array& p : parts) {
    if (Status status = assign(slab(*out, d, from, p.shape[d]), p); !status) return status.error();
    from += p.shape[d];
  }
  return out;
}

Result<Array> stacked(const std::vector<Array>& parts, int64_t axis) {
  std::vector<Array> wider;
  for (const Array& p : parts) {
    if (p.shape != parts[0].shape) return err::kCannotStack(toString(parts[0].shape), toString(p.shape));
    Result<Array> each = expanded(p, {axis});
    if (!each) return each;
    wider.push_back(*each);
  }
  return concatenated(wider, axis);
}

Result<Array> padded(const Array& a, const std::vector<Padding>& widths, PadMode mode, const Array& value) {
  Shape shape = a.shape;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (widths[d].before < 0 || widths[d].after < 0) return err::kNegativePadWidth();
    if (mode != PadMode::Constant && a.shape[d] == 0 && std::max(widths[d].before, widths[d].after) > 0)
      return err::kPadOfEmptyDimension(d);
    if (__builtin_add_overflow(shape[d], widths[d].before, &shape[d]) ||
        __builtin_add_overflow(shape[d], widths[d].after, &shape[d]))
      return err::kPadTooWide();
  }
  Result<Array> out = makeArray(a.type, shape);
  if (!out) return out;
  if (mode == PadMode::Constant)
    if (Status status = assign(*out, value); !status) return status.error();
  Array inner = *out;
  for (size_t d = 0; d < shape.size(); ++d) inner = slab(inner, d, widths[d].before, a.shape[d]);
  if (Status status = assign(inner, a); !status) return status.error();
  if (mode == PadMode::Constant) return out;
  for (size_t d = 0; d < shape.size(); ++d) {  // dimension by dimension, which also fills the corners
    const int64_t before = widths[d].before, extent = a.shape[d];
    for (int64_t i = 0; i < shape[d]; ++i) {
      const int64_t from = before + paddingSource(mode, i - before, extent);
      if (from == i) continue;
      if (Status status = assign(slab(*out, d, i, 1), slab(*out, d, from, 1)); !status) return status.error();
    }
  }
  return out;
}

Result<Array> expanded(const Array& a, std::vector<int64_t> axes) {
  const int rank = a.rank() + static_cast<int>(axes.size());
  if (rank > kMaxRank) return err::kTooManyDimensions(kMaxRank);
  for (int64_t& axis : axes) {
    Result<int> at = axisOf(axis, rank);
    if (!at) return at.error();
    axis = *at;
  }
  std::sort(axes.begin(), axes.end());
  if (const auto twice = std::adjacent_find(axes.begin(), axes.end()); twice != axes.end())
    return err::kAxisTwice(*twice);
  Array view = a;
  for (int64_t axis : axes) {
    view.shape.insert(view.shape.begin() + axis, 1);
    view.strides.insert(view.strides.begin() + axis, 0);
  }
  return view;
}

Result<Array> squeezed(const Array& a, const std::vector<int64_t>& axes) {
  std::vector<bool> gone(a.shape.size(), false);
  for (size_t d = 0; d < gone.size(); ++d) gone[d] = axes.empty() && a.shape[d] == 1;
  for (int64_t axis : axes) {
    Result<int> at = axisOf(axis, a.rank());
    if (!at) return at.error();
    if (a.shape[static_cast<size_t>(*at)] != 1) return err::kSqueezedDimension(axis, toString(a.shape));
    gone[static_cast<size_t>(*at)] = true;
  }
  Array view = a;
  for (size_t d = gone.size(); d-- > 0;)
    if (gone[d])
      view.shape.erase(view.shape.begin() + static_cast<long>(d)),
          view.strides.erase(view.strides.begin() + static_cast<long>(d));
  return view;
}

Result<Array> permuted(const Array& a, const std::vector<int64_t>& axes) {
  std::vector<int> order;
  std::vector<bool> used(a.shape.size(), false);
  for (int64_t axis : axes) {
    Result<int> at = axisOf(axis, a.rank());
    if (!at) return at.error();
    if (used[static_cast<size_t>(*at)]) return err::kAxisTwice(axis);
    used[static_cast<size_t>(*at)] = true;
    order.push_back(*at);
  }
  if (axes.empty())
    for (int d = a.rank(); d-- > 0;) order.push_back(d);
  if (static_cast<int>(order.size()) != a.rank())
    return explain(err::kTransposedAxisCount(order.size(), toString(a.shape)), "name every axis once");
  return transposed(a, order);
}

Result<Array> swapped(const Array& a, int64_t x, int64_t y) {
  Result<int> i = axisOf(x, a.rank()), j = axisOf(y, a.rank());
  if (!i) return i.error();
  if (!j) return j.error();
  Array view = a;
  std::swap(view.shape[static_cast<size_t>(*i)], view.shape[static_cast<size_t>(*j)]);
  std::swap(view.strides[static_cast<size_t>(*i)], view.strides[static_cast<size_t>(*j)]);
  return view;
}

Result<Array> flipped(const Array& a, const std::vector<int64_t>& axes) {
  Array view = a;
  std::vector<int64_t> all(a.shape.size());
  std::iota(all.begin(), all.end(), 0);
  for (int64_t axis : axes.empty() ? all : axes) {
    Result<int> at = axisOf(axis, a.rank());
    if (!at) return at.error();
    const size_t d = static_cast<size_t>(*at);
    if (view.shape[d] > 0) view.offset += (view.shape[d] - 1) * view.strides[d];
    view.strides[d] = -view.strides[d];
  }
  return view;
}

Result<Array> rolled(const Array& a, int64_t shift, std::optional<int64_t> axis) {
  const bool flat = !axis;
  Result<Array> from = withAxis(a, axis);
  if (!from) return from;
  Result<int> at = axisOf(*axis, from->rank());
  if (!at) return at.error();
  const size_t d = static_cast<size_t>(*at);
  const int64_t n = from->shape[d];
  if (n == 0) return a;
  const int64_t cut = ((shift % n) + n) % n;
  Result<Array> out = concatenated({slab(*from, d, n - cut, cut), slab(*from, d, 0, n - cut)}, *axis);
  return out && flat ? reshaped(*out, a.shape) : out;
}

Result<Array> repeated(const Array& a, int64_t count, std::optional<int64_t> axis) {
  Result<Array> from = withAxis(a, axis);
  if (!from) return from;
  Result<int> at = axisOf(*axis, from->rank());
  if (!at) return at.error();
  if (count < 0) return err::kNegativeCount();
  Result<Array> wide = expanded(*from, {*at + 1});
  if (!wide) return wide;
  wide->shape[static_cast<size_t>(*at) + 1] = count;
  Shape shape = from->shape;
  if (__builtin_mul_overflow(shape[static_cast<size_t>(*at)], count, &shape[static_cast<size_t>(*at)]))
    return err::kResultTooLarge();
  Result<Array> out = cast(*wide, a.type);
  return out ? reshaped(*out, shape) : out;
}

Result<Array> tiled(const Array& a, Shape counts) {
  Array from = a;
  while (from.shape.size() < counts.size())
    from.shape.insert(from.shape.begin(), 1), from.strides.insert(from.strides.begin(), 0);
  while (counts.size() < from.shape.size()) counts.insert(counts.begin(), 1);
  Array wide = from;
  wide.shape.clear();
  wide.strides.clear();
  Shape shape = from.shape;
  for (size_t d = 0; d < from.shape.size(); ++d) {
    if (counts[d] < 0 || __builtin_mul_overflow(shape[d], counts[d], &shape[d])) return err::kBadTileCounts();
    wide.shape.insert(wide.shape.end(), {counts[d], from.shape[d]});
    wide.strides.insert(wide.strides.end(), {0, from.strides[d]});
  }
  Result<Array> out = cast(wide, a.type);
  return out ? reshaped(*out, shape) : out;
}

Result<Array> triangle(const Array& a, int64_t diagonal, bool lower) {
  if (a.rank() < 2) return err::kTriangleRank(toString(a.shape));
  Result<Array> out = cast(a, a.type);
  if (!out) return out;
  const size_t r = a.shape.size();
  const int64_t rows = a.shape[r - 2], columns = a.shape[r - 1], n = rows * columns;
  for (int64_t i = 0; i < out->size(); ++i) {
    const int64_t row = i % n / columns, column = i % columns;
    if (lower ? column > row + diagonal : column < row + diagonal) setReal(*out, i, 0);
  }
  return out;
}

Result<Array> sorted(const Array& a, int64_t axis, bool indices) {
  Result<int> at = axisOf(axis, a.rank());
  if (!at) return at.error();
  Result<Array> last = swapped(a, *at, -1);
  Result<Array> from = cast(*last, a.type);
  if (!from) return from;
  Result<Array> out = makeArray(indices ? dtype::Int64 : a.type, from->shape);
  if (!out) return out;
  const int64_t n = from->shape.back();
  std::vector<int64_t> order(static_cast<size_t>(n));
  const auto fill = [&]<class T>(T (*get)(const Array&, int64_t), void (*set)(const Array&, int64_t, T)) {
    std::vector<T> values(static_cast<size_t>(n));
    for (int64_t begin = 0; n > 0 && begin < from->size(); begin += n) {
      for (int64_t i = 0; i < n; ++i) values[static_cast<size_t>(i)] = get(*from, begin + i);
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
        const T x = values[static_cast<size_t>(i)], y = values[static_cast<size_t>(j)];
        return x < y || (std::isnan(y) && !std::isnan(x));  // NaN sorts last
      });
      for (int64_t i = 0; i < n; ++i)
        if (indices)
          setInteger(*out, begin + i, order[static_cast<size_t>(i)]);
        else
          set(*out, begin + i, values[static_cast<size_t>(order[static_cast<size_t>(i)])]);
    }
  };
  if (a.type.isFloat())
    fill(&getReal, &setReal);
  else
    fill(&getInteger, &setInteger);
  return swapped(*out, *at, -1);
}

}  // namespace lw::reference
