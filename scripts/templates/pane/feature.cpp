#include "app/window/@name@/@name@_feature.h"

#include <QLabel>

#include "app/window/results/results_feature.h"
#include "app/window/window_context.h"

namespace lw {

namespace {

constexpr const char* kPage = "@name@";

}  // namespace

@Name@Feature::@Name@Feature(WindowContext& window) : Feature(window), words_(new QLabel) {
  words_->setObjectName("@name@");
  window.feature<ResultsFeature>().addPage(kPage, tr("@Name@"), words_, ResultsFeature::PageSize::OfPage);
  setHelp("@name@");
}

void @Name@Feature::connectFeatures() {
  connect(&workbench_, &Workbench::historyChanged, this, &@Name@Feature::show);
}

void @Name@Feature::show() { words_->setText(QString::number(workbench_.shownPath().size() - 1)); }

}  // namespace lw
