#include "views/run/run_view.h"

#include <QGridLayout>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/models/runs/model_facts.h"
#include "app/models/runs/sum_words.h"
#include "app/models/text/number_text.h"
#include "app/models/text/translate_messages.h"
#include "views/run/run_table.h"
#include "views/widgets/prepared_label.h"
#include "views/widgets/wrapping_label.h"

namespace lw {
namespace {

constexpr int kLeastFacts = 60, kLeastHeight = 170, kLeastPicture = 120, kLeastSide = 276, kGap = 18, kLeft = 12,
              kRight = 16;  // pixels

enum RunPicture { kChart, kTable, kNoChart, kSweep };

// Keeps a number and its unit in one line.
QString unitsTogether(QString text) {
  static const QRegularExpression unit(QStringLiteral("(\\d) (%|GFLOP|GOP|GB)"));
  return text.replace(unit, QStringLiteral("\\1\u00a0\\2"));
}

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
  buildPictures();
  buildSide();
  row->addWidget(pictures_, 2);
  row->addWidget(side_, 1);

  connect(consent_, &ConsentView::answered, this, &RunView::consentAnswered);
  connect(table_, &QTableView::clicked, this,
          [this](const QModelIndex& index) { Q_EMIT runChosen(model_->runs()[size_t(index.row())].node); });
  connect(chart_, &RunChart::chosen, this, &RunView::runChosen);
  connect(model_, &QAbstractItemModel::rowsInserted, this, &RunView::refresh);
  connect(model_, &QAbstractItemModel::modelReset, this, &RunView::refresh);
  connect(model_, &RunModel::shownChanged, this, &RunView::refresh);
  refreshNow();
}

void RunView::buildPictures() {
  pictures_ = new QStackedWidget(results_);
  chart_ = new RunChart(pictures_);
  table_ = new RunTable(model_, pictures_);
  pictures_->setMinimumWidth(kLeastPicture);
  pictures_->addWidget(chart_);
  pictures_->addWidget(table_);
  noChart_ = new PreparedLabel("dim", pictures_);
  noChart_->setWordWrap(true);
  noChart_->setAlignment(Qt::AlignCenter);
  noChart_->setContentsMargins(24, 8, 24, 8);
  pictures_->addWidget(noChart_);
  sweep_ = new SweepView(pictures_);
  pictures_->addWidget(sweep_);
  connect(sweep_, &SweepView::closeRequested, this, [this] { showSweep(false); });
}

// The text about a run, which changes with every run, scrolls if it does not fit, so that it never resizes the docks.
void RunView::buildSide() {
  side_ = new QWidget(results_);
  side_->setMinimumWidth(kLeastSide);
  auto* sideColumn = new QVBoxLayout(side_);
  sideColumn->setContentsMargins(0, 0, 0, 0);
  sideColumn->setSpacing(2);
  auto* scroll = new QScrollArea(side_);
  scroll->setObjectName("runFacts");
  scroll->setAccessibleName(tr("Result of the run"));
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setMinimumHeight(kLeastFacts);
  sideColumn->addWidget(scroll, 1);
  said_ = new QWidget(scroll);
  said_->setObjectName("runSaid");
  scroll->setWidget(said_);
  column_ = new QVBoxLayout(said_);
  column_->addStretch(0);  // grows while there is nothing to show, so that the text is in the middle
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(2);
  buildFacts();
  buildProgress();
  sideColumn->addWidget(progress_);
}

void RunView::buildFacts() {
  auto* top = new QHBoxLayout;
  number_ = new PreparedLabel("bigNumber", side_);
  spread_ = new PreparedLabel("dim", side_);
  top->setSpacing(8);
  top->addWidget(number_);
  top->addWidget(spread_, 0, Qt::AlignBottom);
  top->addStretch(1);
  spread_->setContentsMargins(0, 0, 0, 5);
  spread_->setMinimumHeight(26);
  column_->addLayout(top);
  speed_ = new PreparedLabel("dim", side_);
  speed_->setWordWrap(true);
  column_->addWidget(speed_);
  message_ = new PreparedLabel("bad", side_);
  message_->setWordWrap(true);
  column_->addWidget(message_);
  facts_ = new QGridLayout;
  facts_->setContentsMargins(0, 6, 0, 0);
  facts_->setHorizontalSpacing(12);
  facts_->setVerticalSpacing(2);
  column_->addLayout(facts_);
  column_->addStretch(1);
}

void RunView::buildProgress() {
  progress_ = new QWidget(side_);
  auto* progressRow = new QHBoxLayout(progress_);
  progressRow->setContentsMargins(0, 0, 0, 0);
  phase_ = new PreparedLabel("dim", progress_);
  auto* cancel = new QPushButton(tr("Cancel"), progress_);
  cancel->setObjectName("cancelRun");
  progressRow->addWidget(phase_, 1);
  progressRow->addWidget(cancel);
  progress_->hide();
  connect(cancel, &QPushButton::clicked, this, &RunView::cancelRequested);
}

void RunView::setWaiting(const QString& words) {
  if (words == waiting_) return;
  waiting_ = words;
  refresh();
}

void RunView::setEstimate(const QString& time, const QString& range) {
  if (time == estimate_ && range == estimateRange_) return;
  estimate_ = time, estimateRange_ = range;
  refresh();
}

void RunView::setFindings(const QStringList& findings) {
  if (findings == findings_) return;
  findings_ = findings;
  refresh();
}

// Independent of the last run and of whether a run is under way.
QSize RunView::minimumSizeHint() const { return {kLeft + kLeastPicture + kGap + kLeastSide + kRight, kLeastHeight}; }

void RunView::setTheme(const Theme& theme) {
  chart_->setTheme(theme);
  sweep_->setTheme(theme);
  model_->setTheme(theme.reduce, theme.dim);
}

void RunView::askConsent(const QString& what, const QString& code) {
  results_->setVisible(code.isEmpty());
  consent_->setVisible(!code.isEmpty());
  if (!code.isEmpty()) consent_->ask(what, code);
}

void RunView::setProgress(const QString& phase, double fraction) {
  progress_->setVisible(!phase.isEmpty());
  showTable(pictures_->currentIndex() == kTable);
  phase_->setText(fraction > 0 ? tr("%1 … %2 %").arg(phase).arg(int(fraction * 100)) : tr("%1 …").arg(phase));
}

// The table contains the text of the side panel, and uses its space.
void RunView::showTable(bool table) {
  const bool sweep = pictures_->currentIndex() == kSweep;
  pictures_->setCurrentIndex(sweep ? kSweep : table ? kTable : chart_->runs().empty() ? kNoChart : kChart);
  side_->setVisible(!table || progress_->isVisibleTo(side_) || !pictures_->isVisibleTo(this));
}

void RunView::showSweep(bool shown) {
  pictures_->setCurrentIndex(shown ? kSweep : chart_->runs().empty() ? kNoChart : kChart);
  refreshNow();
}

// Name and value both wrap and are never elided.
void RunView::addFact(const QString& name, const QString& value, const QString& style, const QString& tip) {
  const int row = facts_->rowCount();
  auto* line = new QFrame(said_);
  line->setObjectName("factLine");
  line->setFixedHeight(1);
  facts_->addWidget(line, row, 0, 1, 2);
  auto* left = new WrappingLabel("dim", said_);
  auto* right = new WrappingLabel(style.isEmpty() ? "factValue" : qPrintable(style), said_);
  left->setWords(name);
  right->setWords(value);
  for (WrappingLabel* label : {left, right}) {
    label->setToolTip(tip);
    label->setContentsMargins(0, 2, 0, 2);
  }
  facts_->addWidget(left, row + 1, 0, Qt::AlignTop);
  facts_->addWidget(right, row + 1, 1, Qt::AlignTop);
  facts_->setColumnStretch(0, 4);
  facts_->setColumnStretch(1, 5);
}

void RunView::refresh() {
  if (isVisible()) refresh_.request();  // a hidden page is updated when it is shown
}

void RunView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refreshNow();
}

void RunView::refreshNow() {
  while (QLayoutItem* item = facts_->takeAt(0)) {
    if (QWidget* old = item->widget()) old->hide(), old->deleteLater();
    delete item;
  }
  const int index = model_->shownIndex();
  const RunRow* run = index < 0 ? nullptr : &model_->runs()[size_t(index)];
  showHead(run);
  run ? showRun(*run, index) : showNoRun();
}

void RunView::showHead(const RunRow* run) {
  chart_->setRuns(model_->comparable(), run);
  const bool any = !model_->runs().empty(), guessed = !run && !estimate_.isEmpty();
  noChart_->setText(noChartWords());
  pictures_->setVisible(any || pictures_->currentIndex() == kSweep);
  showTable(pictures_->currentIndex() == kTable);
  message_->setVisible(run && !run->error.isEmpty());
  spread_->setVisible(guessed || (run && run->medianMs >= 0 && run->samples > 0 && !isEmulated(*run)));
  number_->setVisible(any || guessed);
  column_->setStretch(0, any || guessed ? 0 : 1);
  speed_->setAlignment(any || guessed ? Qt::AlignLeft : Qt::AlignHCenter);
  const bool wrong = run && isWrong(*run);
  if (number_->property("wrong").toBool() != wrong) {
    number_->setProperty("wrong", wrong);
    number_->style()->polish(number_);
  }
}

void RunView::showNoRun() {
  const bool guessed = !estimate_.isEmpty();
  number_->setText(guessed ? estimate_ : QStringLiteral("–"));
  spread_->setText(estimateRange_);
  const auto& challenge = model_->challenge();
  const QString asked =
      !challenge ? QString()
                 : tr("Challenge: %1\n").arg(*challenge ? challengeText(**challenge) : reasonWords(challenge->error()));
  speed_->setText(asked +
                  (waiting_.isEmpty() ? tr("Not run yet. Run to build, check and time the shown state.") : waiting_));
  addAsides(model_->shown());
}

// Why there is no chart although there are runs.
QString RunView::noChartWords() const {
  if (isEmulated(model_->target()))
    return tr("No chart for %1: its times are those of the emulator, not of a GPU. The table lists all runs.")
        .arg(model_->target());
  return tr("No run of this program on %1 yet. The table lists all runs.").arg(model_->target());
}

// Shows the last of each kind of run that does not count for the state: runs of an earlier text, on another target, or
// with another arithmetic.
void RunView::addAsides(int node) {
  std::map<QString, const RunRow*> last;
  for (const RunRow& run : model_->runs()) {
    if (run.node != node) continue;
    QStringList said{run.aside, run.aside.isEmpty() || run.target != model_->target() ? targetOf(run) : QString(),
                     run.math};
    said.removeAll(QString());
    last.insert_or_assign(said.join(QStringLiteral(" · ")), &run);
  }
  for (const auto& [name, run] : last) {
    const QString time = run->medianMs < 0 ? tr("failed") : isEmulated(*run) ? tr("emulated") : timeOf(run->medianMs);
    addFact(name, isWrong(*run) ? tr("✗ wrong result, %1").arg(time) : time,
            isWrong(*run) || run->medianMs < 0 ? "bad" : "dim");
  }
}

void RunView::showRun(const RunRow& run, int index) {
  if (run.medianMs < 0) {
    number_->setText(tr("Failed"));
    speed_->setText(tr("%1 · %2").arg(run.label, run.target));
    message_->setText(run.error);
    return;
  }
  const bool emulated = isEmulated(run), wrong = isWrong(run);
  number_->setText(emulated ? tr("Emulated") : wrong ? tr("✗ %1").arg(timeOf(run.medianMs)) : timeOf(run.medianMs));
  spread_->setText(spreadText(run));
  QString speed = performanceOf(run);
  if (run.figures.abovePeak) speed += tr(" · more than this machine's measured peak");
  if (run.figures.peakFraction > 0)
    speed += tr(" · %1 % of this machine's peak").arg(qRound(run.figures.peakFraction * 100));
  if (emulated)
    speed = tr("the emulator took %1, which says nothing about a GPU").arg(timeOf(run.medianMs));
  else if (wrong)
    speed = tr("the result is wrong, so its time is not compared");
  speed_->setText(tr("%1 · %2 · %3").arg(run.label, targetOf(run), unitsTogether(speed)));
  if (run.sums) addSums(*run.sums);
  if (!run.checked)
    addFact(tr("Check"), tr("not checked"));
  else if (run.ok)
    addFact(tr("Check"),
            run.maxAbsError < 0
                ? tr("✓ matches %1").arg(referenceOf(run))
                : tr("✓ matches %1, max error %2").arg(referenceOf(run)).arg(run.maxAbsError, 0, 'g', 2),
            "good",
            run.reference.kind == QLatin1String("unscheduled program")
                ? tr("The file has no reference, so the result was compared with that of the program as written")
                : QString());
  else
    addFact(tr("Check"), tr("✗ %1").arg(run.difference), "bad");
  for (const QString& finding : emulated ? findings_ : QStringList()) addFact(tr("Finding"), finding, "bad");
  const auto& challenge = model_->challenge();
  if (challenge && !*challenge) {
    addFact(tr("Challenge"), reasonWords(challenge->error()), "bad", hintWords(challenge->error()));
  } else if (challenge && (!emulated || (*challenge)->onDevice())) {
    const bool met = judge(**challenge, attemptOf(run)).met;
    addFact(tr("Challenge"), verdictText(**challenge, run), met ? "good" : "bad", challengeText(**challenge));
  }
  for (const RunFact& fact : modelFacts(run)) addFact(fact.name, fact.value, {}, fact.tip);
  if (!emulated && !wrong) addComparisons(run, index);
  if (!run.math.isEmpty())
    addFact(tr("Arithmetic"), run.math, {},
            tr("Code generation was allowed to do this; without it the result may differ in its last digits"));
  if (!run.packedOnce.isEmpty())
    addFact(
        tr("Packed once"), tr("%1 in %2, not counted").arg(run.packedOnce, timeOf(run.packingMs)), {},
        tr("These weights are the same in every call. They were packed before the calls, and the time of a call does "
           "not contain that of packing"));
  addFact(tr("Compiled in"), run.codeKnown ? tr("%1 · cached").arg(timeOf(run.compileMs)) : timeOf(run.compileMs), {},
          run.codeKnown ? tr("The same code was compiled before and is cached") : QString());
}

void RunView::addSums(const SumNote& sums) {
  auto* words = new WrappingLabel("bad", said_);
  words->setWords(sumWords(sums));
  facts_->addWidget(words, facts_->rowCount(), 0, 1, 2);
  if (sums.steps.empty()) return;
  auto* remedy = new QPushButton(tr("Sum in float32"), said_);
  remedy->setObjectName("sumInFloat32");
  remedy->setToolTip(remedyWords(sums));
  const QString steps = QString::fromStdString(sums.steps);
  connect(remedy, &QPushButton::clicked, this, [this, steps] { Q_EMIT stepsRequested(steps); });
  facts_->addWidget(remedy, facts_->rowCount(), 0, 1, 2, Qt::AlignLeft);
}

// Compares only runs with correct results, of the same text and under the same conditions.
void RunView::addComparisons(const RunRow& run, int index) {
  if (run.reference.ms > 0) {
    const QString doubt = referenceDoubt(run);
    addFact(tr("Against %1").arg(referenceOf(run)), referenceRatio(run), doubt.isEmpty() ? "" : "bad", doubt);
    if (!run.reference.blas.isEmpty())
      addFact(tr("Reference by"), run.reference.blas, doubt.isEmpty() ? "" : "bad", doubt);
  }
  if (const QString load = loadText(run); !load.isEmpty())
    addFact(tr("Meanwhile"), load, {}, tr("Other programs ran during the measurement, so its times may be too long"));
  if (run.together > 1)
    addFact(tr("Same code"), tr("%1 runs together").arg(run.together), {},
            tr("These runs had the same code under the same conditions, so they have one time. This run alone took %1")
                .arg(timeOf(run.ownMs)));
  const RunRow* before = model_->previous(index);
  if (!before && model_->compared() && *model_->compared() != run.node) {
    const RunRow* other = model_->of(*model_->compared());
    if (other && isWrong(*other))
      addFact(tr("Against %1").arg(nameOf(*other)), compareRuns(run, *other), "bad");
    else
      addFact(tr("Compared with"), tr("not run yet"));
  }
  if (before && before->node == run.node) {  // the name says what differs
    RunRow alike = *before;
    alike.math = run.math;
    addFact(tr("Against %1").arg(before->math.isEmpty() ? tr("default arithmetic") : before->math),
            compareRuns(run, alike));
  } else if (before) {
    addFact(tr("Against %1").arg(nameOf(*before)), compareRuns(run, *before));
  }
  if (run.baselineMs > 0 && !(before && before->step == 0))
    addFact(tr("Against the start"), ratioText(run.medianMs, run.baselineMs));
  if (run.figures.estimateMs > 0)
    addFact(tr("Model"),
            tr("%1 · %2").arg(timeOf(run.figures.estimateMs), estimateText(run.medianMs, run.figures.estimateMs)), {},
            tr("Model: %1, bound by %2\n%3")
                .arg(timeOf(run.figures.estimateMs), run.figures.bound,
                     estimateText(run.medianMs, run.figures.estimateMs)));
}

}  // namespace lw
