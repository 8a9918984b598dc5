#include "app/window/window_commands.h"

#include <QActionGroup>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>

#include "app/shared/exports.h"
#include "app/window/language.h"
#include "app/window/main_window.h"

namespace lw {
namespace {

// Names of what comes with the program are shown in the person's language.
QString shownName(const QString& builtIn) {
  if (builtIn == QLatin1String("Explore")) return QObject::tr("&Explore: all panes");
  if (builtIn == QLatin1String("Teach")) return QObject::tr("&Teach: program, loop tree and steps");
  if (builtIn == QLatin1String("Tune")) return QObject::tr("T&une: loop tree, machine code and runs");
  if (builtIn == QLatin1String("Compare")) return QObject::tr("&Compare: two states in wide texts");
  return builtIn;
}

QString shownName(const ExportKind& kind) {
  switch (kind.format) {
    case ExportFormat::Python:
      return QObject::tr("Trace as &Python…");
    case ExportFormat::Json:
      return QObject::tr("Trace as &JSON, in TVM's form…");
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
  }
  return {};
}

}  // namespace

WindowCommands::WindowCommands(MainWindow& window, QSettings& settings)
    : window_(window), settings_(settings), layouts_(window, settings, [&window] { window.placePanes(); }) {}

// ---- files ----

void WindowCommands::exchange(QMenu& file) {
  import_ = file.addAction(QObject::tr("&Import a schedule…"), QKeySequence(QStringLiteral("Ctrl+I")), &window_,
                           [this] { importDialog(); });
  import_->setToolTip(
      QObject::tr("A trace, a tuning record or a Python file with a schedule function, for the program that is open"));
  export_ = file.addMenu(QObject::tr("E&xport"));
  for (const ExportKind& kind : exportKinds())
    export_->addAction(shownName(kind), &window_,
                       [this, name = QString::fromLatin1(kind.name)] { exportDialog(name); });
}

void WindowCommands::importDialog() {
  const QString path = QFileDialog::getOpenFileName(
      &window_, QObject::tr("Import a schedule"), QFileInfo(window_.workbench()->path()).absolutePath(),
      QObject::tr("Schedules (*.json *.jsonl *.py);;Traces and tuning records (*.json *.jsonl);;Python (*.py)"));
  if (!path.isEmpty()) window_.workbench()->importSchedule(path);
}

void WindowCommands::exportDialog(const QString& format) {
  const ExportKind* kind = exportKind(format.toStdString());
  if (!kind || !window_.workbench()->hasProgram()) return;
  const QString suffix = QString::fromLatin1(kind->suffix);
  const QFileInfo source(window_.workbench()->path());
  const QString start = source.absolutePath() + "/" + window_.workbench()->function().section('.', -1) +
                        (kind->format == ExportFormat::Python ? QStringLiteral(".trace.py") : suffix);
  QString path =
      QFileDialog::getSaveFileName(&window_, QObject::tr("Export"), start, QStringLiteral("*%1").arg(suffix));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += suffix;
  window_.workbench()->exportTo(*kind, path);
}

void WindowCommands::refresh() {
  const bool ready = window_.workbench()->hasProgram();
  if (import_) import_->setEnabled(ready);
  if (export_) export_->setEnabled(ready);
}

// ---- the look ----

void WindowCommands::languages(QMenu& view) {
  QMenu* menu = view.addMenu(QObject::tr("Lan&guage"));
  auto* group = new QActionGroup(menu);
  for (const Language& l : ::lw::languages()) {
    QAction* action = menu->addAction(l.name);
    action->setCheckable(true);
    action->setChecked(l.code == chosenLanguage(settings_));
    group->addAction(action);
    QObject::connect(action, &QAction::triggered, &window_, [this, l] {
      settings_.setValue("language", l.code);
      Q_EMIT window_.workbench()->notice(QObject::tr("%1 from the next start on").arg(l.name));
    });
  }
}

void WindowCommands::colours(QMenu& view) {
  QAction* safe = view.addAction(QObject::tr("Colours for colour-&blind eyes"));
  safe->setCheckable(true);
  safe->setChecked(settings_.value("safeColours", false).toBool());
  QObject::connect(safe, &QAction::toggled, &window_, [this](bool on) {
    settings_.setValue("safeColours", on);
    window_.setThemeByName(window_.theme().name);
  });
}

void WindowCommands::arrangements(QMenu& view) {
  arrangements_ = view.addMenu(QObject::tr("La&yout"));
  fillArrangements();
}

void WindowCommands::fillArrangements() {
  arrangements_->clear();
  int number = 0;
  for (const QString& name : Layouts::builtIn())
    arrangements_->addAction(shownName(name), QKeySequence(QStringLiteral("Ctrl+Alt+%1").arg(++number)), &window_,
                             [this, name] { layouts_.show(name); });
  arrangements_->addSeparator();
  const QStringList own = layouts_.saved();
  for (const QString& name : own)
    arrangements_->addAction(QString(name).replace('&', "&&"), &window_, [this, name] { layouts_.show(name); });
  if (!own.isEmpty()) arrangements_->addSeparator();
  arrangements_->addAction(QObject::tr("&Save this layout…"), &window_, [this] { saveArrangement(); });
  QMenu* remove = arrangements_->addMenu(QObject::tr("&Remove"));
  for (const QString& name : own)
    remove->addAction(QString(name).replace('&', "&&"), &window_, [this, name] {
      layouts_.remove(name);
      // The menu is still in use.
      QMetaObject::invokeMethod(&window_, [this] { fillArrangements(); }, Qt::QueuedConnection);
    });
  remove->setEnabled(!own.isEmpty());
}

void WindowCommands::saveArrangement() {
  bool ok = false;
  const QString name =
      QInputDialog::getText(&window_, QObject::tr("Save the layout"), QObject::tr("Name"), QLineEdit::Normal, {}, &ok)
          .trimmed();
  if (!ok || name.isEmpty()) return;
  layouts_.save(name);
  fillArrangements();
}

// ---- first steps ----

void WindowCommands::firstSteps(QMenu& help, const QMenuBar& bar) {
  bar_ = &bar;
  QAction* keys = help.addAction(QObject::tr("&Keys"), &window_, [this] { showKeys(); });
  keys->setShortcuts({QKeySequence(QStringLiteral("?")), QKeySequence(QStringLiteral("Shift+F1"))});
  help.addAction(QObject::tr("&Tour of the window"), &window_, [this] { startTour(); });
}

void WindowCommands::showKeys() {
  if (!sheet_) sheet_ = new ShortcutSheet(&window_);
  std::vector<KeyGroup> groups = bar_ ? keysOf(*bar_) : std::vector<KeyGroup>();
  const auto one = [](const char* key, const QString& what) {
    return std::pair<QString, QString>(QString::fromUtf8(key), what);
  };
  KeyGroup tree{QObject::tr("Loop tree"), {{QObject::tr("arrows"), QObject::tr("Go to another loop or block")}}};
  for (const Primitive* p : allPrimitives())
    if (p->traits.key) tree.keys.emplace_back(QChar(p->traits.key).toUpper(), QString::fromStdString(p->name));
  groups.push_back(std::move(tree));
  groups.push_back(
      {QObject::tr("Trace"),
       {one("↑ ↓", QObject::tr("Show the state before or after")), one("F2", QObject::tr("Change the step")),
        one("Space", QObject::tr("Switch the step off or on")), one("Delete", QObject::tr("Take the step out")),
        one("Alt+↑ Alt+↓", QObject::tr("Move the step")), one("C", QObject::tr("Compare other states with this one")),
        one("B", QObject::tr("Put or remove a bookmark")),
        one("[ ]", QObject::tr("Go to the bookmark before or after")), one("N", QObject::tr("Write a note")),
        one("H", QObject::tr("Highlight what the step made")), one("→ ←", QObject::tr("Unfold or fold a composite"))}});
  sheet_->open(groups, window_.theme());
}

void WindowCommands::startTour() {
  if (!tour_) {
    tour_ = new Tour(&window_);
    QObject::connect(tour_, &Tour::ended, &window_, [this] { settings_.setValue("tourSeen", true); });
  }
  tour_->start(
      {{nullptr, QObject::tr("Loopwright in a minute"),
        QObject::tr("Open a program, change its loops step by step, and see at every step whether the result is still "
                    "right and how fast it runs. Return goes on, Escape leaves.")},
       {window_.sourcePane_, QObject::tr("The program"),
        QObject::tr("On the left stands the text: as it was written, which you can edit, and as the schedule has made "
                    "it. Ctrl+O opens a file; a file can also be dropped on the window.")},
       {window_.treePane_, QObject::tr("The loop tree"),
        QObject::tr("Loops are boxes in boxes, blocks have dashed borders. Click one to select it everywhere. Drag a "
                    "loop onto another to reorder them.")},
       {window_.bar_, QObject::tr("The steps"),
        QObject::tr("Each button is a step. Grey ones are not legal on the selection; the pointer on one says why. "
                    "Ctrl+K lets you type a step instead.")},
       {window_.inspectorPane_, QObject::tr("The inspector"),
        QObject::tr("Facts about the selection, what can be done with it, what cannot and why, and the steps that "
                    "would make it legal.")},
       {window_.tracePane_, QObject::tr("The trace"),
        QObject::tr("What you did, one row a step. Click a row to go back to it; change, switch off or move it, and "
                    "the later steps follow.")},
       {window_.loweredPane_, QObject::tr("Down to the machine"),
        QObject::tr("Every pass of lowering, then LLVM and assembly. What you select in the tree is marked here too.")},
       {window_.runButton_, QObject::tr("Run"),
        QObject::tr("F5 builds the shown state, checks it against the reference and times it. Help > Keys lists every "
                    "key; this tour is there too.")}},
      window_.theme());
}

void WindowCommands::startTourOnce() {
  if (!settings_.value("tourSeen", false).toBool()) startTour();
}

void WindowCommands::tellOfCrash(const QString& report) {
  auto* box = new QMessageBox(QMessageBox::Warning, QObject::tr("Loopwright"),
                              QObject::tr("Loopwright ended in a crash last time. Your work was kept."),
                              QMessageBox::Ok, &window_);
  box->setObjectName("crashNotice");
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setInformativeText(QObject::tr("A report for its makers is at\n%1").arg(report));
  box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  box->setModal(false);
  box->show();
}

}  // namespace lw
