// The parameters of the shown model with their figures, and a picture of the chosen one. Computed beside the UI thread.
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "app/models/graph/tensor_statistics.h"

namespace lw {

class JobRunner;
class ModelRuns;

class ModelWeights : public QObject {
  Q_OBJECT

 public:
  ModelWeights(const ModelRuns& models, JobRunner& jobs);

  const std::vector<WeightRow>& rows() const { return rows_; }  // in the order of the parameters
  int64_t elements() const;
  int64_t bytes() const;
  void choose(const QString& name);  // ignored if there is no such parameter, or it is chosen
  const QString& chosen() const { return chosen_; }
  const WeightPicture* picture() const;  // of the chosen one; nullptr: not known yet

 Q_SIGNALS:
  void changed();         // other parameters
  void measured();        // their figures are known
  void pictureChanged();  // of the chosen one

 private:
  using Arrays = std::vector<std::pair<QString, std::shared_ptr<const NDArray>>>;
  void follow();
  void measure();

  const ModelRuns& models_;
  JobRunner& jobs_;
  Arrays arrays_;
  std::vector<WeightRow> rows_;
  QString chosen_;
  std::shared_ptr<const WeightPicture> picture_;
};

}  // namespace lw
