#include "app/window/title/title_feature.h"

#include <QFileInfo>

#include "app/models/document/document.h"
#include "app/models/document/document_text.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/support/services.h"
#include "app/services/follow/following.h"
#include "app/window/window_context.h"
#include "views/widgets/fixed_size_label.h"
#include "views/widgets/prepared_label.h"

namespace lw {

TitleFeature::TitleFeature(WindowContext& window) : Feature(window), title_(new PreparedLabel("windowTitle")) {
  title_->setAlignment(Qt::AlignCenter);
  addToTop(new FixedSizeLabel(title_), TopPlace::Title);
}

void TitleFeature::connectFeatures() {
  connect(services_.get<Document>(), &Document::fileChanged, this, &TitleFeature::showTitle);
  connect(services_.get<HistoryEditor>(), &HistoryEditor::changed, this, &TitleFeature::showTitle);
}

// "make.py", or "make.py: make.matmul" of a program that Python made.
QString TitleFeature::sourceWords() const {
  if (!services_.get<DocumentText>()->path().isEmpty())
    return QFileInfo(services_.get<DocumentText>()->path()).fileName();
  if (const QString followed = services_.get<Following>()->title(); !followed.isEmpty()) return followed;
  const Session* session = services_.get<Document>()->session();
  if (!session || !session->origin) return tr("No file");
  const QString ran = QFileInfo(QString::fromStdString(session->origin->ran)).fileName();
  const QString name = QString::fromStdString(session->origin->name);
  return name.isEmpty() ? ran : tr("%1: %2").arg(ran, name);
}

void TitleFeature::showTitle() {
  const QString session = services_.get<Document>()->sessionPath();
  const QString source = sourceWords();
  const QString file = session.isEmpty() ? source : QFileInfo(session).fileName();
  QString text = session.isEmpty() ? source : tr("%1: %2").arg(file, source);
  if (services_.get<DocumentText>()->modified() && !services_.get<Following>()->follows()) text += tr(" (edited)");
  if (services_.get<Document>()->functionNames().size() > 1)
    text += tr(" — %1").arg(services_.get<Document>()->function());
  if (services_.get<Document>()->hasProgram()) {
    const std::vector<int> path = services_.get<HistoryEditor>()->shownPath();
    const int here =
        int(services_.get<Document>()->history().pathTo(services_.get<Document>()->history().current()).size()) - 1;
    const std::string& name = services_.get<Document>()->history().node(path.back()).name;
    if (!name.empty()) text += tr(" — variant “%1”").arg(QString::fromStdString(name));
    if (path.size() > 1) text += tr(" (step %1 of %2)").arg(here).arg(path.size() - 1);
  }
  title_->setText(text);
  title_->setToolTip(text);  // it may be shortened
  window_.window()->setWindowTitle(tr("%1 — Loopwright").arg(file));
}

}  // namespace lw
