#include "views/run_view.h"

#include <QGridLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "views/core_words.h"
#include "views/elided_label.h"
#include "views/prepared_label.h"
#include "views/trace_model.h"

namespace lw {
namespace {

constexpr int kLeastFacts = 60, kLeastHeight = 170, kLeastPicture = 120, kLeastSide = 276, kGap = 18, kLeft = 12, kRight = 16;  // pixels

QLabel* labelOf(const char* name, QWidget* parent) { return new PreparedLabel(name, parent); }

}  // namespace

RunView::RunView(RunModel* model, QWidget* parent) : QWidget(parent), model_(model) {
  auto* pages = new QVBoxLayout(this);
  pages->setContentsMargins(0, 0, 0, 0);
  consent_ = new ConsentView(this);
  results_ = new QWidget(this);
  pages->addWidget(consent_);
  pages->addWidget(results_);
  consent_->hide();
  auto* row = new QHBoxLayout(results_);
  row->setContentsMargins(kLeft, 8, kRight, 6);
  row->setSpacing(kGap);
  pictures_ = new QStackedWidget(results_);
  chart_ = new RunChart(pictures_);
  table_ = new QTableView(pictures_);
  table_->setModel(model_);
  table_->setShowGrid(false);
  table_->setTabKeyNavigation(false);  // Tab leaves it
  table_->setFrameShape(QFrame::NoFrame);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(25);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->setVerticalScrollMode(QTableView::ScrollPerPixel);
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->setSelectionBehavior(QTableView::SelectRows);
  table_->setAccessibleName(tr("All runs"));
  pictures_->setMinimumWidth(kLeastPicture);
  pictures_->addWidget(chart_);
  pictures_->addWidget(table_);
  row->addWidget(pictures_, 2);

  auto* side = side_ = new QWidget(results_);
  side->setMinimumWidth(kLeastSide);
  // What is said of a run, and how it goes on, changes with every run: it scrolls where there is no room, and never moves the docks.
  auto* sideColumn = new QVBoxLayout(side);
  sideColumn->setContentsMargins(0, 0, 0, 0);
  sideColumn->setSpacing(2);
  auto* scroll = new QScrollArea(side);
  scroll->setObjectName("runFacts");
  scroll->setAccessibleName(tr("Result of the run"));
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setMinimumHeight(kLeastFacts);
  sideColumn->addWidget(scroll, 1);
  auto* said = new QWidget(scroll);
  said->setObjectName("runSaid");
  scroll->setWidget(said);
  auto* column = column_ = new QVBoxLayout(said);
  column->addStretch(0);  // grows while there is nothing to show, so that the words stand in the middle
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  auto* top = new QHBoxLayout;
  number_ = labelOf("bigNumber", side);
  spread_ = labelOf("dim", side);
  top->addWidget(number_);
  top->addWidget(spread_, 0, Qt::AlignBottom);
  top->addStretch(1);
  spread_->setContentsMargins(0, 0, 0, 5);
  spread_->setMinimumHeight(26);
  column->addLayout(top);
  speed_ = labelOf("dim", side);
  speed_->setWordWrap(true);
  column->addWidget(speed_);
  message_ = labelOf("bad", side);
  message_->setWordWrap(true);
  column->addWidget(message_);
  facts_ = new QGridLayout;
  facts_->setContentsMargins(0, 6, 0, 0);
  facts_->setHorizontalSpacing(12);
  facts_->setVerticalSpacing(2);
  column->addLayout(facts_);
  column->addStretch(1);
  progress_ = new QWidget(side);
  auto* progressRow = new QHBoxLayout(progress_);
  progressRow->setContentsMargins(0, 0, 0, 0);
  phase_ = labelOf("dim", progress_);
  auto* cancel = new QPushButton(tr("Cancel"), progress_);
  cancel->setObjectName("cancelRun");
  progressRow->addWidget(phase_, 1);
  progressRow->addWidget(cancel);
  sideColumn->addWidget(progress_);
  progress_->hide();
  row->addWidget(side, 1);

  connect(cancel, &QPushButton::clicked, this, &RunView::cancelWanted);
  connect(consent_, &ConsentView::answered, this, &RunView::consentAnswered);
  connect(table_, &QTableView::clicked, this,
          [this](const QModelIndex& index) { Q_EMIT runChosen(model_->runs()[size_t(index.row())].node); });
  connect(model_, &QAbstractItemModel::rowsInserted, this, &RunView::refresh);
  connect(model_, &QAbstractItemModel::modelReset, this, &RunView::refresh);
  connect(model_, &RunModel::shownChanged, this, &RunView::refresh);
  refreshNow();
}

void RunView::setWaiting(const QString& words) {
  if (words == waiting_) return;
  waiting_ = words;
  refresh();
}

// The same whatever the last run said, and whether another one is under way.
QSize RunView::minimumSizeHint() const { return {kLeft + kLeastPicture + kGap + kLeastSide + kRight, kLeastHeight}; }

void RunView::setTheme(const Theme& theme) { chart_->setTheme(theme); }

void RunView::askConsent(const QString& what, const QString& code) {
  results_->setVisible(code.isEmpty());
  consent_->setVisible(!code.isEmpty());
  if (!code.isEmpty()) consent_->ask(what, code);
}

void RunView::setProgress(const QString& phase, double fraction) {
  progress_->setVisible(!phase.isEmpty());
  showTable(pictures_->currentIndex() == 1);
  phase_->setText(fraction > 0 ? tr("%1 … %2 %").arg(phase).arg(int(fraction * 100)) : tr("%1 …").arg(phase));
}

// The table says what the side says, and needs its room.
void RunView::showTable(bool table) {
  pictures_->setCurrentIndex(table ? 1 : 0);
  side_->setVisible(!table || progress_->isVisibleTo(side_) || !pictures_->isVisibleTo(this));
}

void RunView::addFact(const QString& name, const QString& value, const QString& style, const QString& tip) {
  const int row = facts_->rowCount();
  auto* line = new QFrame(this);
  line->setObjectName("factLine");
  line->setFixedHeight(1);
  facts_->addWidget(line, row, 0, 1, 2);
  auto* left = new ElidedLabel(name, this);
  auto* right = new ElidedLabel(value, this);
  left->setObjectName("dim");
  left->setToolTip(tip.isEmpty() ? name : tip);
  right->setToolTip(tip.isEmpty() ? value : tip);
  if (!style.isEmpty()) right->setObjectName(style);
  for (QLabel* label : std::initializer_list<QLabel*>{left, right}) label->setMinimumHeight(20);  // room for descenders
  facts_->addWidget(left, row + 1, 0);
  facts_->addWidget(right, row + 1, 1);
  facts_->setColumnStretch(0, 4);
  facts_->setColumnStretch(1, 5);
}

// A page that nobody sees waits until it is shown.
void RunView::refresh() {
  if (isVisible()) refresh_.request();
}

void RunView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refreshNow();
}

void RunView::refreshNow() {
  while (QLayoutItem* item = facts_->takeAt(0)) {
    if (item->widget()) item->widget()->deleteLater();
    delete item;
  }
  const int index = model_->shownIndex();
  const RunRow* run = index < 0 ? nullptr : &model_->runs()[size_t(index)];
  chart_->setRuns(model_->runs(), run);
  message_->setVisible(run && !run->error.isEmpty());
  spread_->setVisible(run && run->medianMs >= 0);
  const auto& runs = model_->runs();
  const bool timed = std::any_of(runs.begin(), runs.end(), [](const RunRow& r) { return r.medianMs > 0 && !isEmulated(r); });
  pictures_->setVisible(timed);
  showTable(pictures_->currentIndex() == 1);
  number_->setVisible(!runs.empty());
  column_->setStretch(0, runs.empty() ? 1 : 0);
  speed_->setAlignment(runs.empty() ? Qt::AlignHCenter : Qt::AlignLeft);
  const auto& challenge = model_->challenge();
  if (!run) {
    number_->setText(QStringLiteral("–"));
    const QString asked = !challenge ? QString() : tr("Challenge: %1\n").arg(*challenge ? challengeText(**challenge) : reasonWords(challenge->error()));
    speed_->setText(asked + (waiting_.isEmpty() ? tr("not run yet: Run builds the shown state, checks it against the reference and times it") : waiting_));
    return;
  }
  if (run->medianMs < 0) {
    number_->setText(tr("failed"));
    speed_->setText(run->label);
    message_->setText(run->error);
    return;
  }
  number_->setText(timeOf(run->medianMs));
  const bool emulated = isEmulated(*run);
  spread_->setVisible(run->samples > 1);
  spread_->setText(QStringLiteral("± %1").arg(timeOf((run->highMs - run->lowMs) / 2)));
  QString speed = tr("%1 GFLOP/s").arg(run->gflops, 0, 'f', run->gflops >= 100 ? 0 : 1);
  if (run->peakFraction > 0) speed += tr(" · %1 % of this machine's peak").arg(int(run->peakFraction * 100 + 0.5));
  if (emulated) speed = tr("emulated: the time is the emulator's and says nothing of a GPU");
  speed_->setText(tr("%1 · %2").arg(run->label, speed));
  if (!run->checked)
    addFact(tr("correct"), tr("not checked"));
  else if (run->ok)
    addFact(tr("correct"), tr("✓ max error %1").arg(run->maxAbsError, 0, 'g', 2), "good");
  else
    addFact(tr("correct"), tr("✗ %1").arg(run->difference), "bad");
  if (challenge && !*challenge) {
    addFact(tr("challenge"), reasonWords(challenge->error()), "bad", hintWords(challenge->error()));
  } else if (challenge && !emulated) {
    const bool met = judge(**challenge, attemptOf(*run)).met;
    addFact(tr("challenge"), verdictText(**challenge, *run), met ? "good" : "bad", tr("%1\n%2").arg(challengeText(**challenge), verdictText(**challenge, *run)));
  }
  if (run->referenceMs > 0 && !emulated)
    addFact(tr("against %1").arg(run->referenceKind), ratioText(run->medianMs, run->referenceMs));
  const RunRow* before = model_->previous(index);
  if (!before && model_->compared() && *model_->compared() != run->node) addFact(tr("compared with"), tr("not run yet"));
  if (before && before->node == run->node) {  // the name says what differs
    RunRow alike = *before;
    alike.math = run->math;
    addFact(tr("against %1").arg(before->math.isEmpty() ? tr("usual arithmetic") : before->math), compareRuns(*run, alike));
  } else if (before) {
    addFact(tr("against %1").arg(nameOf(*before)), compareRuns(*run, *before));
  }
  if (run->baselineMs > 0 && !emulated && !(before && before->step == 0)) addFact(tr("against the start"), ratioText(run->medianMs, run->baselineMs));
  if (run->estimateMs > 0 && !emulated) {
    addFact(tr("the model"), tr("%1 · %2").arg(timeOf(run->estimateMs), estimateText(run->medianMs, run->estimateMs).section(':', 0, 0)), {},
            tr("the model: %1, bound by %2\nmeasured: %3").arg(timeOf(run->estimateMs), run->estimateBound, estimateText(run->medianMs, run->estimateMs)));
  }
  if (!run->math.isEmpty()) addFact(tr("arithmetic"), run->math, {}, tr("code generation was allowed this; without it the result may differ in its last digits"));
  addFact(tr("compiled in"), run->codeKnown ? tr("%1 · kept").arg(timeOf(run->compileMs)) : timeOf(run->compileMs), {}, run->codeKnown ? tr("the same code was compiled before, and is kept") : QString());
}

}  // namespace lw
