#include "views/tune/tune_controls.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QStyle>
#include <QToolButton>

#include "views/widgets/flow_layout.h"
#include "views/widgets/wrapping_label.h"

namespace lw {
namespace {

void choose(QComboBox* box, const QString& value) { box->setCurrentIndex(std::max(0, box->findData(value))); }

}  // namespace

TuneControls::TuneControls(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 8, 10, 6);
  column->setSpacing(6);
  buildRow();
  column->addWidget(row_);
  buildOptions();
  column->addWidget(options_);
  note_ = new WrappingLabel("tuneNote", this);
  column->addWidget(note_);
  words_ = new WrappingLabel("tuneWords", this);
  column->addWidget(words_);
  progress_ = new QProgressBar(this);
  progress_->setObjectName("tuneProgress");
  progress_->setAccessibleName(tr("Progress of the search"));
  progress_->setTextVisible(false);
  column->addWidget(progress_);
  setChoices({});
  setState({});
}

QComboBox* TuneControls::boxOf(const char* name, const QString& tip,
                               const QList<std::pair<QString, QString>>& entries) {
  auto* box = new QComboBox(this);
  box->setObjectName(name);
  box->setToolTip(tip);
  box->setAccessibleName(tip);
  for (const auto& [value, words] : entries) box->addItem(words, value);
  connect(box, &QComboBox::currentIndexChanged, this, &TuneControls::read);
  return box;
}

QSpinBox* TuneControls::numberOf(const char* name, const QString& tip, int from, int to) {
  auto* box = new QSpinBox(this);
  box->setObjectName(name);
  box->setToolTip(tip);
  box->setAccessibleName(tip);
  box->setRange(from, to);
  connect(box, &QSpinBox::valueChanged, this, &TuneControls::read);
  return box;
}

void TuneControls::buildRow() {
  row_ = new QWidget(this);
  auto* row = new FlowLayout(row_, 4, 6);
  start_ = new QPushButton(this);
  start_->setObjectName("tuneStart");
  start_->setProperty("class", "primary");
  pause_ = new QPushButton(this);
  pause_->setObjectName("tunePause");
  stop_ = new QPushButton(tr("Stop and keep"), this);
  stop_->setObjectName("tuneStop");
  stop_->setToolTip(tr("End the search; what was measured is kept, and the best becomes a variant"));
  space_ = boxOf("tuneSpace", tr("The search space: a schedule function with sampling steps"), {});
  space_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  trials_ = numberOf("tuneTrials", tr("Number of candidates to measure"), 1, 100000);
  trials_->setSuffix(tr(" trials"));
  seconds_ = numberOf("tuneSeconds", tr("Time limit of the search, in seconds"), 0, 1000000);
  seconds_->setSuffix(tr(" s"));
  seconds_->setSpecialValueText(tr("no time limit"));
  fold_ = new QToolButton(this);
  fold_->setObjectName("tuneFold");
  fold_->setProperty("class", "quiet");
  fold_->setText(tr("Options ▾"));
  fold_->setCheckable(true);
  targets_ = new QWidget(this);
  auto* place = new QHBoxLayout(targets_);
  place->setContentsMargins(0, 0, 0, 0);
  targets_->hide();
  for (QWidget* widget : {static_cast<QWidget*>(start_), static_cast<QWidget*>(pause_), static_cast<QWidget*>(stop_),
                          targets_, static_cast<QWidget*>(space_), static_cast<QWidget*>(trials_),
                          static_cast<QWidget*>(seconds_), static_cast<QWidget*>(fold_)})
    row->addWidget(widget);
  connect(start_, &QPushButton::clicked, this, &TuneControls::startRequested);
  connect(pause_, &QPushButton::clicked, this, [this] { Q_EMIT pauseRequested(!state_.paused); });
  connect(stop_, &QPushButton::clicked, this, &TuneControls::stopRequested);
  connect(fold_, &QToolButton::toggled, this, [this](bool on) {
    options_->setVisible(on);
    fold_->setText(on ? tr("Options ▴") : tr("Options ▾"));
  });
}

void TuneControls::buildOptions() {
  options_ = new QWidget(this);
  options_->setObjectName("tuneOptions");
  options_->setAttribute(Qt::WA_StyledBackground);
  auto* flow = new FlowLayout(options_, 8, 6);
  flow->setContentsMargins(8, 6, 8, 6);
  from_ = boxOf("tuneFrom", tr("The steps that every candidate keeps"),
                {{"written", tr("From the source")}, {"shown", tr("From the shown state")}});
  strategy_ =
      boxOf("tuneStrategy", tr("How candidates are proposed"),
            {{"evolution", tr("Evolutionary search")}, {"beam", tr("Beam search")}, {"random", tr("Random search")}});
  model_ = boxOf("tuneModel", tr("The model that chooses which candidates are measured"),
                 {{"learned", tr("Learned model")}, {"draft", tr("Draft model")}, {"off", tr("No model")}});
  threads_ = numberOf("tuneThreads", tr("Threads of the kernel; 0: all cores"), 0, 1024);
  threads_->setPrefix(tr("threads: "));
  seed_ =
      numberOf("tuneSeed", tr("Seed of the search: the same seed and the same times give the same search"), 0, 99999);
  seed_->setPrefix(tr("seed: "));
  resume_ = new QCheckBox(tr("Go on with earlier results"), this);
  resume_->setObjectName("tuneResume");
  resume_->setToolTip(tr("Candidates of this space that were recorded earlier are shown and not measured again"));
  connect(resume_, &QCheckBox::toggled, this, &TuneControls::read);
  clear_ = new QToolButton(this);
  clear_->setObjectName("tuneClear");
  clear_->setProperty("class", "quiet");
  clear_->setText(tr("Forget the candidates"));
  clear_->setToolTip(tr("Empty the table, so that the next search starts anew; variants that were opened stay"));
  buildMachine();
  for (QWidget* widget :
       {static_cast<QWidget*>(machine_), static_cast<QWidget*>(host_), static_cast<QWidget*>(device_),
        static_cast<QWidget*>(deviceModel_), static_cast<QWidget*>(from_), static_cast<QWidget*>(strategy_),
        static_cast<QWidget*>(model_), static_cast<QWidget*>(threads_), static_cast<QWidget*>(seed_),
        static_cast<QWidget*>(resume_), static_cast<QWidget*>(clear_)})
    flow->addWidget(widget);
  options_->hide();
  connect(clear_, &QToolButton::clicked, this, &TuneControls::clearRequested);
}

void TuneControls::buildMachine() {
  machine_ = boxOf("tuneMachine", tr("The machine that measures the candidates"),
                   {{"here", tr("On this machine")}, {"ssh", tr("On another machine, by ssh")}});
  host_ = new QLineEdit(this);
  host_->setObjectName("tuneHost");
  host_->setPlaceholderText(QStringLiteral("user@box"));
  host_->setToolTip(tr("The other machine, as ssh takes it; it must not ask for a password"));
  host_->setAccessibleName(tr("The other machine"));
  host_->setFixedWidth(host_->fontMetrics().averageCharWidth() * 26);
  connect(host_, &QLineEdit::textChanged, this, &TuneControls::read);
  device_ = numberOf("tuneDevice", tr("Number of the device, from 0, as `lw devices` lists them"), 0, 63);
  device_->setPrefix(tr("device: "));
  deviceModel_ = boxOf("tuneDeviceModel", tr("The device that is emulated"), {});
}

void TuneControls::showMachine() {
  const bool emulates = !state_.models.isEmpty();
  machine_->setVisible(!emulates);
  host_->setVisible(!emulates && choices_.remote);
  device_->setVisible(state_.devices);
  deviceModel_->setVisible(emulates);
}

void TuneControls::setTargets(QWidget* chooser) {
  targets_->layout()->addWidget(chooser);
  targets_->show();
}

void TuneControls::unfold(bool options) { fold_->setChecked(options); }

void TuneControls::read() {
  if (setting_) return;
  choices_.space = space_->currentData().toString();
  choices_.fromShown = from_->currentData().toString() == QLatin1String("shown");
  choices_.strategy = strategy_->currentData().toString();
  choices_.model = model_->currentData().toString();
  choices_.resume = resume_->isChecked();
  choices_.trials = trials_->value();
  choices_.seconds = seconds_->value();
  choices_.seed = seed_->value();
  choices_.threads = threads_->value();
  choices_.remote = machine_->currentData().toString() == QLatin1String("ssh");
  choices_.host = host_->text();
  choices_.device = device_->value();
  if (deviceModel_->count() > 0) choices_.deviceModel = deviceModel_->currentData().toString();
  showMachine();
  Q_EMIT choicesChanged(choices_);
}

void TuneControls::setChoices(const TuneChoices& choices) {
  setting_ = true;
  choices_ = choices;
  choose(space_, choices.space);
  choose(from_, choices.fromShown ? QStringLiteral("shown") : QStringLiteral("written"));
  choose(strategy_, choices.strategy);
  choose(model_, choices.model);
  resume_->setChecked(choices.resume);
  trials_->setValue(choices.trials);
  seconds_->setValue(choices.seconds);
  seed_->setValue(choices.seed);
  threads_->setValue(choices.threads);
  choose(machine_, choices.remote ? QStringLiteral("ssh") : QStringLiteral("here"));
  if (host_->text() != choices.host) host_->setText(choices.host);
  device_->setValue(choices.device);
  if (!choices.deviceModel.isEmpty()) choose(deviceModel_, choices.deviceModel);
  showMachine();
  setting_ = false;
}

void TuneControls::setSpaces(const QStringList& functions) {
  QStringList known;
  for (int i = 1; i < space_->count(); ++i) known << space_->itemData(i).toString();
  if (space_->count() > 0 && known == functions) return;
  setting_ = true;
  space_->clear();
  space_->addItem(tr("Space written by rules"), QString());
  for (const QString& name : functions) space_->addItem(tr("Space: %1").arg(name), name);
  choose(space_, choices_.space);
  setting_ = false;
}

void TuneControls::setState(const TuneState& state) {
  if (state.models != state_.models) {
    setting_ = true;
    deviceModel_->clear();
    for (const QString& name : state.models) deviceModel_->addItem(tr("device: %1").arg(name), name);
    choose(deviceModel_, state.deviceModel);
    setting_ = false;
  }
  state_ = state;
  showMachine();
  start_->setText(state.continues ? tr("Continue ▸") : tr("Start ▸"));
  start_->setToolTip(state.continues ? tr("Measure as many candidates again; those in the table are not repeated")
                                     : tr("Search the space for the fastest schedule"));
  start_->setEnabled(state.canStart && !state.running);
  pause_->setText(state.paused ? tr("Resume") : tr("Pause"));
  pause_->setEnabled(state.running);
  stop_->setEnabled(state.running);
  clear_->setEnabled(state.candidates && !state.running);
  for (QWidget* choice :
       {static_cast<QWidget*>(space_), static_cast<QWidget*>(from_), static_cast<QWidget*>(strategy_),
        static_cast<QWidget*>(model_), static_cast<QWidget*>(trials_), static_cast<QWidget*>(seconds_),
        static_cast<QWidget*>(seed_), static_cast<QWidget*>(threads_), static_cast<QWidget*>(resume_),
        static_cast<QWidget*>(machine_), static_cast<QWidget*>(host_), static_cast<QWidget*>(device_),
        static_cast<QWidget*>(deviceModel_)})
    choice->setEnabled(!state.running);
  targets_->setEnabled(!state.running);
  threads_->setVisible(state.threads);
  note_->setWords(state.note);
  for (const auto& [label, bad] : {std::pair(note_, state.noteFailed), std::pair(words_, state.failed)}) {
    if (label->property("bad").toBool() == bad) continue;
    label->setProperty("bad", bad);
    label->style()->polish(label);
  }
  words_->setWords(state.words);
  progress_->setVisible(state.wanted > 0);
  progress_->setRange(0, std::max(state.wanted, 1));
  progress_->setValue(state.done);
}

}  // namespace lw
