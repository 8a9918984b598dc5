#include "app/window/python/python_feature.h"

#include <QAction>
#include <QFileInfo>

#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/document/document_text.h"
#include "app/models/support/services.h"
#include "app/services/document/python_files.h"
#include "app/services/python/python_runs.h"
#include "app/window/code/code_feature.h"
#include "app/window/documents/documents_feature.h"
#include "app/window/notices/notices_feature.h"
#include "app/window/problems/problems_feature.h"
#include "app/window/python/interpreter_choice.h"
#include "app/window/python/made_entries.h"
#include "app/window/python/python_words.h"
#include "app/window/results/results_feature.h"
#include "app/window/window_context.h"
#include "backends/onnx/onnx_source.h"

namespace lw {
namespace {

constexpr int kTick = 1000;    // milliseconds between the seconds of a run
constexpr int kTourOrder = 8;  // after the search, before the end
constexpr int kSettled = 250;  // milliseconds after the last change of a file, which may be written in parts

}  // namespace

PythonFeature::PythonFeature(WindowContext& window) : Feature(window) {
  run_ = addAction(
      MenuSection::FileOpen, tr("Run the file with P&ython"), "Ctrl+Shift+R",
      [this] { services_.get<PythonRuns>()->run(); }, 2);
  made_ = addAction(
      MenuSection::FileOpen, tr("W&hat Python made…"), "Ctrl+Shift+O",
      [this] {
        listAfter_ = !services_.get<PythonRuns>()->made();
        if (listAfter_)
          services_.get<PythonRuns>()->run();
        else
          showDialog();
      },
      2);
  addAction(
      MenuSection::FileOpen, tr("Python that r&uns files…"), "", [this] { chooseInterpreter(); }, 2)
      ->setToolTip(tr("The interpreter, and whether files import Loopwright's module or Apache TVM as tvm"));
  reload_ = addAction(MenuSection::FileSave, tr("Reload when the fi&le changes on disk"), "", {}, 1);
  reload_->setCheckable(true);
  reload_->setChecked(window_.settings().value("reloadChanged", false).toBool());
  connect(reload_, &QAction::toggled, this, [this](bool on) {
    window_.settings().setValue("reloadChanged", on);
    if (on) fileChanged();
  });
  clock_.setInterval(kTick);
  soon_.setSingleShot(true);
  soon_.setInterval(kSettled);
}

void PythonFeature::connectFeatures() {
  bar_ = window_.feature<NoticesFeature>().bar();
  PythonRuns* runs = services_.get<PythonRuns>();
  connect(runs, &PythonRuns::followed, this, &PythonFeature::follow);
  for (auto signal : {&PythonRuns::followed, &PythonRuns::runningChanged})
    connect(runs, signal, &window_, &WindowContext::refreshActions);
  connect(runs, &PythonRuns::consentNeeded, this, &PythonFeature::ask);
  connect(runs, &PythonRuns::runningChanged, this, &PythonFeature::showRunning);
  connect(runs, &PythonRuns::failed, this, &PythonFeature::showFailure);
  connect(runs, &PythonRuns::replaced, this, [this] {
    rememberShownCall();
    watch();
    bar_->close(kChanged);
    if (std::exchange(listAfter_, false)) return showDialog();
    if (dialog_) dialog_->hide();
  });
  connect(runs, &PythonRuns::choiceNeeded, this, &PythonFeature::showDialog);
  connect(runs, &PythonRuns::choicesChanged, this,
          [this] { keepChoices(window_.settings(), services_.get<PythonRuns>()->choices()); });
  connect(runs, &PythonRuns::ended, this, [this] {
    bar_->close(kNotice);
    tellMissing();
    if (dialog_ && dialog_->isVisible()) fillDialog();
    if (!services_.get<PythonRuns>()->made()->collected.errors.empty())
      window_.feature<ResultsFeature>().showPage(ProblemsFeature::kPage);
  });
  connect(&clock_, &QTimer::timeout, this, [this] {
    ++seconds_;
    const QString words = runningWords(*services_.get<PythonRuns>(), seconds_);
    bar_->setText(kNotice, words);
    if (dialog_) dialog_->setBusy(words);
  });
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this] { soon_.start(); });
  connect(&soon_, &QTimer::timeout, this, &PythonFeature::fileChanged);
}

void PythonFeature::restore() {
  services_.get<PythonRuns>()->setChoices(keptChoices(window_.settings()));
  services_.get<PythonRuns>()->keepTextsIn(window_.feature<DocumentsFeature>().keptFolder() + QStringLiteral("/texts"));
}

void PythonFeature::start() {
  addTourStop(
      kTourOrder, window_.menus(), tr("Files, notebooks, programs that you copied"),
      tr("Menu File opens TVMScript, Python files, notebooks, folders, and what is on the clipboard. A file is read as "
         "text. Where only Python can go on, a line above the program asks whether it may run; then a list shows the "
         "programs, schedules and factories that the file made. Each schedule opens as steps that you can change."));
}

// Another document, or a program of the same file.
bool PythonFeature::needsPython() const { return services_.get<PythonRuns>()->need().has_value(); }

void PythonFeature::follow() {
  PythonRuns* runs = services_.get<PythonRuns>();
  if (dialog_) dialog_->hide();
  rememberShownCall();
  watch();
  tellMissing();
  if (runs->running()) return showRunning();
  if (!runs->need() || runs->made() || readOnly_.contains(runs->path())) return;
  if (runs->mayRun())
    runs->run();
  else
    ask();
}

void PythonFeature::ask() {
  PythonRuns* runs = services_.get<PythonRuns>();
  std::vector<NoticeAction> actions{
      {tr("Run"), tr("Run this text by Python, now and in the future; you are asked again for any other text"),
       [runs] { runs->allow(); }},
      {tr("Read only"), tr("Show what can be read without running anything"), [this, path = runs->path()] {
         readOnly_ << path;
         bar_->close(kNotice);
         services_.get<PythonRuns>()->read();
       }}};
  if (!runs->choice().isDefault() || isSavedModule(runs->path()) || !environmentsBeside(runs->path()).isEmpty() ||
      !activeEnvironment().isEmpty())
    actions.push_back(chooseAction());
  bar_->show({kNotice, questionWords(*runs), actions});
}

NoticeAction PythonFeature::chooseAction() {
  return {tr("Choose Python…"), tr("Choose the interpreter that runs the file"), [this] { chooseInterpreter(); }};
}

// The file runs again by the chosen Python, once it is allowed.
void PythonFeature::chooseInterpreter() {
  PythonRuns* runs = services_.get<PythonRuns>();
  const auto used = [this, runs] {
    bar_->close(kPackage);
    if (dialog_) dialog_->hide();
    const Session* session = services_.get<Document>()->session();
    const bool isMade = session && session->origin && !session->origin->name.empty();
    if (isMade || runs->need()) runs->run();
  };
  if (interpreter_) interpreter_->close();
  QWidget* parent = window_.window();
  if (dialog_ && dialog_->isVisible()) parent = dialog_;
  interpreter_ = makeInterpreterDialog(*runs, used, parent);
  interpreter_->open();
}

void PythonFeature::tellMissing() {
  const QString words = missingWords(*services_.get<PythonRuns>());
  if (words.isEmpty()) return bar_->close(kPackage);
  bar_->show({kPackage, words, {chooseAction()}});
}

void PythonFeature::showRunning() {
  PythonRuns* runs = services_.get<PythonRuns>();
  if (runs->running()) {
    if (clock_.isActive() && bar_->shows(kNotice)) return;
    if (!clock_.isActive()) seconds_ = 0;
    clock_.start();
    const QString words = runningWords(*runs, 0);
    bar_->show({kNotice, words, {{tr("Stop"), tr("End Python"), [this] { services_.get<PythonRuns>()->stop(); }}}});
    if (dialog_) dialog_->setBusy(words);
    return;
  }
  if (!clock_.isActive()) return;
  clock_.stop();
  bar_->close(kNotice);
  if (dialog_) dialog_->setBusy({});
}

void PythonFeature::showFailure(const QString& why, const QString& remedy) {
  const QString words = remedy.isEmpty() ? why : tr("%1 — %2").arg(why, remedy);
  if (dialog_ && dialog_->isVisible()) return dialog_->say(words);
  std::vector<NoticeAction> actions{{tr("Run again"), {}, [this] { services_.get<PythonRuns>()->allow(); }}};
  if (!services_.get<PythonRuns>()->choice().isDefault() || isSavedModule(services_.get<PythonRuns>()->path()))
    actions.push_back(chooseAction());
  bar_->show({kNotice, words, actions});
}

// ---- what it made ----

void PythonFeature::showDialog() {
  if (!services_.get<PythonRuns>()->made()) return;
  if (!dialog_) {
    dialog_ = new MadeDialog(window_.window());
    dialog_->setTheme(window_.theme());
    connect(dialog_, &MadeDialog::programChosen, services_.get<PythonRuns>(), &PythonRuns::openProgram);
    connect(dialog_, &MadeDialog::scheduleChosen, services_.get<PythonRuns>(), &PythonRuns::openSchedule);
    connect(dialog_, &MadeDialog::callRequested, this, &PythonFeature::call);
    connect(dialog_, &MadeDialog::stopRequested, services_.get<PythonRuns>(), &PythonRuns::stop);
    connect(dialog_, &MadeDialog::interpreterRequested, this, &PythonFeature::chooseInterpreter);
  }
  if (!dialog_->isVisible()) fillDialog();
  dialog_->preview()->form()->setCompact(window_.feature<CodeFeature>().compactAction()->isChecked());
  dialog_->show();
  dialog_->raise();
  dialog_->activateWindow();
  dialog_->filter()->setFocus();
}

// What is open is selected.
void PythonFeature::fillDialog() {
  const MadeFile* made = services_.get<PythonRuns>()->made();
  if (!made) return;
  const std::vector<MadeEntry> entries = madeEntries(*made, values_);
  const QString missing = missingWords(*services_.get<PythonRuns>());
  const bool isShown = dialog_->isVisible();
  dialog_->setEntries(nameOf(*services_.get<PythonRuns>()), entries,
                      missing.isEmpty() ? madeErrors(*made) : QStringLiteral("✗ ") + missing, !missing.isEmpty());
  if (isShown) return;  // what was chosen is still chosen
  const QString call = services_.get<PythonRuns>()->shownCall();
  const Session* session = services_.get<Document>()->session();
  for (const MadeEntry& entry : entries) {
    if (entry.kind == MadeEntry::Kind::Factory && call.startsWith(entry.name + '('))
      return dialog_->select(entry.kind, entry.number);
    if (entry.kind == MadeEntry::Kind::Program && session && session->origin && call.isEmpty() &&
        session->origin->name == entry.name.toStdString())
      return dialog_->select(entry.kind, entry.number);
  }
}

void PythonFeature::call(int factory, const FactoryValues& values) {
  const MadeFile* made = services_.get<PythonRuns>()->made();
  if (!made || factory < 0 || factory >= int(made->collected.factories.size())) return;
  const Factory& called = made->collected.factories[size_t(factory)];
  values_[QString::fromStdString(called.name)] = values;
  services_.get<PythonRuns>()->run(factoryCall(called, values));
}

// A session that is opened again brings the values of its call along.
void PythonFeature::rememberShownCall() {
  const QString call = services_.get<PythonRuns>()->shownCall();
  if (!call.isEmpty()) values_[call.left(call.indexOf('('))] = valuesOfCall(call);
}

// ---- a file that changes on disk ----

void PythonFeature::watch() {
  if (!watcher_.files().isEmpty()) watcher_.removePaths(watcher_.files());
  const Session* session = services_.get<Document>()->session();
  const QString file = QString::fromStdString(session->origin ? session->origin->file : session->path());
  if (QFileInfo(file).isFile()) watcher_.addPath(file);
}

void PythonFeature::fileChanged() {
  const Session* session = services_.get<Document>()->session();
  if (!session) return;
  watch();  // a file that was replaced is another one
  const QString file = QString::fromStdString(session->origin ? session->origin->file : session->path());
  if (!QFileInfo(file).isFile()) return;
  const bool changed = session->origin ? isOnnxPath(session->origin->ran) || shownTextOf(file) != session->origin->text
                                       : services_.get<DocumentText>()->changedOnDisk();
  if (!changed) return bar_->close(kChanged);
  if (!session->origin && services_.get<DocumentText>()->modified())
    return bar_->show({kChanged,
                       tr("%1 has changed on disk. The text here has unsaved changes and stays; File > Revert to the "
                          "saved file loads the version on disk.")
                           .arg(QFileInfo(file).fileName()),
                       {}});
  const bool isRun = session->origin && !session->origin->name.empty();
  if (isRun ? services_.get<PythonRuns>()->mayRun() : reload_->isChecked()) return reload();
  const QString name = QFileInfo(file).fileName();
  const QString words =
      isRun ? tr("%1 has changed on disk: run it again?").arg(name) + ' ' + rightsWords(*services_.get<PythonRuns>())
            : tr("%1 has changed on disk.").arg(name);
  std::vector<NoticeAction> actions{{isRun ? tr("Run again") : tr("Reload"),
                                     isRun ? tr("The steps are carried over to the program that it makes now")
                                           : tr("The steps are carried over to the new text"),
                                     [this] { reload(); }}};
  if (!isRun)
    actions.push_back({tr("Always reload"), reload_->text().remove('&'), [this] { reload_->setChecked(true); }});
  bar_->show({kChanged, words, actions});
}

void PythonFeature::reload() {
  bar_->close(kChanged);
  const Session* session = services_.get<Document>()->session();
  if (!session) return;
  if (session->origin && !session->origin->name.empty()) return services_.get<PythonRuns>()->allow();
  if (session->origin) return services_.get<DocumentFiles>()->open(QString::fromStdString(session->origin->ran));
  services_.get<DocumentFiles>()->revert();
  window_.say(tr("%1 was reloaded").arg(QFileInfo(services_.get<DocumentText>()->path()).fileName()));
}

void PythonFeature::setTheme(const Theme& theme) {
  if (dialog_) dialog_->setTheme(theme);
}

void PythonFeature::refreshActions() {
  const bool canRun = !services_.get<PythonRuns>()->path().isEmpty();
  run_->setEnabled(canRun && !services_.get<PythonRuns>()->running());
  made_->setEnabled(canRun);
}

}  // namespace lw
