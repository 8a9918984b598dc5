#include "app/window/exchange/exchange_feature.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include "app/models/document/document.h"
#include "app/models/document/document_text.h"
#include "app/models/schedule/steps.h"
#include "app/models/support/services.h"
#include "app/services/runs/exporter.h"
#include "app/shared/exports.h"
#include "app/window/lecture/lecture_feature.h"
#include "app/window/lecture/slides.h"
#include "app/window/roofline/roofline_feature.h"
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
    case ExportFormat::Sheet:
      return QObject::tr("Work s&heet: all steps, with blanks…");
    case ExportFormat::State:
      return QObject::tr("Web page of &this state…");
    case ExportFormat::Relax:  // of models, which the window does not export
      break;
  }
  return {};
}

// The dots over the bytes from memory.
PageRoofline rooflineOfPage(const RooflineContent& content) {
  PageRoofline page{content.machine.toStdString(), content.points.empty() ? "" : content.note.toStdString()};
  page.peak = content.wide ? content.gflops64 : content.gflops;
  page.peakOne = content.gflopsOne;
  for (const RooflineRoof& roof : content.roofs) page.roofs.push_back({roof.name.toStdString(), roof.gbps});
  for (const RooflinePoint& p : content.points)
    page.points.push_back({p.label.toStdString(), p.gflops, p.low, p.high, p.intensity.empty() ? 0 : p.intensity.back(),
                           p.wrong, p.here});
  return page;
}

}  // namespace

ExchangeFeature::ExchangeFeature(WindowContext& window) : Feature(window) {
  import_ = addAction(MenuSection::FileExchange, tr("&Import a schedule…"), "Ctrl+I", [this] { importDialog(); });
  import_->setToolTip(tr("A trace, a tuning record or a Python file with a schedule function for the open program"));
  share_ = addAction(MenuSection::FileExchange, tr("S&hare…"), "Ctrl+Shift+E", [this] { exportDialog("state"); });
  share_->setToolTip(
      tr("One web page with the program, its loop tree, lowered code, trace and runs, linked as in this window"));
  export_ = addMenu(MenuSection::FileExchange, tr("E&xport"));
  slides_ = addAction(MenuSection::FileExchange, tr("S&lides of all steps…"), "", [this] { slidesDialog(); });
  slides_->setToolTip(tr("A PDF with what the lecture shows of each state"));
  for (const ExportKind& kind : exportKinds())
    if (!kind.model)
      export_->addAction(exportName(kind), this, [this, name = QString::fromLatin1(kind.name)] { exportDialog(name); });
  copy_ = addMenu(MenuSection::FileExchange, tr("Copy as &Python"));
  copy_->addAction(tr("A script for &TVM"), this, [this] { copyScript(ScriptModule::Tvm); });
  copy_->addAction(tr("A script for the module &loopwright"), this, [this] { copyScript(ScriptModule::Loopwright); });
}

// The program and the steps of the shown state.
void ExchangeFeature::copyScript(ScriptModule module) {
  if (!services_.get<Document>()->hasProgram()) return;
  const Schedule& schedule = services_.get<Document>()->schedule();
  QApplication::clipboard()->setText(
      QString::fromStdString(pythonScript(schedule, schedule.currentFunction(), module)));
  window_.say(tr("Copied a script with the program and its steps"));
}

void ExchangeFeature::importDialog() {
  const QString path = QFileDialog::getOpenFileName(
      window_.window(), tr("Import a schedule"), QFileInfo(services_.get<DocumentText>()->path()).absolutePath(),
      tr("Schedules (*.json *.jsonl *.py);;Traces and tuning records (*.json *.jsonl);;Python (*.py)"));
  if (!path.isEmpty()) services_.get<Steps>()->importSchedule(path);
}

void ExchangeFeature::exportDialog(const QString& format) {
  const ExportKind* kind = exportKind(format.toStdString());
  if (!kind || !services_.get<Document>()->hasProgram()) return;
  const QString suffix = QString::fromLatin1(kind->suffix);
  const QFileInfo source(services_.get<DocumentText>()->path());
  const QString start = source.absolutePath() + "/" + services_.get<Document>()->function().section('.', -1) +
                        (kind->format == ExportFormat::Python ? QStringLiteral(".trace.py") : suffix);
  QString path = QFileDialog::getSaveFileName(window_.window(), tr("Export"), start, QStringLiteral("*%1").arg(suffix));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += suffix;
  services_.get<Exporter>()->exportTo(*kind, path, rooflineOfPage(window_.feature<RooflineFeature>().content()));
}

void ExchangeFeature::slidesDialog() {
  if (!services_.get<Document>()->hasProgram()) return;
  const QFileInfo source(services_.get<DocumentText>()->path());
  const QString start = source.absolutePath() + "/" + services_.get<Document>()->function().section('.', -1) + ".pdf";
  QString path = QFileDialog::getSaveFileName(window_.window(), tr("Slides of all steps"), start,
                                              tr("Slides (*.pdf);;Pictures (*.png)"));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".pdf");
  window_.say(tr("Exporting %1…").arg(QFileInfo(path).fileName()));
  window_.feature<LectureFeature>().writeSlides(path, [this, path](const SlidesWritten& written) {
    window_.say(written.error.isEmpty() ? tr("Exported %1: %n slides", nullptr, written.count).arg(path)
                                        : written.error);
  });
}

void ExchangeFeature::refreshActions() {
  slides_->setEnabled(services_.get<Document>()->hasProgram());
  import_->setEnabled(services_.get<Document>()->hasProgram());
  share_->setEnabled(services_.get<Document>()->hasProgram());
  export_->setEnabled(services_.get<Document>()->hasProgram());
  copy_->setEnabled(services_.get<Document>()->hasProgram());
}

}  // namespace lw
