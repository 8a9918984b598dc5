#include "app/window/tune/tune_feature.h"

#include <QAction>
#include <QLineEdit>
#include <QMenu>

#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/runs/runs.h"
#include "app/models/support/job_runner.h"
#include "app/models/support/services.h"
#include "app/services/tuning/size_tuning.h"
#include "app/services/tuning/tune_pins.h"
#include "app/services/tuning/tuning.h"
#include "app/window/code/code_feature.h"
#include "app/window/layouts/layouts_feature.h"
#include "app/window/run/run_feature.h"
#include "app/window/run/target_chooser.h"
#include "app/window/tune/tune_content.h"
#include "app/window/window_context.h"
#include "core/ir/ops.h"
#include "core/tune/records/records.h"
#include "views/widgets/pane.h"

namespace lw {

TuneFeature::TuneFeature(WindowContext& window)
    : Feature(window),
      targets_(new TargetChooser(*services_.get<TargetChoice>(), *services_.get<JobRunner>(),
                                 window.feature<RunFeature>().targetChooser())),
      spaceText_(*services_.get<Document>(), *services_.get<Tuning>(), *services_.get<JobRunner>()),
      importance_(*services_.get<Tuning>(), *services_.get<JobRunner>()),
      view_(new TuneView),
      pane_(new Pane("tune", tr("Tune"), view_)) {
  targets_->setObjectName("tuneTarget");
  targets_->setMinimumContentsLength(9);
  view_->controls()->setTargets(targets_);
  addPane(pane_, PaneRow::Top, 0, 0);
  addMenus();
  setHelp("tune", view_);
  addTourStop(8, window.feature<RunFeature>().runButton(), tr("Tune"),
              tr("Ctrl+Alt+3 opens the pane Tune, where the machine searches for the fastest schedule. Every candidate "
                 "can be opened as a variant."));
}

void TuneFeature::addMenus() {
  start_ = addAction(MenuSection::RunState, tr("&Tune: search for the fastest schedule"), "Ctrl+F5",
                     [this] { startSearch(); });
  pause_ = addAction(MenuSection::RunState, tr("&Pause or resume tuning"), "",
                     [this] { pause(!services_.get<Tuning>()->paused() && !services_.get<SizeTuning>()->paused()); });
  stop_ =
      addAction(MenuSection::RunState, tr("&Stop tuning and keep the results"), "Ctrl+Shift+F5", [this] { stop(); });
  addAction(MenuSection::ViewPlaces, tr("T&une"), "Alt+U", [this] {
    showPane();
    QWidget* content = view_->table();
    if (view_->sizes()->isVisible()) content = view_->sizes()->edit();
    content->setFocus();
  });
}

void TuneFeature::showPane() {
  if (!pane_->isVisible()) window_.feature<LayoutsFeature>().layouts().show(QStringLiteral("Tune"));
}

void TuneFeature::startSearch() {
  showPane();
  services_.get<Tuning>()->start();
}

// Of both kinds of search, at most one runs.
void TuneFeature::pause(bool paused) {
  services_.get<Tuning>()->pause(paused);
  services_.get<SizeTuning>()->pause(paused);
}

void TuneFeature::stop() {
  services_.get<Tuning>()->stop();
  services_.get<SizeTuning>()->stop();
}

// ---- several sizes ----

void TuneFeature::connectSizes() {
  SizeTuning* sizes = services_.get<SizeTuning>();
  SizeView* view = view_->sizes();
  connect(view, &SizeView::startRequested, this,
          [sizes, view](const QString& row) { view->setError(sizes->start(row)); });
  connect(view, &SizeView::chosen, sizes, &SizeTuning::open);
  connect(sizes, &SizeTuning::stateChanged, this, [this] { showState_.request(); });
  connect(sizes, &SizeTuning::diagramChanged, this, [sizes, view] { view->setDiagram(sizes->diagram()); });
}

void TuneFeature::showSizes() {
  QStringList names;
  for (const std::string& name : services_.get<Runs>()->sizes()) names << QString::fromStdString(name);
  view_->sizes()->setSizes(names);
  const Tuning* tuning = services_.get<Tuning>();
  view_->sizes()->setState(services_.get<Document>()->hasProgram() && !running() &&
                           !problemOf(tuning->choices(), tuning->target()));
}

bool TuneFeature::running() const {
  return services_.get<Tuning>()->running() || services_.get<SizeTuning>()->running();
}

void TuneFeature::addPinTo(QMenu& menu) {
  const LoopId loop = services_.get<SelectionModel>()->current().loop();
  if (!services_.get<Tuning>()->pins()->mayPin(loop)) return;
  const Snapshot& program = services_.get<Document>()->schedule().program();
  const QString name = QString::fromStdString(program.name(loop));
  const std::optional<int64_t> extent = asInt(program.loop(loop).extent);
  menu.addSeparator();
  menu.addAction(extent ? tr("Pin in tuning: %1 = %2").arg(name).arg(*extent) : tr("Pin in tuning: %1").arg(name), this,
                 [this, loop] { services_.get<Tuning>()->pinLoop(loop); })
      ->setToolTip(tr("The next search keeps the decisions that made this loop, and searches the rest"));
}

void TuneFeature::connectFeatures() {
  connectView();
  connectTuning();
  connectSizes();
  connect(pane_, &QDockWidget::visibilityChanged, this, [this](bool visible) {
    if (visible) showSpace();
  });
}

void TuneFeature::connectView() {
  Tuning* tuning = services_.get<Tuning>();
  TuneControls* controls = view_->controls();
  connect(controls, &TuneControls::startRequested, this, &TuneFeature::startSearch);
  connect(controls, &TuneControls::pauseRequested, this, &TuneFeature::pause);
  connect(controls, &TuneControls::stopRequested, this, &TuneFeature::stop);
  connect(controls, &TuneControls::clearRequested, tuning, &Tuning::clear);
  connect(controls, &TuneControls::choicesChanged, tuning, &Tuning::choose);
  connect(view_, &TuneView::chosen, tuning, &Tuning::open);
  connect(view_, &TuneView::pinRequested, tuning, &Tuning::pin);
  connect(view_, &TuneView::unpinRequested, tuning->pins(), &TunePins::remove);
  connect(view_, &TuneView::editSpaceRequested, this, &TuneFeature::editSpace);
  connect(view_, &TuneView::sideShown, this, [this] {
    showSpace();
    showImportance();
  });
  connect(view_, &TuneView::hintChanged, &window_, &WindowContext::say);
}

void TuneFeature::connectTuning() {
  Tuning* tuning = services_.get<Tuning>();
  connect(tuning, &Tuning::stateChanged, this, [this] { showState_.request(); });
  connect(tuning, &Tuning::candidatesReset, this, &TuneFeature::showCandidates);
  connect(tuning, &Tuning::candidateAdded, this,
          [this, tuning] { view_->add(rowOf(*tuning, tuning->candidates().size() - 1), tuning->best()); });
  connect(&importance_, &TuneImportance::changed, this, [this] {
    view_->setImportance(importanceOf(importance_));
    showImportance();  // candidates may have been measured meanwhile
  });
  connect(tuning, &Tuning::spaceChanged, this, &TuneFeature::showSpace);
  connect(&spaceText_, &TuneSpaceText::changed, this, &TuneFeature::showSpace);
  connect(services_.get<ShownProgram>(), &ShownProgram::stateChosen, &spaceText_, &TuneSpaceText::followState);
  connect(tuning->pins(), &TunePins::changed, this, [this, tuning] { view_->setPins(pinsOf(*tuning)); });
  connect(services_.get<ShownProgram>(), &ShownProgram::changed, this, [this] {
    showState_.request();
    showSpace();
  });
}

void TuneFeature::restore() {
  const QSettings& settings = window_.settings();
  TuneChoices choices;
  choices.trials = settings.value("tune/trials", choices.trials).toInt();
  choices.seconds = settings.value("tune/seconds", choices.seconds).toInt();
  choices.threads = settings.value("tune/threads", choices.threads).toInt();
  choices.strategy = settings.value("tune/strategy", choices.strategy).toString();
  choices.model = settings.value("tune/model", choices.model).toString();
  choices.remote = settings.value("tune/remote", choices.remote).toBool();
  choices.host = settings.value("tune/host", choices.host).toString();
  choices.device = settings.value("tune/device", choices.device).toInt();
  choices.deviceModel = settings.value("tune/deviceModel", choices.deviceModel).toString();
  services_.get<Tuning>()->setRecords(
      settings.value("tune/records", QString::fromStdString(tune::defaultRecordFile())).toString());
  services_.get<Tuning>()->choose(choices);
  view_->controls()->setChoices(choices);
}

void TuneFeature::save() {
  const TuneChoices& choices = services_.get<Tuning>()->choices();
  QSettings& settings = window_.settings();
  settings.setValue("tune/trials", choices.trials);
  settings.setValue("tune/seconds", choices.seconds);
  settings.setValue("tune/threads", choices.threads);
  settings.setValue("tune/strategy", choices.strategy);
  settings.setValue("tune/model", choices.model);
  settings.setValue("tune/remote", choices.remote);
  settings.setValue("tune/host", choices.host);
  settings.setValue("tune/device", choices.device);
  settings.setValue("tune/deviceModel", choices.deviceModel);
}

void TuneFeature::start() {
  showState();
  showSpace();
}

void TuneFeature::refreshActions() {
  const Tuning* tuning = services_.get<Tuning>();
  start_->setEnabled(services_.get<Document>()->hasProgram() && !running() &&
                     !problemOf(tuning->choices(), tuning->target()));
  pause_->setEnabled(running());
  stop_->setEnabled(running());
}

void TuneFeature::showState() {
  const Tuning* tuning = services_.get<Tuning>();
  targets_->allowAbsent(tuning->choices().remote);
  view_->setState(stateOf(*tuning, *services_.get<SizeTuning>(), services_.get<Document>()->hasProgram()));
  view_->setRefusals(refusalsOf(*tuning), tuning->refusals().refused, tuning->refusals().drawn);
  pane_->header()->setState(
      tuning->running() ? tr("%1 of %2").arg(tuning->progress().trials).arg(tuning->progress().wanted) : QString());
  showSizes();
  showImportance();
  window_.refreshActions();
}

// Computed while somebody looks at it.
void TuneFeature::showImportance() {
  if (pane_->isVisible() && view_->sides()->chosen() == TuneView::kImportance) importance_.request();
}

void TuneFeature::showCandidates() { view_->setContent(candidatesOf(*services_.get<Tuning>())); }

// Rules write the space only when somebody looks at it.
void TuneFeature::showSpace() {
  Tuning* tuning = services_.get<Tuning>();
  view_->controls()->setSpaces(tuning->spaces());
  if (!editedSpace_.isEmpty() && tuning->spaces().contains(editedSpace_)) {
    TuneChoices choices = tuning->choices();
    choices.space = std::exchange(editedSpace_, {});
    tuning->choose(choices);
  }
  view_->controls()->setChoices(tuning->choices());
  view_->setSpaceText(spaceText_.text(), spaceText_.error(), tuning->choices().space.isEmpty());
  if (pane_->isVisible() && view_->sides()->chosen() == TuneView::kSpace) spaceText_.request();
}

// A written space becomes a function of the source; one that is there already is shown.
void TuneFeature::editSpace() {
  Tuning* tuning = services_.get<Tuning>();
  auto& code = window_.feature<CodeFeature>();
  QString name = tuning->choices().space;
  CodeView* written = code.written();
  if (name.isEmpty()) {
    const QStringList taken = services_.get<Document>()->scheduleFunctions();
    name = QStringLiteral("space");
    for (int i = 2; taken.contains(name); ++i) name = QStringLiteral("space_%1").arg(i);
    QString text = spaceText_.text();
    text.replace(QStringLiteral("def space("), QStringLiteral("def %1(").arg(name));
    const QByteArray added = (QStringLiteral("\n\n") + text).toUtf8();
    // Unlike append(), this can be undone.
    written->SendScintilla(CodeView::SCI_APPENDTEXT, static_cast<unsigned long>(added.size()), added.constData());
    editedSpace_ = name;
    window_.say(tr("The space is now the function %1 at the end of the source").arg(name));
  }
  code.pane()->show();
  code.showScheduled(false);
  const std::string all = written->code();
  const size_t at = all.find("def " + name.toStdString() + "(");
  if (at != std::string::npos) written->goTo(int(at));
  written->setFocus();
}

}  // namespace lw
