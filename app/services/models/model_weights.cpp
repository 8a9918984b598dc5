#include "app/services/models/model_weights.h"

#include <algorithm>
#include <cmath>

#include "app/models/support/job_runner.h"
#include "app/services/models/model_runs.h"

namespace lw {
namespace {

constexpr int kLeastParts = 16, kMostParts = 64;  // of a histogram
constexpr int kMostCells = 256;                   // on each side of a heat map

QString shapeOf(const NDArray& array) {
  QStringList sizes;
  for (const int64_t n : array.shape) sizes << QString::number(n);
  return sizes.join(QStringLiteral(" × "));
}

WeightPicture pictureOf(const QString& name, const NDArray& array) {
  const TensorStatistics statistics = statisticsOf(array);
  const int parts = std::clamp(int(std::sqrt(double(statistics.count)) * 2), kLeastParts, kMostParts);
  return {name,
          shapeOf(array),
          QString::fromStdString(toString(array.type)),
          statistics,
          histogramOf(array, statistics, parts),
          cellsOf(array, kMostCells)};
}

}  // namespace

ModelWeights::ModelWeights(const ModelRuns& models, JobRunner& jobs) : models_(models), jobs_(jobs) {
  connect(&models_, &ModelRuns::changed, this, &ModelWeights::follow);
}

int64_t ModelWeights::elements() const {
  int64_t all = 0;
  for (const auto& [_, array] : arrays_) all += array->size();
  return all;
}

int64_t ModelWeights::bytes() const {
  int64_t all = 0;
  for (const WeightRow& row : rows_) all += row.bytes;
  return all;
}

const WeightPicture* ModelWeights::picture() const { return picture_.get(); }

void ModelWeights::follow() {
  Arrays arrays;
  const BoundParameters known = models_.parameters();
  if (models_.hasModel())
    for (const graph::OutlineNode& node : models_.model().outline->nodes) {
      if (node.kind != graph::OutlineNode::Kind::Parameter) continue;
      const auto found = known.find(node.value);
      if (found != known.end()) arrays.emplace_back(QString::fromStdString(node.value), found->second);
    }
  if (arrays == arrays_) return;
  arrays_ = std::move(arrays);
  rows_.clear();
  for (const auto& [name, array] : arrays_)
    rows_.push_back({name, shapeOf(*array), QString::fromStdString(toString(array->type)), int64_t(array->data.size()),
                     std::nullopt});
  const QString before = chosen_;
  chosen_.clear();
  picture_.reset();
  jobs_.drop(Channel::WeightPicture);
  Q_EMIT changed();
  Q_EMIT pictureChanged();
  measure();
  choose(before);
  if (chosen_.isEmpty() && !rows_.empty()) {  // the largest is what a model is about
    const auto largest = std::max_element(rows_.begin(), rows_.end(),
                                          [](const WeightRow& a, const WeightRow& b) { return a.bytes < b.bytes; });
    choose(largest->name);
  }
}

void ModelWeights::measure() {
  jobs_.drop(Channel::Weights);
  if (arrays_.empty()) return;
  using Figures = std::vector<std::optional<TensorStatistics>>;
  jobs_.run<Figures>(
      Channel::Weights,
      [arrays = arrays_](const Stop& stop) {
        Figures all;
        for (const auto& [_, array] : arrays)
          all.push_back(stop() ? std::nullopt : std::optional(statisticsOf(*array)));
        return all;
      },
      [this](const Figures& all) {
        for (size_t i = 0; i < rows_.size() && i < all.size(); ++i) rows_[i].statistics = all[i];
        Q_EMIT measured();
      });
}

void ModelWeights::choose(const QString& name) {
  const auto found = std::find_if(arrays_.begin(), arrays_.end(), [&](const auto& a) { return a.first == name; });
  if (found == arrays_.end() || name == chosen_) return;
  chosen_ = name;
  picture_.reset();
  Q_EMIT pictureChanged();
  jobs_.run<std::shared_ptr<const WeightPicture>>(
      Channel::WeightPicture,
      [name, array = found->second](const Stop&) {
        return std::make_shared<const WeightPicture>(pictureOf(name, *array));
      },
      [this](std::shared_ptr<const WeightPicture> picture) {
        picture_ = std::move(picture);
        Q_EMIT pictureChanged();
      });
}

}  // namespace lw
