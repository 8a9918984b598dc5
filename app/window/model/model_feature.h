// The page of a whole model: the report of its import, its parameters, the outputs beside the expected ones; and the
// dialog with all problems of a model that cannot be read.
#pragma once

#include "app/window/feature.h"

namespace lw {

class ModelPage;
class ModelWeights;
class RefusalDialog;
class ResultsFeature;
struct ModelRefusal;

class ModelFeature : public Feature {
  Q_OBJECT

 public:
  static constexpr const char* kPage = "model";

  explicit ModelFeature(WindowContext& window);
  ModelPage* page() const { return page_; }
  RefusalDialog* refusal() const { return refusal_; }  // nullptr: none is open

  void connectFeatures() override;
  void setTheme(const Theme& theme) override;
  void refreshActions() override;

 private:
  void open();
  void showReport();
  void showWeights();
  void showOutputs();
  void showNode(int node);
  void tell(const ModelRefusal& refusal);

  ResultsFeature& results_;
  ModelWeights& weights_;
  ModelPage* page_;
  QAction* show_;
  RefusalDialog* refusal_ = nullptr;
};

}  // namespace lw
