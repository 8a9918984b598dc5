#include "app/window/documents/documents_feature.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonDocument>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QStandardPaths>

#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/document/document_text.h"
#include "app/models/schedule/steps.h"
#include "app/models/support/services.h"
#include "app/services/document/documents.h"
#include "app/services/document/python_files.h"
#include "app/window/documents/copied_program.h"
#include "app/window/documents/samples.h"
#include "app/window/window_context.h"

namespace lw {
namespace {

constexpr int kRecentFiles = 8;

// JSON, or a Python file with functions of a schedule but no program: it is for the open program.
bool isSchedule(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == QLatin1String("json") || suffix == QLatin1String("jsonl")) return !isSavedModule(path);
  if (suffix != QLatin1String("py")) return false;
  const std::string text = bytesOf(path);
  const auto has = [&](const char* word) { return text.find(word) != std::string::npos; };
  return has("def ") && !has("prim_func") && !has("ir_module") && !has("te.") && !has("R.function");
}

// Sessions of older versions contain only the arrangement of the panes.
QJsonObject layoutIn(const std::string& text) {
  const QByteArray bytes = QByteArray::fromStdString(text);
  const QJsonObject layout = QJsonDocument::fromJson(bytes).object();
  return layout.isEmpty() ? QJsonObject{{"panes", QString::fromLatin1(bytes)}} : layout;
}

}  // namespace

DocumentsFeature::DocumentsFeature(WindowContext& window) : Feature(window) {
  addAction(MenuSection::FileOpen, tr("&Open…"), "Ctrl+O", [this] { openDialog(); });
  addAction(MenuSection::FileOpen, tr("Open fol&der…"), "", [this] { openFolder(); });
  addAction(MenuSection::FileOpen, tr("Open from clip&board"), "Ctrl+Shift+V", [this] {
    openClipboard();
  })->setToolTip(tr("The program or the Python file that was copied, as a new text"));
  recent_ = addMenu(MenuSection::FileOpen, tr("Open &recent"));
  recent_->setToolTipsVisible(true);
  addSampleMenu();
  addAction(MenuSection::FileSave, tr("&Save"), "Ctrl+S", [this] { saveFile(); });
  addAction(MenuSection::FileSave, tr("Save &as…"), "Ctrl+Shift+S", [this] { saveFileAs(); });
  revert_ = addAction(MenuSection::FileSave, tr("Re&vert to the saved file…"), "", [this] { revert(); });
  saveSession_ = addAction(MenuSection::FileSession, tr("Save s&ession"), "Ctrl+Alt+S", [this] { saveSession(false); });
  saveSessionAs_ = addAction(MenuSection::FileSession, tr("Save session as…"), "", [this] { saveSession(true); });
  addAction(MenuSection::FileQuit, tr("&Quit"), "Ctrl+Q", [this] { window_.window()->close(); });
  window.window()->setAcceptDrops(true);
  window.window()->installEventFilter(this);
}

// Lists the programs of the folder of samples, with a menu for each folder in it.
void DocumentsFeature::addSampleMenu() {
  if (samplesFolder().isEmpty()) return;
  const auto fill = [this](const auto& again, QMenu& menu, const QDir& from) -> void {
    for (const QFileInfo& program : from.entryInfoList({"*.py"}, QDir::Files, QDir::Name))
      menu.addAction(program.fileName(), this,
                     [this, path = program.absoluteFilePath()] { services_.get<DocumentFiles>()->open(path); });
    menu.addSeparator();
    for (const QFileInfo& inner : from.entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
      if (const QDir folder(inner.absoluteFilePath()); !folder.entryList({"*.py"}, QDir::Files).isEmpty())
        again(again, *menu.addMenu(inner.fileName()), folder);
  };
  samples_ = addMenu(MenuSection::FileOpen, tr("Sa&mples"));
  fill(fill, *samples_, QDir(samplesFolder()));
}

void DocumentsFeature::connectFeatures() {
  connect(services_.get<Document>(), &Document::replaced, this, [this] { window_.say({}); });
  connect(services_.get<DocumentFiles>(), &DocumentFiles::opened, this, [this](const QString& path) {
    if (!path.isEmpty()) rememberFile(path);
  });
  connect(services_.get<DocumentFiles>(), &DocumentFiles::layoutRequested, this, [this](const std::string& text) {
    for (const auto& feature : window_.features()) feature->restoreLayout(layoutIn(text));
  });
}

QString DocumentsFeature::keptFolder() const {
  return window_.settings()
      .value("autosave", QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation))
      .toString();
}

void DocumentsFeature::restore() { services_.get<DocumentFiles>()->keepIn(keptFolder()); }

void DocumentsFeature::start() { recover(); }

// Offers the work of a window that did not close, or that closed with unsaved changes.
void DocumentsFeature::recover() {
  const QStringList left = services_.get<DocumentFiles>()->recover();
  for (int i = 1; i < left.size(); ++i) rememberKept(left[i]);
  const QString unsaved = window_.settings().value("unsaved").toString();
  window_.settings().remove("unsaved");
  if (left.isEmpty() && QFileInfo::exists(unsaved)) services_.get<DocumentFiles>()->openKept(unsaved);
}

void DocumentsFeature::save() {
  if (services_.get<DocumentText>()->modified())
    window_.settings().setValue("unsaved", services_.get<DocumentFiles>()->keptFile());
}

// ---- opening ----

void DocumentsFeature::openOrImport(const QString& path) {
  if (!isSchedule(path)) return services_.get<DocumentFiles>()->open(path);
  if (!services_.get<Document>()->hasProgram())
    return window_.say(
        tr("%1 is a schedule: first open the program that it applies to").arg(QFileInfo(path).fileName()));
  services_.get<Steps>()->importSchedule(path);
}

void DocumentsFeature::takeFiles(const QStringList& files) {
  QMainWindow* window = window_.window();
  if (window->isMinimized()) window->showNormal();
  window->raise();
  window->activateWindow();
  for (const QString& file : files) openOrImport(file);
}

// Handles files that are dropped on the window.
bool DocumentsFeature::eventFilter(QObject* window, QEvent* event) {
  if (event->type() == QEvent::DragEnter) {
    auto* enter = static_cast<QDragEnterEvent*>(event);
    if (enter->mimeData()->hasUrls()) enter->acceptProposedAction();
    return true;
  }
  if (event->type() == QEvent::Drop) {
    for (const QUrl& url : static_cast<QDropEvent*>(event)->mimeData()->urls()) {
      if (!url.isLocalFile()) continue;
      openOrImport(url.toLocalFile());
      break;
    }
    return true;
  }
  return Feature::eventFilter(window, event);
}

QString DocumentsFeature::nearPath() const {
  return services_.get<Document>()->session() ? fileOf(*services_.get<Document>()->session()) : QString();
}

void DocumentsFeature::openDialog() {
  const QString path = QFileDialog::getOpenFileName(
      window_.window(), tr("Open a program, a model, a notebook or a session"), QFileInfo(nearPath()).absolutePath(),
      tr("Programs, models, notebooks and sessions (*.py *.onnx *.ipynb "
         "*.json *.lwsession);;Python (*.py);;Models (*.onnx);;Notebooks "
         "(*.ipynb);;Sessions (*.lwsession)"));
  if (!path.isEmpty()) services_.get<DocumentFiles>()->open(path);
}

void DocumentsFeature::openFolder() {
  const QString path = QFileDialog::getExistingDirectory(window_.window(), tr("Open a folder with Python files"),
                                                         QFileInfo(nearPath()).absolutePath());
  if (!path.isEmpty()) services_.get<DocumentFiles>()->open(path);
}

// A file that was copied in a file manager opens as if it was dropped.
void DocumentsFeature::openClipboard() {
  const QMimeData* copied = QApplication::clipboard()->mimeData();
  if (copied && copied->hasUrls() && copied->urls().front().isLocalFile())
    return openOrImport(copied->urls().front().toLocalFile());
  const std::string text = copied && copied->hasText() ? programIn(copied->text()) : std::string();
  if (text.empty()) return window_.say(tr("The clipboard has no text: copy a program, then open it here"));
  services_.get<DocumentFiles>()->openText(text);
}

// ---- saving ----

bool DocumentsFeature::saveFile() {
  if (services_.get<DocumentText>()->path().isEmpty()) return saveFileAs();
  if (services_.get<DocumentText>()->changedOnDisk()) {
    const auto answer = QMessageBox::question(window_.window(), tr("Loopwright"),
                                              tr("%1 was changed by another program after it was opened. Overwrite it?")
                                                  .arg(QFileInfo(services_.get<DocumentText>()->path()).fileName()),
                                              QMessageBox::Save | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer != QMessageBox::Save) return false;
  }
  return services_.get<DocumentFiles>()->save(services_.get<DocumentText>()->path());
}

bool DocumentsFeature::saveFileAs() {
  QString name = services_.get<DocumentText>()->path();
  const Session* session = services_.get<Document>()->session();
  if (name.isEmpty() && session && session->origin && !session->origin->name.empty())  // beside the file that made it
    name = QFileInfo(fileOf(*session)).absolutePath() + '/' +
           QString::fromStdString(session->origin->name).replace('.', '_') + QStringLiteral(".py");
  const QString path =
      QFileDialog::getSaveFileName(window_.window(), tr("Save the program"), name, tr("TVMScript (*.py)"));
  return !path.isEmpty() && services_.get<DocumentFiles>()->save(path);
}

void DocumentsFeature::saveSession(bool ask) {
  QString path = services_.get<Document>()->sessionPath();
  if (ask || path.isEmpty()) {
    const QFileInfo source(services_.get<DocumentText>()->path());
    if (path.isEmpty() && !services_.get<DocumentText>()->path().isEmpty())
      path = source.absolutePath() + "/" + source.completeBaseName() + ".lwsession";
    path = QFileDialog::getSaveFileName(window_.window(), tr("Save the session"), path, tr("Sessions (*.lwsession)"));
    if (path.isEmpty()) return;
    if (!isSessionFile(path)) path += ".lwsession";
  }
  services_.get<Document>()->setLayout(sessionLayout());
  services_.get<DocumentFiles>()->saveSession(path);
}

std::string DocumentsFeature::sessionLayout() const {
  QJsonObject layout;
  for (const auto& feature : window_.features()) feature->saveLayout(layout);
  return QJsonDocument(layout).toJson(QJsonDocument::Compact).toStdString();
}

void DocumentsFeature::revert() {
  const bool whole = !services_.get<Document>()->sessionPath().isEmpty();
  const auto answer =
      QMessageBox::question(window_.window(), tr("Loopwright"),
                            whole ? tr("Revert to the saved session? Steps and edits made since then are lost.")
                                  : tr("Revert to the saved text? Edits made since then are lost; the steps are kept."),
                            QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
  if (answer == QMessageBox::Yes) services_.get<DocumentFiles>()->revert();
}

// ---- recent files ----

void DocumentsFeature::rememberFile(const QString& path) {
  QStringList files = window_.settings().value("recent").toStringList();
  const QString full = QFileInfo(path).absoluteFilePath();
  files.removeAll(full);
  files.prepend(full);
  while (files.size() > kRecentFiles) files.removeLast();
  window_.settings().setValue("recent", files);
  fillRecent();
}

void DocumentsFeature::rememberKept(const QString& copy) {
  if (const Result<LoadedSession> kept = loadSession(copy.toStdString()))
    if (const QString document = documentOf(kept->session); !document.isEmpty()) rememberFile(document);
}

void DocumentsFeature::fillRecent() {
  recent_->clear();
  for (const QString& file : window_.settings().value("recent").toStringList())
    recent_
        ->addAction(QFileInfo(file).fileName().replace('&', "&&"), this,
                    [this, file] { services_.get<DocumentFiles>()->open(file); })
        ->setToolTip(file);
  recent_->setEnabled(!recent_->isEmpty());
}

void DocumentsFeature::refreshActions() {
  fillRecent();
  revert_->setEnabled(
      !services_.get<DocumentText>()->path().isEmpty() &&
      (services_.get<DocumentText>()->modified() || !services_.get<Document>()->sessionPath().isEmpty()));
  for (QAction* action : {saveSession_, saveSessionAs_})
    action->setEnabled(services_.get<Document>()->session() != nullptr);
}

}  // namespace lw
