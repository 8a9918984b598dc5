// The learned model corrects the draft: trees learn the logarithm of measured time over expected time, from the rows of
// the stores. Where nothing has been measured nearby, what is left is the draft.
#include "core/tune/model/learned_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/tune/model/boosted_trees.h"

namespace lw::tune {
namespace {

constexpr size_t kLeastSamples = 16;  // that are measured; with fewer the draft is better
constexpr double kFailed = 4;         // times as slow as the slowest that was measured
constexpr size_t kLongest = 3;        // stores whose rows describe a function
constexpr double kLeastMs = 1e-7;

struct Columns {
  size_t storeMs = 0, functionMs = 0;
};
Columns columnsOf(const std::vector<std::string>& names) {
  const auto at = [&](const char* name) {
    return static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  return {at("store_ms"), at("function_ms")};
}

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

StoreRows storeRows(const std::vector<const Features*>& all, const Columns& columns, size_t width) {
  StoreRows rows;
  rows.matrix.columns = width;
  for (const Features* f : all) {
    for (const std::vector<float>& row : f->rows) {
      rows.matrix.add(row);
      rows.drafts.push_back(std::max<double>(row.size() > columns.storeMs ? row[columns.storeMs] : 0, kLeastMs));
    }
    rows.ends.push_back(rows.drafts.size());
  }
  return rows;
}

// The longest stores by the draft, and in all numbers the sum over the stores.
std::vector<float> functionRow(const Features& f, const Columns& columns, size_t width) {
  std::vector<size_t> order(f.rows.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return f.rows[a][columns.storeMs] > f.rows[b][columns.storeMs]; });
  std::vector<float> row(width, 0);
  for (const std::vector<float>& r : f.rows)
    for (size_t i = 0; i < width && i < r.size(); ++i) row[i] += r[i];
  for (size_t i = 0; i < kLongest; ++i) {
    if (i < order.size()) {
      row.insert(row.end(), f.rows[order[i]].begin(), f.rows[order[i]].end());
      row.resize((i + 2) * width, 0);
    } else {
      row.resize(row.size() + width, 0);
    }
  }
  row.push_back(static_cast<float>(f.draftMs));
  return row;
}

class LearnedModel : public CostModel {
 public:
  explicit LearnedModel(LearnedForm form) : form_(form), width_(0) {
    const std::vector<std::string> names = featureNames();
    columns_ = columnsOf(names);
    width_ = names.size();
  }

  std::vector<double> expect(std::span<const Features> candidates) const override {
    std::vector<const Features*> all;
    for (const Features& f : candidates) all.push_back(&f);
    std::vector<double> logs(all.size(), 0);
    int models = 0;
    for (const auto& part : {ofStores(all), ofFunctions(all)}) {
      if (part.empty()) continue;
      ++models;
      for (size_t i = 0; i < logs.size(); ++i) logs[i] += part[i];
    }
    std::vector<double> ms;
    for (size_t i = 0; i < all.size(); ++i) ms.push_back(models > 0 ? std::exp(logs[i] / models) : all[i]->draftMs);
    return ms;
  }

  std::unique_ptr<CostModel> learned(std::span<const Sample> samples) const override {
    auto model = std::make_unique<LearnedModel>(form_);
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
    if (form_ != LearnedForm::Candidates) model->fitStores(all, targets);
    if (form_ != LearnedForm::Stores) model->fitFunctions(all, targets);
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

  void fitStores(const std::vector<const Features*>& all, const std::vector<double>& targets) {
    const StoreRows rows = storeRows(all, columns_, width_);
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
    stores_ = BoostedTrees::fit(rows.matrix, loss, {});
  }

  void fitFunctions(const std::vector<const Features*>& all, const std::vector<double>& targets) {
    TreeMatrix matrix;
    matrix.columns = (kLongest + 1) * width_ + 1;
    for (const Features* f : all) matrix.add(functionRow(*f, columns_, width_));
    const auto loss = [&](std::span<const float> values, std::span<float> first, std::span<float> second) {
      for (size_t f = 0; f < all.size(); ++f) {
        first[f] = static_cast<float>(values[f] + bias_ + logOf(all[f]->draftMs) - targets[f]);
        second[f] = 1;
      }
    };
    functions_ = BoostedTrees::fit(matrix, loss, {});
  }

  // Logarithms of the expected times; empty: not learned, or the library failed.
  std::vector<double> ofStores(const std::vector<const Features*>& all) const {
    if (!stores_) return {};
    const StoreRows rows = storeRows(all, columns_, width_);
    const std::vector<float> values = stores_->valuesOf(rows.matrix);
    std::vector<double> logs;
    for (size_t f = 0; f < all.size() && values.size() == rows.drafts.size(); ++f)
      logs.push_back(logSum(rows, f, values, nullptr));
    return logs;
  }

  std::vector<double> ofFunctions(const std::vector<const Features*>& all) const {
    if (!functions_) return {};
    TreeMatrix matrix;
    matrix.columns = (kLongest + 1) * width_ + 1;
    for (const Features* f : all) matrix.add(functionRow(*f, columns_, width_));
    const std::vector<float> values = functions_->valuesOf(matrix);
    std::vector<double> logs;
    for (size_t f = 0; f < all.size() && values.size() == all.size(); ++f)
      logs.push_back(values[f] + bias_ + logOf(all[f]->draftMs));
    return logs;
  }

  LearnedForm form_;
  Columns columns_;
  size_t width_;
  double bias_ = 0;  // log of measured over drafted time, the median of the samples
  std::optional<BoostedTrees> stores_, functions_;
};

}  // namespace

std::unique_ptr<CostModel> learnedModelOf(LearnedForm form) { return std::make_unique<LearnedModel>(form); }
std::unique_ptr<CostModel> learnedModel() { return learnedModelOf(LearnedForm::Both); }

}  // namespace lw::tune
