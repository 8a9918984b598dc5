#include "core/tune/importance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/schedule/random.h"
#include "core/tune/model/regression_forest.h"

namespace lw::tune {
namespace {

constexpr size_t kLeastTimes = 16, kMostTimes = 400;  // more are thinned out
constexpr int kExchanges = 3;                         // draws of another choice for each measurement
constexpr size_t kMostMeans = 64;                     // measurements over which the other decisions are averaged
constexpr double kTail = 0.05;
constexpr float kNoNumber = -1;
constexpr double kLeastVariance = 1e-9;

// A decision as columns of numbers: one, or one for each factor.
struct DecisionColumns {
  std::string name;
  size_t first = 0, count = 1;
  std::vector<StepValue> choices;   // different ones, in order of first use
  std::vector<size_t> exampleRows;  // a row for each choice
};

struct DecisionTable {
  ForestData data;
  std::vector<DecisionColumns> decisions;
};

std::vector<float> numbersOf(const StepValue& value) {
  if (const auto* list = value.as<StepValue::List>()) {
    std::vector<float> numbers;
    for (const StepValue& v : *list) {
      const auto* n = v.as<int64_t>();
      numbers.push_back(n && *n > 0 ? static_cast<float>(std::log2(static_cast<double>(*n))) : kNoNumber);
    }
    return numbers;
  }
  if (const auto* n = value.as<int64_t>()) return {static_cast<float>(*n)};
  if (const auto* loop = value.as<LoopId>()) return {static_cast<float>(loop->value)};
  return {kNoNumber};
}

// A candidate without a decision gets the middle one of the others: that it is missing follows from other decisions,
// which are not to share their importance with it.
void fillMissing(ForestData& data) {
  for (size_t c = 0; c < data.columns; ++c) {
    std::vector<float> known;
    for (size_t r = 0; r < data.rows(); ++r)
      if (const float v = data.row(r)[c]; !std::isnan(v)) known.push_back(v);
    const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
    std::nth_element(known.begin(), middle, known.end());
    for (size_t r = 0; r < data.rows(); ++r)
      if (float& v = data.inputs[r * data.columns + c]; std::isnan(v)) v = *middle;
  }
}

DecisionTable tableOf(std::span<const TimedDecisions> measured) {
  std::vector<const TimedDecisions*> kept;
  for (const TimedDecisions& m : measured)
    if (std::isfinite(m.ms) && m.ms > 0) kept.push_back(&m);
  if (kept.size() > kMostTimes) {
    std::vector<const TimedDecisions*> fewer;
    for (size_t i = 0; i < kMostTimes; ++i) fewer.push_back(kept[i * kept.size() / kMostTimes]);
    kept = std::move(fewer);
  }
  DecisionTable table;
  std::map<std::string, size_t> known;
  for (const TimedDecisions* m : kept)
    for (const Decision& d : m->decisions) {
      const auto [at, fresh] = known.emplace(d.name, table.decisions.size());
      if (fresh) table.decisions.push_back({d.name, 0, 1, {}, {}});
      size_t& count = table.decisions[at->second].count;
      count = std::max(count, numbersOf(d.value).size());
    }
  for (DecisionColumns& d : table.decisions) {
    d.first = table.data.columns;
    table.data.columns += d.count;
  }
  for (size_t row = 0; row < kept.size(); ++row) {
    table.data.inputs.resize((row + 1) * table.data.columns, std::numeric_limits<float>::quiet_NaN());
    table.data.outputs.push_back(std::log(kept[row]->ms));
    for (const Decision& made : kept[row]->decisions) {
      DecisionColumns& d = table.decisions[known.at(made.name)];
      const std::vector<float> numbers = numbersOf(made.value);
      std::copy(numbers.begin(), numbers.end(),
                table.data.inputs.begin() + static_cast<std::ptrdiff_t>(row * table.data.columns + d.first));
      if (std::none_of(d.choices.begin(), d.choices.end(), [&](const StepValue& v) { return equal(v, made.value); })) {
        d.choices.push_back(made.value);
        d.exampleRows.push_back(row);
      }
    }
  }
  fillMissing(table.data);
  return table;
}

double varianceOf(const std::vector<double>& values) {
  double sum = 0, squares = 0;
  for (const double v : values) sum += v;
  const double mean = sum / static_cast<double>(values.size());
  for (const double v : values) squares += (v - mean) * (v - mean);
  return squares / static_cast<double>(values.size());
}

class Analysis {
 public:
  Analysis(const DecisionTable& table, std::vector<size_t> rows, int trees, Random& random)
      : t_(table), rows_(std::move(rows)), random_(random), forest_(table.data, rows_, trees, random) {
    std::vector<double> outputs;
    for (const size_t r : rows_) outputs.push_back(t_.data.outputs[r]);
    variance_ = varianceOf(outputs);
  }

  // Half of the mean square by which the time changes with another choice.
  double total(const DecisionColumns& d) {
    if (variance_ <= 0) return 0;
    double sum = 0;
    std::vector<float> changed(t_.data.columns);
    for (const size_t r : rows_) {
      const float* row = t_.data.row(r);
      const double before = forest_.valueOf(row);
      for (int i = 0; i < kExchanges; ++i) {
        exchange(changed, row, d,
                 t_.data.row(rows_[static_cast<size_t>(random_.below(static_cast<int64_t>(rows_.size())))]));
        const double difference = forest_.valueOf(changed.data()) - before;
        sum += difference * difference;
      }
    }
    return sum / (2.0 * kExchanges * static_cast<double>(rows_.size())) / variance_;
  }

  // The variance of the expected time as the decision alone changes, and its best choice.
  double alone(const DecisionColumns& d, StepValue& best) {
    std::vector<float> changed(t_.data.columns);
    std::vector<double> means(d.choices.size(), 0);
    const size_t count = std::min(kMostMeans, rows_.size());
    for (size_t c = 0; c < d.choices.size(); ++c)
      for (size_t i = 0; i < count; ++i) {
        const size_t r = rows_[i * rows_.size() / count];
        exchange(changed, t_.data.row(r), d, t_.data.row(d.exampleRows[c]));
        means[c] += forest_.valueOf(changed.data()) / static_cast<double>(count);
      }
    if (means.empty() || variance_ <= 0) return 0;
    best = d.choices[static_cast<size_t>(std::min_element(means.begin(), means.end()) - means.begin())];
    std::vector<double> perRow;  // as often as each choice was made
    for (const size_t r : rows_)
      for (size_t c = 0; c < d.choices.size(); ++c)
        if (std::equal(t_.data.row(r) + d.first, t_.data.row(r) + d.first + d.count,
                       t_.data.row(d.exampleRows[c]) + d.first))
          perRow.push_back(means[c]);
    return perRow.empty() ? 0 : varianceOf(perRow) / variance_;
  }

 private:
  void exchange(std::vector<float>& to, const float* row, const DecisionColumns& d, const float* other) const {
    std::copy(row, row + t_.data.columns, to.begin());
    std::copy(other + d.first, other + d.first + d.count, to.begin() + static_cast<std::ptrdiff_t>(d.first));
  }

  const DecisionTable& t_;
  std::vector<size_t> rows_;
  Random& random_;
  RegressionForest forest_;
  double variance_ = 0;
};

}  // namespace

std::vector<DecisionImportance> importanceOf(std::span<const TimedDecisions> measured,
                                             const ImportanceOptions& options) {
  const DecisionTable table = tableOf(measured);
  if (table.data.rows() < kLeastTimes || varianceOf(table.data.outputs) < kLeastVariance) return {};
  Random random(options.seed);
  std::vector<size_t> rows(table.data.rows());
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  std::vector<DecisionImportance> all;
  Analysis whole(table, rows, options.trees, random);
  for (const DecisionColumns& d : table.decisions) {
    DecisionImportance one{d.name};
    one.share = whole.total(d);
    one.alone = std::min(one.share, whole.alone(d, one.best));
    all.push_back(std::move(one));
  }
  std::vector<std::vector<double>> shares(all.size());
  for (int i = 0; i < options.resamples; ++i) {
    for (size_t& r : rows) r = static_cast<size_t>(random.below(static_cast<int64_t>(table.data.rows())));
    Analysis again(table, rows, std::max(1, options.trees / 4), random);
    for (size_t d = 0; d < all.size(); ++d) shares[d].push_back(again.total(table.decisions[d]));
  }
  for (size_t d = 0; d < all.size(); ++d) {
    std::vector<double>& drawn = shares[d];
    std::sort(drawn.begin(), drawn.end());
    const auto tail = static_cast<size_t>(kTail * static_cast<double>(drawn.size()));
    all[d].low = drawn.empty() ? all[d].share : std::min(all[d].share, drawn[tail]);
    all[d].high = drawn.empty() ? all[d].share : std::max(all[d].share, drawn[drawn.size() - 1 - tail]);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const DecisionImportance& a, const DecisionImportance& b) { return a.share > b.share; });
  return all;
}

}  // namespace lw::tune
