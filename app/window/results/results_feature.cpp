#include "app/window/results/results_feature.h"

#include "app/window/window_context.h"
#include "views/widgets/pane.h"

namespace lw {

ResultsFeature::ResultsFeature(WindowContext& window)
    : Feature(window),
      stack_(new QStackedWidget),
      pane_(new Pane("results", {}, stack_, tr("Run, figures and problems"))) {
  larger_ = pane_->header()->addTool(tr("Enlarge"), tr("Enlarge this pane (Ctrl+Shift+M)"));
  larger_->setObjectName("largerResults");
  larger_->setCheckable(true);
  addPane(pane_, PaneRow::Bottom, 49, 49);
  addAction(
      MenuSection::ViewLayout, tr("&Enlarge or restore the results"), "Ctrl+Shift+M", [this] { larger_->toggle(); }, 1);
}

void ResultsFeature::addPage(const QString& name, const QString& title, QWidget* page, PageSize size) {
  if (size == PageSize::OfPane) {
    page->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    page->setMinimumSize(240, 120);
  }
  names_ << name;
  stack_->addWidget(page);
  pane_->header()->addSwitch(title);
}

void ResultsFeature::connectFeatures() {
  connect(pane_->header(), &PaneHeader::switched, this, [this](int number) { showPage(names_[number]); });
  connect(larger_, &QToolButton::toggled, this, [this](bool larger) { window_.layout().enlarge(pane_, larger); });
}

void ResultsFeature::setTitle(const QString& name, const QString& title) {
  pane_->header()->setSwitchText(int(names_.indexOf(name)), title);
}

void ResultsFeature::setPageShown(const QString& name, bool shown) {
  pane_->header()->setSwitchShown(int(names_.indexOf(name)), shown);
  if (!shown && shows(name)) showPage(names_.front());
}

void ResultsFeature::showPage(const QString& name) {
  const int number = int(names_.indexOf(name));
  stack_->setCurrentIndex(number);
  pane_->header()->setSwitch(number);
  pane_->raise();  // among tabs
  Q_EMIT pageShown(name);
}

bool ResultsFeature::shows(const QString& name) const { return names_.indexOf(name) == stack_->currentIndex(); }

}  // namespace lw
