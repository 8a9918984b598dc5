#include "app/window/actions.h"

#include <QActionGroup>
#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <functional>

#include "app/window/float_choices.h"
#include "app/window/lecture.h"
#include "app/window/main_window.h"
#include "app/window/samples.h"
#include "app/window/session_layout.h"
#include "app/window/shortcut_sheet.h"
#include "app/window/window_commands.h"
#include "core/schedule/all_primitives.h"
#include "views/palette/primitive_bar.h"
#include "views/translation/translate_messages.h"

namespace lw {
namespace {

constexpr int kRecentFiles = 8;

QKeySequence key(const char* text) { return QKeySequence(QLatin1String(text)); }

}  // namespace

Actions::Actions(MainWindow& window, QMenuBar& bar) : window_(window) {
  fileMenu(bar);
  editMenu(bar);
  scheduleMenu(bar);
  runMenu(bar);
  viewMenu(bar);
  helpMenu(bar);
  refreshNow();
}

void Actions::fileMenu(QMenuBar& bar) {
  QMenu* menu = bar.addMenu(QObject::tr("&File"));
  menu->addAction(QObject::tr("&New from operator…"), key("Ctrl+N"), &window_, [this] { window_.newFromOperator(); });
  menu->addAction(QObject::tr("&Open…"), key("Ctrl+O"), &window_, [this] { openDialog(); });
  recent_ = menu->addMenu(QObject::tr("Open &recent"));
  sampleMenu(*menu);
  menu->addSeparator();
  save_ = menu->addAction(QObject::tr("&Save"), key("Ctrl+S"), &window_, [this] { save(); });
  menu->addAction(QObject::tr("Save &as…"), key("Ctrl+Shift+S"), &window_, [this] { saveAs(); });
  revert_ = menu->addAction(QObject::tr("Re&vert to the saved file…"), &window_, [this] { revert(); });
  menu->addSeparator();
  saveSession_ =
      menu->addAction(QObject::tr("Save s&ession"), key("Ctrl+Alt+S"), &window_, [this] { saveSession(false); });
  saveSessionAs_ = menu->addAction(QObject::tr("Save session as…"), &window_, [this] { saveSession(true); });
  menu->addSeparator();
  window_.everyday()->exchange(*menu);
  exportPicture_ = menu->addAction(QObject::tr("Export the &loop tree as a picture…"), &window_, [this] {
    exportPicture(QObject::tr("Export the loop tree as a picture"),
                  [this](const QString& path) { return window_.tree()->exportPicture(path); });
  });
  exportChart_ = menu->addAction(QObject::tr("Export the &chart of the runs as a picture…"), &window_, [this] {
    exportPicture(QObject::tr("Export the chart of the runs as a picture"),
                  [this](const QString& path) { return window_.runView()->chart()->exportPicture(path); });
  });
  menu->addSeparator();
  menu->addAction(QObject::tr("&Quit"), key("Ctrl+Q"), &window_, &QWidget::close);
  menu->setToolTipsVisible(true);
}

// The programs of the folder of samples, and a menu for each folder in it.
void Actions::sampleMenu(QMenu& file) {
  const QDir folder(samplesFolder());
  if (samplesFolder().isEmpty()) return;
  samples_ = file.addMenu(QObject::tr("Sa&mples"));
  const auto fill = [this](QMenu& menu, const QDir& from) {
    for (const QFileInfo& program : from.entryInfoList({"*.py"}, QDir::Files, QDir::Name))
      menu.addAction(program.fileName(), &window_,
                     [this, path = program.absoluteFilePath()] { window_.openFile(path); });
  };
  fill(*samples_, folder);
  samples_->addSeparator();
  for (const QFileInfo& inner : folder.entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
    fill(*samples_->addMenu(inner.fileName()), QDir(inner.absoluteFilePath()));
}

void Actions::editMenu(QMenuBar& bar) {
  QMenu* menu = bar.addMenu(QObject::tr("&Edit"));
  // In the editor the same keys take back typing; elsewhere, steps.
  undo_ = menu->addAction(QObject::tr("&Undo"), key("Ctrl+Z"), &window_, [this] {
    if (window_.written()->hasFocus())
      window_.written()->undo();
    else
      window_.workbench()->history()->undo();
  });
  redo_ = menu->addAction(QObject::tr("&Redo"), key("Ctrl+Shift+Z"), &window_, [this] {
    if (window_.written()->hasFocus())
      window_.written()->redo();
    else
      window_.workbench()->history()->redo();
  });
  undo_->setProperty(kPlainName, undo_->text());  // the page of keys names the key, not the step it takes back now
  redo_->setShortcuts({key("Ctrl+Shift+Z"), key("Ctrl+Y")});
  menu->addSeparator();
  CodePanes* texts = window_.codePanes();
  menu->addAction(QObject::tr("&Find…"), key("Ctrl+F"), texts, [texts] { texts->find(); });
  menu->addAction(QObject::tr("Find &next"), key("F3"), texts, [texts] { texts->findNext(1); });
  menu->addAction(QObject::tr("Find &previous"), key("Shift+F3"), texts, [texts] { texts->findNext(-1); });
  menu->addSeparator();
  menu->addAction(QObject::tr("Type a step as &Python"), key("Ctrl+Shift+K"), &window_, [this] { window_.typeStep(); });
  menu->addAction(QObject::tr("&Pin the name at the cursor"), key("Ctrl+M"), texts, &CodePanes::pinAtCursor);
  menu->addAction(QObject::tr("Take all pins &away"), texts, [texts] { texts->pins()->clear(); });
  menu->addSeparator();
  menu->addAction(QObject::tr("Type a &step…"), key("Ctrl+K"), &window_, [this] { window_.askForStep(); });
}

void Actions::scheduleMenu(QMenuBar& bar) {
  QMenu* menu = bar.addMenu(QObject::tr("&Schedule"));
  functions_ = menu->addMenu(QObject::tr("&Apply from the file"));
  programs_ = menu->addMenu(QObject::tr("&Function of the file"));
  composites_ = menu->addMenu(QObject::tr("&Composites"));
  menu->addSeparator();
  for (const Group group : stepGroups()) groupMenu(*menu, group);
}

void Actions::groupMenu(QMenu& schedule, Group group) {
  QMenu* menu = schedule.addMenu(groupName(group));
  for (const Primitive* p : allPrimitives()) {
    if (p->query || p->group != group) continue;
    QAction* action = menu->addAction(QString::fromStdString(p->name), &window_, [this, p] {
      window_.openForm(*p, window_.tree()->mapTo(&window_, QPoint(24, 48)));
    });
    action->setStatusTip(inWords(p->summary));
  }
}

void Actions::runMenu(QMenuBar& bar) {
  QMenu* menu = bar.addMenu(QObject::tr("&Run"));
  run_ = menu->addAction(QObject::tr("&Run the shown state"), key("F5"), window_.workbench()->runs(), &Runs::run);
  cancel_ =
      menu->addAction(QObject::tr("&Cancel the run"), key("Shift+F5"), window_.workbench()->runs(), &Runs::cancel);
  menu->addSeparator();
  menu->addMenu(window_.floatChoices()->menu());
  menu->addSeparator();
  menu->addAction(QObject::tr("&Play the accesses"), key("Ctrl+Shift+P"), &window_,
                  [this] { window_.showResults(MainWindow::kAccessPage), window_.accesses()->setFocus(); });
  menu->addAction(QObject::tr("&Step through with values"), key("Ctrl+F10"), &window_, [this] {
    window_.showResults(MainWindow::kValuesPage);
    window_.valuesView()->setSource(InterpreterRuns::kSteps);
    window_.valuesView()->setFocus();
  });
  menu->addAction(QObject::tr("&Breakpoint at the selected block"), key("F9"), &window_,
                  [this] { window_.toggleBreakpoint(); });
}

void Actions::viewMenu(QMenuBar& bar) {
  QMenu* menu = bar.addMenu(QObject::tr("&View"));
  auto* themes = new QActionGroup(menu);
  for (const QString& name : themeNames()) {
    const QString shown = name == QLatin1String("light") ? QObject::tr("Light theme") : QObject::tr("Dark theme");
    QAction* action = menu->addAction(shown, &window_, [this, name] { window_.setThemeByName(name); });
    action->setCheckable(true);
    action->setData(name);
    themes->addAction(action);
    themes_.push_back(action);
  }
  window_.everyday()->colours(*menu);
  window_.everyday()->languages(*menu);
  menu->addSeparator();
  for (Pane* pane : {window_.sourcePane_, window_.treePane_, window_.loweredPane_, window_.inspectorPane_,
                     window_.tracePane_, window_.resultsPane_})
    menu->addAction(pane->toggleViewAction());
  menu->addSeparator();
  // Of what has the keys: the texts, the accesses, else the loop tree.
  for (const auto& [name, by] :
       {std::pair{QObject::tr("&Zoom in"), 1}, {QObject::tr("Zoom &out"), -1}, {QObject::tr("&Actual size"), 0}})
    menu->addAction(name, &window_, [this, by] { window_.zoom(by); })->setShortcuts(zoomKeys(by));
  treeMenu(*menu);
  foldMenu(*menu);
  menu->addAction(QObject::tr("New lo&wered pane"), key("Ctrl+Alt+L"), &window_,
                  [this] { window_.openPane(ExtraPane::Kind::Lowered); });
  menu->addAction(QObject::tr("New s&cheduled pane"), key("Ctrl+Alt+D"), &window_,
                  [this] { window_.openPane(ExtraPane::Kind::Scheduled); });
  menu->addAction(QObject::tr("Loc&k the pane with the keys"), key("Ctrl+Alt+K"), &window_,
                  [this] { window_.lockPane(); });
  QMenu* go = menu->addMenu(QObject::tr("&Go to"));
  const std::pair<QString, std::function<void()>> places[] = {
      {QObject::tr("Source as &written"), [this] { window_.showScheduled(false), window_.written()->setFocus(); }},
      {QObject::tr("&Scheduled program"), [this] { window_.showScheduled(true), window_.scheduled()->setFocus(); }},
      {QObject::tr("Loop &tree"), [this] { window_.tree()->setFocus(); }},
      {QObject::tr("&Lowered stages"), [this] { window_.lowered()->list()->setFocus(); }},
      {QObject::tr("Lowered te&xt"), [this] { window_.lowered()->text()->setFocus(); }},
      {QObject::tr("T&race"), [this] { window_.trace()->setFocus(); }},
      {QObject::tr("R&un"), [this] { window_.showResults(0), window_.runView()->setFocus(); }},
      {QObject::tr("&Problems"),
       [this] { window_.showResults(MainWindow::kProblemsPage), window_.problems()->setFocus(); }},
      {QObject::tr("R&oofline"),
       [this] { window_.showResults(MainWindow::kRooflinePage), window_.roofline()->setFocus(); }},
      {QObject::tr("&Accesses"),
       [this] { window_.showResults(MainWindow::kAccessPage), window_.accesses()->setFocus(); }},
      {QObject::tr("&Values"),
       [this] { window_.showResults(MainWindow::kValuesPage), window_.valuesView()->setFocus(); }}};
  int number = 0;
  for (const auto& [name, visit] : places)
    go->addAction(name,
                  ++number > 10 ? QKeySequence(QStringLiteral("Ctrl+Alt+V"))
                                : QKeySequence(QStringLiteral("Alt+%1").arg(number % 10)),
                  &window_, visit);
  QAction* meter = menu->addAction(QObject::tr("Spee&d of steps in the status line"));
  meter->setCheckable(true);
  meter->setChecked(window_.meter_->isWanted());
  QObject::connect(meter, &QAction::toggled, window_.meter_, &SpeedMeter::setWanted);
  menu->addAction(QObject::tr("&More room for the results, or less"), key("Ctrl+Shift+M"), window_.largerResults(),
                  &QToolButton::toggle);
  window_.everyday()->arrangements(*menu);
  menu->addAction(QObject::tr("Lect&ure"), key("F11"), &window_, [this] { beginLecture(); });
  menu->addAction(QObject::tr("Default &layout"), &window_, [this] { window_.resetLayout(); });
}

void Actions::beginLecture() {
  if (!window_.workbench()->document()->hasProgram()) return window_.say(QObject::tr("no program: open a file first"));
  auto* lecture = window_.findChild<Lecture*>();
  if (!lecture) lecture = new Lecture(window_.workbench(), &window_);
  lecture->begin(window_.theme(), window_.tree()->animated());
}

// The keys work where a text has them.
void Actions::foldMenu(QMenu& view) {
  QMenu* menu = view.addMenu(QObject::tr("&Folding"));
  CodePanes* texts = window_.codePanes();
  menu->addAction(QObject::tr("&Fold at the cursor\tAlt+Left"), texts, [texts] { texts->fold(true); });
  menu->addAction(QObject::tr("&Unfold at the cursor\tAlt+Right"), texts, [texts] { texts->fold(false); });
  menu->addAction(QObject::tr("Fold &all\tAlt+Home"), texts, [texts] { texts->foldAll(true); });
  menu->addAction(QObject::tr("U&nfold all\tAlt+End"), texts, [texts] { texts->foldAll(false); });
}

void Actions::treeMenu(QMenu& view) {
  QMenu* menu = view.addMenu(QObject::tr("Loop tree p&icture"));
  LoopTreeView* tree = window_.tree();
  QAction* flows = menu->addAction(QObject::tr("&Dependence arrows\tD"));
  flows->setCheckable(true);
  QObject::connect(flows, &QAction::triggered, tree, &LoopTreeView::setFlowsShown);
  QObject::connect(tree, &LoopTreeView::flowsToggled, flows, &QAction::setChecked);
  QAction* motion = menu->addAction(QObject::tr("&Move boxes after a step"));
  motion->setCheckable(true);
  motion->setToolTip(QObject::tr("Boxes go to their new places in a fifth of a second"));
  motion->setChecked(window_.settings_->value("treeMotion", true).toBool() && window_.systemMoves());
  motion->setEnabled(window_.systemMoves());
  tree->setAnimated(motion->isChecked());
  QObject::connect(motion, &QAction::triggered, tree, [this, tree](bool on) {
    tree->setAnimated(on);
    window_.settings_->setValue("treeMotion", on);
  });
}

void Actions::showTheme(const QString& name) {
  for (QAction* action : themes_) action->setChecked(action->data() == name);
}

void Actions::helpMenu(QMenuBar& bar) {
  QMenu* menu = bar.addMenu(QObject::tr("&Help"));
  menu->addAction(QObject::tr("&Steps, with examples"), QKeySequence::HelpContents, &window_,
                  [this] { window_.showHelp(); });
  menu->addAction(QObject::tr("&What is at the cursor"), key("Ctrl+F1"), window_.codePanes(),
                  &CodePanes::explainAtCursor);
  menu->addAction(QObject::tr("&Reading and applying"), &window_, [this] { window_.help()->showStep("panes"); });
  menu->addAction(QObject::tr("&Tensor expressions"), &window_,
                  [this] { window_.help()->showStep("tensor_expressions"); });
  window_.everyday()->firstSteps(*menu, bar);
  menu->addAction(QObject::tr("&About Loopwright"), &window_, [this] {
    QMessageBox::about(&window_, QObject::tr("Loopwright"),
                       QObject::tr("A workbench for tensor-program schedules.\n\nGPL-3.0-or-later. Inter and JetBrains "
                                   "Mono: SIL Open Font License."));
  });
}

void Actions::openDialog() {
  const Workbench& session = *window_.workbench();
  const QString near =
      session.document()->sessionPath().isEmpty() ? session.text()->path() : session.document()->sessionPath();
  const QString path = QFileDialog::getOpenFileName(
      &window_, QObject::tr("Open a program or a session"), QFileInfo(near).absolutePath(),
      QObject::tr("Programs and sessions (*.py *.lwsession);;TVMScript (*.py);;Sessions (*.lwsession)"));
  if (!path.isEmpty()) window_.openFile(path);
}

bool Actions::save() {
  Workbench& session = *window_.workbench();
  if (session.text()->path().isEmpty()) return saveAs();
  if (session.text()->changedOnDisk()) {
    const auto answer =
        QMessageBox::question(&window_, QObject::tr("Loopwright"),
                              QObject::tr("%1 was changed by another program since it was read. Write over it?")
                                  .arg(QFileInfo(session.text()->path()).fileName()),
                              QMessageBox::Save | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer != QMessageBox::Save) return false;
  }
  return session.files()->save(session.text()->path());
}

bool Actions::saveAs() {
  const QString path = QFileDialog::getSaveFileName(
      &window_, QObject::tr("Save the program"), window_.workbench()->text()->path(), QObject::tr("TVMScript (*.py)"));
  return !path.isEmpty() && window_.workbench()->files()->save(path);
}

void Actions::saveSession(bool ask) {
  Workbench& session = *window_.workbench();
  QString path = session.document()->sessionPath();
  if (ask || path.isEmpty()) {
    if (path.isEmpty() && !session.text()->path().isEmpty())
      path = QFileInfo(session.text()->path()).absolutePath() + "/" +
             QFileInfo(session.text()->path()).completeBaseName() + ".lwsession";
    path = QFileDialog::getSaveFileName(&window_, QObject::tr("Save the session"), path,
                                        QObject::tr("Sessions (*.lwsession)"));
    if (path.isEmpty()) return;
    if (!isSessionFile(path)) path += ".lwsession";
  }
  session.document()->setLayout(sessionLayout(window_.everyday()->layouts(), *window_.lowered(), *window_.extraPanes(),
                                              *window_.codePanes()->pins()));
  session.files()->saveSession(path);
}

void Actions::revert() {
  Workbench& session = *window_.workbench();
  const bool whole = !session.document()->sessionPath().isEmpty();
  const auto answer = QMessageBox::question(
      &window_, QObject::tr("Loopwright"),
      whole ? QObject::tr("Take the session as it is saved? What was done and typed since then goes.")
            : QObject::tr("Take the text as it is saved? What was typed since then goes; the steps stay."),
      QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
  if (answer == QMessageBox::Yes) session.files()->revert();
}

void Actions::exportPicture(const QString& title, const std::function<bool(const QString&)>& write) {
  QString path =
      QFileDialog::getSaveFileName(&window_, title, {}, QObject::tr("Vector graphics (*.svg);;Picture (*.png)"));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += ".svg";
  window_.say(write(path) ? QObject::tr("exported %1").arg(path) : QObject::tr("cannot write %1").arg(path));
}

void Actions::rememberFile(const QString& path) {
  QStringList files = window_.settings_->value("recent").toStringList();
  const QString full = QFileInfo(path).absoluteFilePath();
  files.removeAll(full);
  files.prepend(full);
  while (files.size() > kRecentFiles) files.removeLast();
  window_.settings_->setValue("recent", files);
  fillRecent();
}

void Actions::rememberKept(const QString& copy) {
  if (const Result<LoadedSession> kept = loadSession(copy.toStdString()))
    if (const QString document = documentOf(kept->session); !document.isEmpty()) rememberFile(document);
}

void Actions::fillRecent() {
  recent_->clear();
  recent_->setToolTipsVisible(true);
  for (const QString& file : window_.settings_->value("recent").toStringList())
    recent_
        ->addAction(QFileInfo(file).fileName().replace('&', "&&"), &window_, [this, file] { window_.openFile(file); })
        ->setToolTip(file);
  recent_->setEnabled(!recent_->isEmpty());
}

void Actions::refreshNow() {
  Workbench& session = *window_.workbench();
  fillRecent();
  functions_->clear();
  for (const QString& name : session.document()->scheduleFunctions())
    functions_->addAction(name, &window_, [&session, name] { session.steps()->applyFunction(name); });
  functions_->setEnabled(!functions_->isEmpty());
  window_.everyday()->refresh();
  composites_->clear();
  for (const Primitive* p : session.composites()->forms())
    composites_
        ->addAction(QString::fromStdString(p->name), &window_,
                    [this, p] { window_.openForm(*p, window_.tree()->mapTo(&window_, QPoint(24, 48))); })
        ->setStatusTip(inWords(p->summary));
  composites_->setEnabled(!composites_->isEmpty());
  programs_->clear();
  const QStringList programs = session.document()->functionNames();
  for (const QString& name : programs) {
    QAction* action =
        programs_->addAction(name, &window_, [&session, name] { session.document()->chooseFunction(name); });
    action->setCheckable(true);
    action->setChecked(name == session.document()->function());
  }
  programs_->menuAction()->setVisible(programs.size() > 1);
  const bool ready = session.document()->hasProgram();
  // Never disabled while the editor may have typing to take back.
  undo_->setText(ready && session.document()->history().canUndo()
                     ? QObject::tr("&Undo %1")
                           .arg(QString::fromStdString(
                               session.document()->history().node(session.document()->history().current()).title))
                     : QObject::tr("&Undo"));
  for (QAction* action : {run_, exportPicture_}) action->setEnabled(ready);
  exportChart_->setEnabled(ready && session.records()->model()->rowCount() > 0);
  revert_->setEnabled(!session.text()->path().isEmpty() &&
                      (session.text()->modified() || !session.document()->sessionPath().isEmpty()));
  for (QAction* action : {saveSession_, saveSessionAs_}) action->setEnabled(session.document()->session() != nullptr);
  cancel_->setEnabled(session.jobs()->busy(Channel::Run));
}

}  // namespace lw
