// What a parameter of a model holds: figures, a histogram, and a picture of few cells. Of large tensors evenly spaced
// elements are looked at. Plain functions, safe on any thread.
#pragma once

#include <QString>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/ir/ndarray.h"

namespace lw {

struct TensorStatistics {
  int64_t count = 0, looked = 0;                     // elements; those that were looked at
  double min = 0, max = 0, mean = 0, deviation = 0;  // of the finite ones; NaN if there are none
  int64_t zeros = 0, nans = 0, infinite = 0;         // among those that were looked at
  bool sampled() const { return looked < count; }
};
TensorStatistics statisticsOf(const NDArray& values);

struct TensorHistogram {
  double low = 0, high = 0;
  std::vector<int64_t> counts;  // of equal parts from low to high
};
TensorHistogram histogramOf(const NDArray& values, const TensorStatistics& statistics, int parts);

// The tensor as a matrix: its first dimension down, all others across; of one dimension in rows of equal length. A cell
// has the element of largest magnitude among rowStep × columnStep, or among some of them.
struct TensorCells {
  std::shared_ptr<const NDArray> cells;  // float32, of two dimensions
  int64_t rows = 0, columns = 0;         // of the matrix
  int64_t rowStep = 1, columnStep = 1;
};
TensorCells cellsOf(const NDArray& values, int most);

struct WeightRow {
  QString name, shape, type;
  int64_t bytes = 0;
  std::optional<TensorStatistics> statistics;  // none: not known yet
};

struct WeightPicture {
  QString name, shape, type;
  TensorStatistics statistics;
  TensorHistogram histogram;
  TensorCells cells;
};

}  // namespace lw
