#include "core/tune/model/boosted_trees.h"

#include <xgboost/c_api.h>

#include <limits>
#include <mutex>
#include <string>

namespace lw::tune {
namespace {

// The rows in the form of the library; empty: it refused them.
class DMatrix {
 public:
  explicit DMatrix(const TreeMatrix& rows) {
    if (XGDMatrixCreateFromMat(rows.values.data(), rows.rows(), rows.columns, std::numeric_limits<float>::quiet_NaN(),
                               &handle_) != 0)
      handle_ = nullptr;
  }
  DMatrix(const DMatrix&) = delete;
  DMatrix& operator=(const DMatrix&) = delete;
  ~DMatrix() {
    if (handle_) XGDMatrixFree(handle_);
  }
  DMatrixHandle get() const { return handle_; }

 private:
  DMatrixHandle handle_ = nullptr;
};

bool configure(BoosterHandle booster, const TreeOptions& options) {
  const std::pair<const char*, std::string> parameters[] = {{"verbosity", "0"},
                                                            {"nthread", "1"},
                                                            {"seed", "1"},
                                                            {"objective", "reg:squarederror"},
                                                            {"base_score", "0"},
                                                            {"tree_method", "hist"},
                                                            {"max_bin", "64"},
                                                            {"max_depth", std::to_string(options.depth)},
                                                            {"eta", std::to_string(options.rate)},
                                                            {"colsample_bytree", std::to_string(options.columnShare)},
                                                            {"subsample", std::to_string(options.rowShare)},
                                                            {"lambda", std::to_string(options.smoothing)},
                                                            {"min_child_weight", std::to_string(options.leastWeight)}};
  for (const auto& [name, value] : parameters)
    if (XGBoosterSetParam(booster, name, value.c_str()) != 0) return false;
  return true;
}

// The sums of the leaves, without the transformation of an objective.
std::vector<float> predict(BoosterHandle booster, DMatrixHandle rows, bool training) {
  const std::string config = std::string(R"({"type": 1, "training": )") + (training ? "true" : "false") +
                             R"(, "iteration_begin": 0, "iteration_end": 0, "strict_shape": false})";
  const bst_ulong* shape = nullptr;
  bst_ulong dimensions = 0;
  const float* values = nullptr;
  if (XGBoosterPredictFromDMatrix(booster, rows, config.c_str(), &shape, &dimensions, &values) != 0) return {};
  size_t count = 1;
  for (bst_ulong d = 0; d < dimensions; ++d) count *= shape[d];
  return {values, values + count};
}

}  // namespace

struct BoostedTrees::Handle {
  BoosterHandle booster = nullptr;
  std::mutex mutex;  // the library keeps the values that it returns in the booster
  ~Handle() {
    if (booster) XGBoosterFree(booster);
  }
};

void TreeMatrix::add(const std::vector<float>& row) {
  const size_t before = values.size();
  values.insert(values.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(std::min(columns, row.size())));
  values.resize(before + columns, 0);
}

std::optional<BoostedTrees> BoostedTrees::fit(const TreeMatrix& rows, const Loss& loss, const TreeOptions& options) {
  if (rows.rows() == 0) return std::nullopt;
  BoostedTrees trees;
  trees.handle_ = std::make_shared<Handle>();
  const DMatrix data(rows);
  const DMatrixHandle known[] = {data.get()};
  BoosterHandle& booster = trees.handle_->booster;
  if (!data.get() || XGBoosterCreate(known, 1, &booster) != 0 || !configure(booster, options)) return std::nullopt;
  std::vector<float> first(rows.rows()), second(rows.rows());
  for (int round = 0; round < options.rounds; ++round) {
    const std::vector<float> values = predict(booster, data.get(), true);
    if (values.size() != rows.rows()) return std::nullopt;
    loss(values, first, second);
    if (XGBoosterBoostOneIter(booster, data.get(), first.data(), second.data(), first.size()) != 0) return std::nullopt;
  }
  return trees;
}

std::vector<float> BoostedTrees::valuesOf(const TreeMatrix& rows) const {
  if (rows.rows() == 0) return {};
  const DMatrix data(rows);
  if (!data.get()) return {};
  const std::lock_guard lock(handle_->mutex);
  return predict(handle_->booster, data.get(), false);
}

}  // namespace lw::tune
