// A random forest of regression trees (Breiman, 2001), small and deterministic.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/schedule/random.h"

namespace lw::tune {

struct ForestData {
  size_t columns = 0;
  std::vector<float> inputs;  // row by row
  std::vector<double> outputs;
  size_t rows() const { return outputs.size(); }
  const float* row(size_t i) const { return &inputs[i * columns]; }
};

class RegressionForest {
 public:
  // Grows the trees on the given rows, which may repeat, each on a part of them.
  RegressionForest(const ForestData& data, std::span<const size_t> rows, int trees, Random& random);
  double valueOf(const float* row) const;

 private:
  struct Node {
    int column = -1;  // -1: a leaf
    float limit = 0;  // at most: the left child, which is the next node
    size_t right = 0;
    double value = 0;
  };
  using Tree = std::vector<Node>;
  class Grower;
  std::vector<Tree> trees_;
};

}  // namespace lw::tune
