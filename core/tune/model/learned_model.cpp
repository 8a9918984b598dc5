// The learned model corrects the draft of each store by a factor, exp(value of the trees for its row). The times of the
// stores add up, and the trees learn from the error of the sum's logarithm, so that a store's factor is learned from
// all functions that have such a store. Where nothing similar has been measured, what is left is the draft.
//
// One row for each function, of its longest stores, ordered unseen candidates no better (rank correlation 0.86, 0.83
// and 0.99 after 128 of matmul, conv2d and softmax in tests/tune/spaces, where this has 0.89, 0.85 and 0.99) and takes
// twice as long to learn.
#include "core/tune/cost_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/tune/model/boosted_trees.h"

namespace lw::tune {
namespace {

constexpr size_t kLeastSamples = 16;  // that are measured; with fewer the draft is better
constexpr double kFailed = 4;         // times as slow as the slowest that was measured
constexpr double kLeastMs = 1e-7;

double logOf(double ms) { return std::log(std::max(ms, kLeastMs)); }

// Logarithms of the times; failed ones are slower than all.
std::vector<double> targetsOf(std::span<const Sample> samples) {
  double slowest = kLeastMs;
  for (const Sample& s : samples)
    if (std::isfinite(s.ms)) slowest = std::max(slowest, s.ms);
  std::vector<double> targets;
  for (const Sample& s : samples) targets.push_back(logOf(std::isfinite(s.ms) ? s.ms : kFailed * slowest));
  return targets;
}

double medianOf(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Rows of all stores of several functions.
struct StoreRows {
  TreeMatrix matrix;
  std::vector<size_t> ends;    // of each function
  std::vector<double> drafts;  // ms of each row
};

StoreRows storeRows(const std::vector<const Features*>& all, size_t storeMs, size_t width) {
  StoreRows rows;
  rows.matrix.columns = width;
  for (const Features* f : all) {
    for (const std::vector<float>& row : f->rows) {
      rows.matrix.add(row);
      rows.drafts.push_back(std::max<double>(row.size() > storeMs ? row[storeMs] : 0, kLeastMs));
    }
    rows.ends.push_back(rows.drafts.size());
  }
  return rows;
}

class LearnedModel : public CostModel {
 public:
  LearnedModel() {
    const std::vector<std::string> names = featureNames();
    width_ = names.size();
    storeMs_ = static_cast<size_t>(std::find(names.begin(), names.end(), "store_ms") - names.begin());
  }

  std::vector<double> expect(std::span<const Features> candidates) const override {
    std::vector<double> ms;
    for (const Features& f : candidates) ms.push_back(f.draftMs);
    if (!trees_) return ms;
    std::vector<const Features*> all;
    for (const Features& f : candidates) all.push_back(&f);
    const StoreRows rows = storeRows(all, storeMs_, width_);
    const std::vector<float> values = trees_->valuesOf(rows.matrix);
    if (values.size() != rows.drafts.size()) return ms;  // the library failed
    for (size_t f = 0; f < all.size(); ++f) ms[f] = std::exp(logSum(rows, f, values, nullptr));
    return ms;
  }

  std::unique_ptr<CostModel> learned(std::span<const Sample> samples) const override {
    auto model = std::make_unique<LearnedModel>();
    const auto measured =
        std::count_if(samples.begin(), samples.end(), [](const Sample& s) { return std::isfinite(s.ms); });
    if (static_cast<size_t>(measured) < kLeastSamples) return model;
    std::vector<const Features*> all;
    std::vector<double> bias;
    const std::vector<double> targets = targetsOf(samples);
    for (size_t i = 0; i < samples.size(); ++i) {
      all.push_back(&samples[i].features);
      bias.push_back(targets[i] - logOf(samples[i].features.draftMs));
    }
    model->bias_ = medianOf(bias);
    model->fit(all, targets);
    return model;
  }

 private:
  // log(sum over the stores of draft * exp(value)), and the share of each store in the sum.
  double logSum(const StoreRows& rows, size_t function, std::span<const float> values,
                std::vector<double>* shares) const {
    const size_t begin = function ? rows.ends[function - 1] : 0, end = rows.ends[function];
    double sum = 0;
    for (size_t r = begin; r < end; ++r) sum += rows.drafts[r] * std::exp(static_cast<double>(values[r]));
    sum = std::max(sum, kLeastMs);
    for (size_t r = begin; shares && r < end; ++r)
      (*shares)[r] = rows.drafts[r] * std::exp(static_cast<double>(values[r])) / sum;
    return std::log(sum) + bias_;
  }

  void fit(const std::vector<const Features*>& all, const std::vector<double>& targets) {
    const StoreRows rows = storeRows(all, storeMs_, width_);
    std::vector<double> shares(rows.drafts.size());
    const auto loss = [&](std::span<const float> values, std::span<float> first, std::span<float> second) {
      for (size_t f = 0; f < all.size(); ++f) {
        const double error = logSum(rows, f, values, &shares) - targets[f];
        for (size_t r = f ? rows.ends[f - 1] : 0; r < rows.ends[f]; ++r) {
          first[r] = static_cast<float>(error * shares[r]);
          second[r] = static_cast<float>(std::max(shares[r], 1e-3));
        }
      }
    };
    trees_ = BoostedTrees::fit(rows.matrix, loss, {});
  }

  size_t width_ = 0, storeMs_ = 0;  // of a row; the column of the store's draft
  double bias_ = 0;                 // log of measured over drafted time, the median of the samples
  std::optional<BoostedTrees> trees_;
};

}  // namespace

std::unique_ptr<CostModel> learnedModel() { return std::make_unique<LearnedModel>(); }

}  // namespace lw::tune
