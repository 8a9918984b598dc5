#include "app/window/timeline/timeline_feature.h"

#include "app/models/document/document.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/support/services.h"
#include "app/services/runs/timelines.h"
#include "app/window/picture_export.h"
#include "app/window/results/results_feature.h"
#include "app/window/window_context.h"

namespace lw {

TimelineFeature::TimelineFeature(WindowContext& window)
    : Feature(window),
      results_(window.feature<ResultsFeature>()),
      timelines_(new Timelines(*services_.get<Document>(), *services_.get<DocumentText>(),
                               *services_.get<ShownProgram>(), *services_.get<JobRunner>(), this)),
      view_(new TimelineView) {
  results_.addPage(kPage, tr("Timeline"), view_);
  setHelp("timeline", view_);
  addAction(MenuSection::ViewPlaces, tr("T&imeline of a GPU block"), "", [this] { showPage(); }, 2);
}

void TimelineFeature::showPage() {
  results_.setPageShown(kPage, true);
  results_.showPage(kPage);
  view_->setFocus();
}

void TimelineFeature::connectFeatures() {
  results_.setPageShown(kPage, false);
  connect(&results_, &ResultsFeature::pageShown, this,
          [this](const QString& page) { timelines_->setEnabled(page == QLatin1String(kPage)); });
  connect(services_.get<ShownProgram>(), &ShownProgram::changed, this, [this] {
    if (!results_.shows(kPage)) results_.setPageShown(kPage, timelines_->hasKernels());
  });
  connect(timelines_, &Timelines::changed, view_, [this] { view_->setContent(timelines_->content()); });
  connect(view_->plot(), &TimelinePlot::hintChanged, &window_, &WindowContext::say);
  connect(view_->plot(), &TimelinePlot::blockChosen, this,
          [this](BlockId block) { services_.get<SelectionModel>()->select(LinkedSelection::of(block)); });
  connect(services_.get<SelectionModel>(), &SelectionModel::changed, this,
          [this] { view_->plot()->setSelected(services_.get<SelectionModel>()->current().block()); });
  connect(view_, &TimelineView::exportRequested, this, [this] {
    exportPicture(window_, tr("Export the timeline as a picture"),
                  [this](const QString& path) { return view_->exportPicture(path); });
  });
}

bool TimelineFeature::zoom(QWidget* keys, int by) {
  TimelinePlot* plot = view_->plot();
  if (keys != view_ && !view_->isAncestorOf(keys)) return false;
  if (by == 0)
    plot->showAll();
  else
    plot->zoom(by > 0 ? 1.5 : 1 / 1.5, (plot->firstShown() + plot->lastShown()) / 2);
  return true;
}

}  // namespace lw
