#include "core/tune/model/regression_forest.h"

#include <algorithm>
#include <numeric>

namespace lw::tune {
namespace {

constexpr size_t kLeastLeaf = 4;
constexpr int kDeepest = 12;
constexpr double kRowShare = 0.7, kColumnShare = 0.7;

struct Split {
  int column = -1;
  float limit = 0;
  double gain = 0;
};

}  // namespace

class RegressionForest::Grower {
 public:
  Grower(const ForestData& data, Random& random) : data_(data), random_(random) {}

  Tree grow(std::vector<size_t> rows) {
    node(rows, 0);
    return std::move(tree_);
  }

 private:
  void node(std::vector<size_t>& rows, int depth) {
    const size_t self = tree_.size();
    double sum = 0;
    for (const size_t r : rows) sum += data_.outputs[r];
    tree_.push_back({-1, 0, 0, sum / static_cast<double>(rows.size())});
    if (rows.size() < 2 * kLeastLeaf || depth >= kDeepest) return;
    const Split split = bestSplit(rows);
    if (split.column < 0) return;
    std::vector<size_t> left, right;
    for (const size_t r : rows) (data_.row(r)[split.column] <= split.limit ? left : right).push_back(r);
    rows.clear();
    node(left, depth + 1);
    tree_[self].column = split.column;
    tree_[self].limit = split.limit;
    tree_[self].right = tree_.size();
    node(right, depth + 1);
  }

  Split bestSplit(const std::vector<size_t>& rows) {
    Split best;
    best.gain = 1e-12;
    std::vector<size_t> columns(data_.columns);
    std::iota(columns.begin(), columns.end(), 0);
    const auto tried = static_cast<size_t>(kColumnShare * static_cast<double>(columns.size()) + 0.999);
    for (size_t i = 0; i < tried; ++i) {
      std::swap(columns[i], columns[i + static_cast<size_t>(random_.below(static_cast<int64_t>(columns.size() - i)))]);
      trySplits(static_cast<int>(columns[i]), rows, best);
    }
    return best;
  }

  void trySplits(int column, const std::vector<size_t>& rows, Split& best) {
    sorted_.clear();
    double all = 0;
    for (const size_t r : rows) {
      sorted_.emplace_back(data_.row(r)[column], data_.outputs[r]);
      all += data_.outputs[r];
    }
    std::sort(sorted_.begin(), sorted_.end());
    const auto count = static_cast<double>(sorted_.size());
    double left = 0;
    for (size_t i = 0; i + 1 < sorted_.size(); ++i) {
      left += sorted_[i].second;
      const size_t size = i + 1;
      if (size < kLeastLeaf || sorted_.size() - size < kLeastLeaf || sorted_[i].first == sorted_[i + 1].first) continue;
      const auto n = static_cast<double>(size);
      const double gain = left * left / n + (all - left) * (all - left) / (count - n) - all * all / count;
      if (gain > best.gain) best = {column, (sorted_[i].first + sorted_[i + 1].first) / 2, gain};
    }
  }

  const ForestData& data_;
  Random& random_;
  Tree tree_;
  std::vector<std::pair<float, double>> sorted_;
};

RegressionForest::RegressionForest(const ForestData& data, std::span<const size_t> rows, int trees, Random& random) {
  const auto part = std::max<size_t>(1, static_cast<size_t>(kRowShare * static_cast<double>(rows.size())));
  for (int t = 0; t < trees; ++t) {
    std::vector<size_t> drawn(rows.begin(), rows.end());
    for (size_t i = 0; i < part; ++i)
      std::swap(drawn[i], drawn[i + static_cast<size_t>(random.below(static_cast<int64_t>(drawn.size() - i)))]);
    drawn.resize(part);
    trees_.push_back(Grower(data, random).grow(std::move(drawn)));
  }
}

double RegressionForest::valueOf(const float* row) const {
  double sum = 0;
  for (const Tree& tree : trees_) {
    size_t at = 0;
    while (tree[at].column >= 0) at = row[tree[at].column] <= tree[at].limit ? at + 1 : tree[at].right;
    sum += tree[at].value;
  }
  return sum / static_cast<double>(trees_.size());
}

}  // namespace lw::tune
