#include "app/window/title/title_feature.h"

#include <QFileInfo>

#include "app/window/window_context.h"
#include "views/widgets/fixed_size_label.h"
#include "views/widgets/prepared_label.h"

namespace lw {

TitleFeature::TitleFeature(WindowContext& window) : Feature(window), title_(new PreparedLabel("windowTitle")) {
  title_->setAlignment(Qt::AlignCenter);
  addToTop(new FixedSizeLabel(title_), TopPlace::Title);
}

void TitleFeature::connectFeatures() {
  connect(&workbench_, &Workbench::fileChanged, this, &TitleFeature::showTitle);
  connect(&workbench_, &Workbench::historyChanged, this, &TitleFeature::showTitle);
}

void TitleFeature::showTitle() {
  const QString session = workbench_.sessionPath();
  const QString source = workbench_.path().isEmpty() ? tr("no file") : QFileInfo(workbench_.path()).fileName();
  const QString file = session.isEmpty() ? source : QFileInfo(session).fileName();
  QString text = session.isEmpty() ? source : tr("%1: %2").arg(file, source);
  text += workbench_.modified() ? tr(" (edited)") : QString();
  if (workbench_.functionNames().size() > 1) text += tr(" — %1").arg(workbench_.function());
  if (workbench_.hasProgram()) {
    const std::vector<int> path = workbench_.shownPath();
    const int here = int(workbench_.history().pathTo(workbench_.history().current()).size()) - 1;
    const std::string& name = workbench_.history().node(path.back()).name;
    if (!name.empty()) text += tr(" — variant “%1”").arg(QString::fromStdString(name));
    if (path.size() > 1) text += tr(" (step %1 of %2)").arg(here).arg(path.size() - 1);
  }
  title_->setText(text);
  window_.window()->setWindowTitle(tr("%1 — Loopwright").arg(file));
}

}  // namespace lw
