#include "app/window/model/model_feature.h"

#include <QAction>
#include <QFileInfo>
#include <algorithm>

#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/support/services.h"
#include "app/services/models/model_runs.h"
#include "app/services/models/model_weights.h"
#include "app/services/models/opened_model.h"
#include "app/window/accesses/accesses_feature.h"
#include "app/window/graph/graph_feature.h"
#include "app/window/results/results_feature.h"
#include "app/window/window_context.h"
#include "views/graph/graph_view.h"
#include "views/model/model_page.h"
#include "views/model/outputs_view.h"
#include "views/model/refusal_dialog.h"
#include "views/model/report_view.h"
#include "views/model/weights_view.h"

namespace lw {

ModelFeature::ModelFeature(WindowContext& window)
    : Feature(window),
      results_(window.feature<ResultsFeature>()),
      weights_(*services_.get<ModelWeights>()),
      page_(new ModelPage) {
  results_.addPage(kPage, tr("Model"), page_);
  results_.setPageShown(kPage, false);
  show_ = addAction(
      MenuSection::ViewPlaces, tr("&Model report"), "Alt+M", [this] { results_.showPage(kPage), page_->setFocus(); },
      2);
  setHelp("onnx", page_);
}

void ModelFeature::connectFeatures() {
  connect(services_.get<ModelRuns>(), &ModelRuns::changed, this, [this] {
    showReport();
    showOutputs();
  });
  connect(services_.get<DocumentFiles>(), &DocumentFiles::loaded, this, &ModelFeature::open);
  connect(services_.get<DocumentFiles>(), &DocumentFiles::refused, this, &ModelFeature::tell);
  connect(&weights_, &ModelWeights::changed, this, &ModelFeature::showWeights);
  connect(&weights_, &ModelWeights::measured, this,
          [this] { page_->weights()->setStatistics(services_.get<ModelWeights>()->rows()); });
  connect(&weights_, &ModelWeights::pictureChanged, this, [this] {
    page_->weights()->showChosen(weights_.chosen());
    page_->weights()->setPicture(weights_.picture());
  });
  connect(page_->weights(), &WeightsView::weightChosen, &weights_, &ModelWeights::choose);
  connect(window_.feature<GraphFeature>().view(), &GraphView::currentChanged, this, &ModelFeature::showNode);
  connect(page_->outputs(), &OutputsView::runRequested, services_.get<ModelRuns>(), &ModelRuns::run);
  connect(page_->outputs(), &OutputsView::dataSetChosen, this, [this](int set) {
    const OpenedModel* file = services_.get<ModelRuns>()->file();
    services_.get<ModelRuns>()->setTestData(file && set >= 0 ? file->testData.at(size_t(set)) : std::string());
  });
}

void ModelFeature::setTheme(const Theme& theme) { page_->setTheme(theme); }

void ModelFeature::refreshActions() { show_->setEnabled(services_.get<ModelRuns>()->hasModel()); }

// A model that was read from its own file begins with its report.
void ModelFeature::open() {
  if (refusal_) refusal_->close();
  if (!services_.get<ModelRuns>()->file()) return;
  showReport();
  showOutputs();
  page_->showPart(ModelPage::kReport);
  results_.showPage(kPage);
}

void ModelFeature::showReport() {
  const ModelRuns& models = *services_.get<ModelRuns>();
  results_.setPageShown(kPage, models.hasModel() || models.file());
  // Patterns of accesses are those of loops: without any, their page leaves its room to this one.
  results_.setPageShown(AccessesFeature::kPage, !models.hasModel() || services_.get<Document>()->hasProgram());
  if (models.file()) return page_->setReport(models.file()->report);
  if (!models.hasModel()) return;
  ModelReport report = reportOf(*models.model().outline);
  report.parameters = weights_.elements();
  report.parameterBytes = weights_.bytes();
  page_->setReport(report);
}

void ModelFeature::showWeights() {
  page_->weights()->setRows(weights_.rows());
  page_->weights()->showChosen(weights_.chosen());
  showReport();
}

void ModelFeature::showOutputs() {
  const ModelRuns& models = *services_.get<ModelRuns>();
  QStringList names;
  int chosen = -1;
  if (const OpenedModel* file = models.file())
    for (const std::string& folder : file->testData) {
      if (folder == models.testData()) chosen = int(names.size());
      names << QFileInfo(QString::fromStdString(folder)).fileName();
    }
  page_->outputs()->setDataSets(names, chosen);
  const ModelTime* time = models.time();
  page_->outputs()->setOutputs(time ? time->outputs : std::vector<OutputDifference>(), time != nullptr);
}

// A parameter shows its values. An operator only chooses the first of its own parameters where they are shown.
void ModelFeature::showNode(int node) {
  const GraphDrawing* drawing = window_.feature<GraphFeature>().view()->drawing();
  if (node < 0 || !drawing || weights_.rows().empty()) return;
  const auto isWeight = [&](int n) {
    const graph::OutlineNode& found = drawing->outline->nodes[size_t(n)];
    const QString name = QString::fromStdString(found.value);
    return found.kind == graph::OutlineNode::Kind::Parameter &&
           std::any_of(weights_.rows().begin(), weights_.rows().end(),
                       [&](const WeightRow& row) { return row.name == name; });
  };
  const bool shown = results_.shows(kPage) && page_->part() == ModelPage::kWeights;
  if (isWeight(node)) {
    weights_.choose(QString::fromStdString(drawing->outline->nodes[size_t(node)].value));
    if (shown) return;
    page_->showPart(ModelPage::kWeights);
    return results_.showPage(kPage);
  }
  if (!shown) return;
  for (const graph::OutlineEdge& edge : drawing->outline->edges)
    if (edge.to == node && isWeight(edge.from))
      return weights_.choose(QString::fromStdString(drawing->outline->nodes[size_t(edge.from)].value));
}

void ModelFeature::tell(const ModelRefusal& refusal) {
  if (refusal_) refusal_->close();
  refusal_ = new RefusalDialog(refusal, window_.theme(), window_.window());
  refusal_->setAttribute(Qt::WA_DeleteOnClose);
  connect(refusal_, &QObject::destroyed, this, [this, closed = refusal_] {
    if (refusal_ == closed) refusal_ = nullptr;
  });
  connect(refusal_, &RefusalDialog::openRequested, services_.get<DocumentFiles>(), &DocumentFiles::openModel);
  refusal_->open();
}

}  // namespace lw
