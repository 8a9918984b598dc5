#include "app/window/roofline/roofline_feature.h"

#include "app/models/schedule/history_editor.h"
#include "app/models/support/services.h"
#include "app/services/runs/figures.h"
#include "app/services/runs/run_job.h"
#include "app/window/picture_export.h"
#include "app/window/results/results_feature.h"
#include "app/window/window_context.h"

namespace lw {

RooflineFeature::RooflineFeature(WindowContext& window)
    : Feature(window),
      results_(window.feature<ResultsFeature>()),
      figures_(new Figures(*services_.get<Document>(), *services_.get<DocumentText>(), *services_.get<RunRecords>(),
                           services_.get<RunJobs>()->turns(), *services_.get<JobRunner>(), this)),
      roofline_(new RooflineView) {
  results_.addPage(kPage, tr("Roofline"), roofline_);
  addAction(
      MenuSection::ViewPlaces, tr("R&oofline"), "Alt+9", [this] { results_.showPage(kPage), roofline_->setFocus(); },
      2);
}

RooflineContent RooflineFeature::content() const { return figures_->roofline(); }

void RooflineFeature::connectFeatures() {
  connect(figures_, &Figures::measuringChanged, this, &RooflineFeature::measuringChanged);
  connect(figures_, &Figures::changed, this, [this] {
    if (results_.shows(kPage)) roofline_->setContent(figures_->roofline());
  });
  connect(&results_, &ResultsFeature::pageShown, this, [this](const QString& page) {
    if (page != QLatin1String(kPage)) return;
    figures_->requestPeaks();
    roofline_->setContent(figures_->roofline());
  });
  connect(roofline_, &RooflineView::chosen, services_.get<HistoryEditor>(), &HistoryEditor::goTo);
  connect(roofline_, &RooflineView::hintChanged, &window_, &WindowContext::say);
  connect(roofline_, &RooflineView::exportRequested, this, [this] {
    exportPicture(window_, tr("Export the roofline as a picture"),
                  [this](const QString& path) { return roofline_->exportPicture(path); });
  });
}

}  // namespace lw
