#include "app/window/exchange/exchange_feature.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include "app/shared/exports.h"
#include "app/window/window_context.h"

namespace lw {
namespace {

QString exportName(const ExportKind& kind) {
  switch (kind.format) {
    case ExportFormat::Python:
      return QObject::tr("Trace as &Python…");
    case ExportFormat::Json:
      return QObject::tr("Trace as &JSON, in TVM's format…");
    case ExportFormat::Cpp:
      return QObject::tr("Trace as calls in C&++…");
    case ExportFormat::C:
      return QObject::tr("&C source of the function…");
    case ExportFormat::Object:
      return QObject::tr("&Object file with a header…");
    case ExportFormat::Shared:
      return QObject::tr("&Shared library with a header…");
    case ExportFormat::Package:
      return QObject::tr("&Kernel package for a GPU…");
    case ExportFormat::Html:
      return QObject::tr("&Web page of all steps…");
    case ExportFormat::Relax:  // of models, which the window does not export
      break;
  }
  return {};
}

}  // namespace

ExchangeFeature::ExchangeFeature(WindowContext& window) : Feature(window) {
  import_ = addAction(MenuSection::FileExchange, tr("&Import a schedule…"), "Ctrl+I", [this] { importDialog(); });
  import_->setToolTip(tr("A trace, a tuning record or a Python file with a schedule function for the open program"));
  export_ = addMenu(MenuSection::FileExchange, tr("E&xport"));
  for (const ExportKind& kind : exportKinds())
    if (!kind.model)
      export_->addAction(exportName(kind), this, [this, name = QString::fromLatin1(kind.name)] { exportDialog(name); });
}

void ExchangeFeature::importDialog() {
  const QString path = QFileDialog::getOpenFileName(
      window_.window(), tr("Import a schedule"), QFileInfo(workbench_.text()->path()).absolutePath(),
      tr("Schedules (*.json *.jsonl *.py);;Traces and tuning records (*.json *.jsonl);;Python (*.py)"));
  if (!path.isEmpty()) workbench_.steps()->importSchedule(path);
}

void ExchangeFeature::exportDialog(const QString& format) {
  const ExportKind* kind = exportKind(format.toStdString());
  if (!kind || !workbench_.document()->hasProgram()) return;
  const QString suffix = QString::fromLatin1(kind->suffix);
  const QFileInfo source(workbench_.text()->path());
  const QString start = source.absolutePath() + "/" + workbench_.document()->function().section('.', -1) +
                        (kind->format == ExportFormat::Python ? QStringLiteral(".trace.py") : suffix);
  QString path = QFileDialog::getSaveFileName(window_.window(), tr("Export"), start, QStringLiteral("*%1").arg(suffix));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += suffix;
  workbench_.exporter()->exportTo(*kind, path);
}

void ExchangeFeature::refreshActions() {
  import_->setEnabled(workbench_.document()->hasProgram());
  export_->setEnabled(workbench_.document()->hasProgram());
}

}  // namespace lw
