#include "app/models/graph/tensor_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace lw {
namespace {

constexpr int64_t kMostLooked = 1 << 22;  // elements of one tensor
constexpr int64_t kMostOfCell = 64;       // elements of one cell

// Calls `each` with evenly spaced elements; a step that is odd does not always meet the same column.
template <class F>
int64_t forEachLooked(const NDArray& values, F each) {
  const int64_t count = values.scalars();
  const int64_t step = count <= kMostLooked ? 1 : (count / kMostLooked) | 1;
  int64_t looked = 0;
  if (values.type == dtype::Float32) {  // most parameters; several times as fast
    for (int64_t i = 0; i < count; i += step, ++looked) {
      float value;
      std::memcpy(&value, values.data.data() + i * int64_t{sizeof value}, sizeof value);
      each(double(value));
    }
    return looked;
  }
  for (int64_t i = 0; i < count; i += step, ++looked) each(values.getDouble(i));
  return looked;
}

}  // namespace

TensorStatistics statisticsOf(const NDArray& values) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  TensorStatistics s;
  s.count = values.scalars();
  s.min = kNone, s.max = -kNone;
  double sum = 0, squares = 0;
  s.looked = forEachLooked(values, [&](double v) {
    if (!std::isfinite(v)) {
      s.nans += std::isnan(v);
      s.infinite += std::isinf(v);
      return;
    }
    s.zeros += v == 0;
    s.min = std::min(s.min, v);
    s.max = std::max(s.max, v);
    sum += v;
    squares += v * v;
  });
  const auto finite = double(s.looked - s.nans - s.infinite);
  if (finite == 0) {
    s.min = s.max = s.mean = s.deviation = std::numeric_limits<double>::quiet_NaN();
    return s;
  }
  s.mean = sum / finite;
  s.deviation = std::sqrt(std::max(0.0, squares / finite - s.mean * s.mean));
  return s;
}

TensorHistogram histogramOf(const NDArray& values, const TensorStatistics& statistics, int parts) {
  TensorHistogram histogram{statistics.min, statistics.max, {}};
  if (!std::isfinite(statistics.min)) return histogram;
  if (statistics.min == statistics.max) {  // one value
    const double half = statistics.min == 0 ? 1 : std::abs(statistics.min) / 2;
    histogram.low -= half, histogram.high += half;
  }
  histogram.counts.assign(size_t(parts), 0);
  const double scale = parts / (histogram.high - histogram.low);
  forEachLooked(values, [&](double v) {
    if (std::isfinite(v)) ++histogram.counts[size_t(std::clamp(int((v - histogram.low) * scale), 0, parts - 1))];
  });
  return histogram;
}

TensorCells cellsOf(const NDArray& values, int most) {
  TensorCells made;
  const int64_t count = values.scalars();
  if (count == 0) return made;
  if (values.shape.size() < 2) {
    made.columns = std::min(count, std::max<int64_t>(16, int64_t(std::ceil(std::sqrt(double(count) * 2)))));
    made.rows = (count + made.columns - 1) / made.columns;
  } else {
    made.rows = values.shape[0];
    made.columns = count / made.rows;
  }
  made.rowStep = (made.rows + most - 1) / most;
  made.columnStep = (made.columns + most - 1) / most;
  const int64_t down = (made.rows + made.rowStep - 1) / made.rowStep,
                across = (made.columns + made.columnStep - 1) / made.columnStep;
  const int64_t skip = std::max<int64_t>(1, made.rowStep * made.columnStep / kMostOfCell);
  NDArray cells = NDArray::zeros(dtype::Float32, {down, across});
  for (int64_t row = 0; row < down; ++row)
    for (int64_t column = 0; column < across; ++column) {
      double strongest = std::numeric_limits<double>::quiet_NaN();
      const int64_t wide = std::min(made.columnStep, made.columns - column * made.columnStep),
                    high = std::min(made.rowStep, made.rows - row * made.rowStep);
      for (int64_t i = 0; i < wide * high; i += skip) {
        const int64_t at = (row * made.rowStep + i / wide) * made.columns + column * made.columnStep + i % wide;
        if (at >= count) break;  // the last row of a vector ends early
        if (const double v = values.getDouble(at); !(std::abs(v) <= std::abs(strongest))) strongest = v;
      }
      cells.set(row * across + column, strongest);
    }
  made.cells = std::make_shared<const NDArray>(std::move(cells));
  return made;
}

}  // namespace lw
