#include "views/tune/tune_view.h"

#include <QComboBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

namespace lw {
namespace {

constexpr int kWidestReason = 420, kMostChoice = 260, kLeastHalves = 120;  // pixels

// A text in the middle of a place that is empty.
QLabel* emptyLabel(QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setObjectName("dim");
  label->setWordWrap(true);
  label->setAlignment(Qt::AlignCenter);
  label->setContentsMargins(20, 8, 20, 8);
  return label;
}

// In a low pane the tooltip has the whole text.
void setEmptyWords(QLabel* label, const QString& words) {
  label->setText(words);
  label->setToolTip(words);
}

// One of two pages: what there is, or why there is nothing.
QStackedWidget* pagesOf(QWidget* content, QLabel* empty) {
  auto* pages = new QStackedWidget;
  pages->addWidget(content);
  pages->addWidget(empty);
  return pages;
}

void styleTable(QTableView* table) {
  table->setShowGrid(false);
  table->setFrameShape(QFrame::NoFrame);
  table->setTabKeyNavigation(false);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  table->setVerticalScrollMode(QTableView::ScrollPerPixel);
  table->setHorizontalScrollMode(QTableView::ScrollPerPixel);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(25);
  table->horizontalHeader()->setHighlightSections(false);
}

}  // namespace

TuneView::TuneView(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  controls_ = new TuneControls(this);
  column->addWidget(controls_);
  auto* halves = new QSplitter(Qt::Vertical, this);
  halves->setHandleWidth(1);
  halves->addWidget(buildPictures());
  auto* lower = new QSplitter(Qt::Horizontal, halves);
  lower_ = lower;
  lower->setHandleWidth(1);
  lower->addWidget(buildTable());
  lower->addWidget(buildSide());
  lower->setStretchFactor(0, 5);
  lower->setStretchFactor(1, 3);
  lower->setSizes({640, 360});
  halves->addWidget(lower);
  halves->setStretchFactor(0, 4);
  halves->setStretchFactor(1, 5);
  halves->setSizes({400, 500});
  for (QSplitter* splitter : {halves, lower}) splitter->setChildrenCollapsible(false);
  halves->setMinimumHeight(kLeastHalves);  // in a low window the controls keep their height
  column->addWidget(halves, 1);
  showEmptyWords();
  showContent();
}

QWidget* TuneView::buildPictures() {
  auto* pictures = new QSplitter(Qt::Horizontal);
  pictures->setHandleWidth(1);
  pictures->setChildrenCollapsible(false);
  auto* left = new QWidget;
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  across_ = new SwitchRow({tr("Best over trials"), tr("Over time"), tr("Over sizes")});
  curve_ = new TrialPlot(TrialPlot::Across::Trials);
  curve_->setObjectName("tuneCurve");
  curve_->setAccessibleName(tr("Times of the candidates"));
  sizes_ = new SizeView;
  auto* shown = new QStackedWidget;
  shown->addWidget(curve_);
  shown->addWidget(sizes_);
  column->addWidget(across_);
  column->addWidget(shown, 1);
  auto* right = new QWidget;
  auto* other = new QVBoxLayout(right);
  other->setContentsMargins(0, 0, 0, 0);
  other->setSpacing(0);
  expectedTitle_ = new QLabel(tr("Expected and measured"));
  expectedTitle_->setObjectName("dim");
  expectedTitle_->setContentsMargins(16, 0, 0, 0);
  expectedTitle_->setFixedHeight(across_->sizeHint().height());
  expectations_ = new TrialPlot(TrialPlot::Across::Expected);
  expectations_->setObjectName("tuneExpectations");
  expectations_->setAccessibleName(tr("Expected and measured times"));
  other->addWidget(expectedTitle_);
  other->addWidget(expectations_, 1);
  pictures->addWidget(left);
  pictures->addWidget(right);
  pictures->setStretchFactor(0, 5);
  pictures->setStretchFactor(1, 3);
  pictures->setSizes({500, 300});
  connect(across_, &SwitchRow::switched, this, [this, shown, right](int number) {
    shown->setCurrentIndex(number == kSizes ? 1 : 0);
    right->setVisible(number != kSizes);
    lower_->setVisible(number != kSizes);  // it is about the candidates of one size
    if (number != kSizes) curve_->setAcross(number == kTrials ? TrialPlot::Across::Trials : TrialPlot::Across::Seconds);
  });
  connect(sizes_, &SizeView::hintChanged, this, &TuneView::hintChanged);
  for (TrialPlot* plot : {curve_, expectations_}) {
    connect(plot, &TrialPlot::chosen, this, [this](int row) {
      select(row);
      Q_EMIT chosen(row);
    });
    connect(plot, &TrialPlot::hintChanged, this, &TuneView::hintChanged);
  }
  return pictures;
}

QWidget* TuneView::buildTable() {
  auto* place = new QWidget;
  auto* column = new QVBoxLayout(place);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* head = new SwitchRow({});
  auto* title = new QLabel(tr("Candidates"));
  title->setObjectName("dim");
  title->setContentsMargins(8, 0, 0, 0);
  filter_ = new QComboBox;
  filter_->setObjectName("tuneFilter");
  filter_->setAccessibleName(tr("Candidates that are shown"));
  filter_->addItem(tr("All outcomes"), -1);
  filter_->addItem(tr("Right"), int(CandidateRow::Kind::Right));
  filter_->addItem(tr("Stopped early"), int(CandidateRow::Kind::Stopped));
  filter_->addItem(tr("Failed"), int(CandidateRow::Kind::Failed));
  static_cast<QHBoxLayout*>(head->layout())->insertWidget(0, title);
  head->addRight(filter_);
  table_ = new QTableView;
  table_->setObjectName("tuneCandidates");
  table_->setAccessibleName(tr("Candidates"));
  styleTable(table_);
  filtered_.setSourceModel(&model_);
  table_->setModel(&filtered_);
  table_->setSortingEnabled(true);
  table_->sortByColumn(CandidateModel::kNumber, Qt::AscendingOrder);
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->installEventFilter(this);
  noTable_ = emptyLabel(this);
  tables_ = pagesOf(table_, noTable_);
  column->addWidget(head);
  column->addWidget(tables_, 1);
  connect(filter_, &QComboBox::currentIndexChanged, this, [this] {
    const int kind = filter_->currentData().toInt();
    filtered_.show(kind < 0 ? std::nullopt : std::optional(CandidateRow::Kind(kind)));
    showContent();
  });
  const auto rowOf = [this](const QModelIndex& index) { return filtered_.mapToSource(index).row(); };
  connect(table_, &QTableView::clicked, this, [this, rowOf](const QModelIndex& index) { Q_EMIT chosen(rowOf(index)); });
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this, rowOf](const QModelIndex& index) {
            if (index.isValid()) select(rowOf(index));
          });
  return place;
}

QWidget* TuneView::buildSide() {
  auto* place = new QWidget;
  auto* column = new QVBoxLayout(place);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  sides_ = new SwitchRow({tr("Decisions"), tr("Importance"), tr("Refused"), tr("Space")});
  edit_ = new QToolButton;
  edit_->setObjectName("tuneEditSpace");
  edit_->setProperty("class", "quiet");
  edit_->setText(tr("Edit"));
  sides_->addRight(edit_);
  decisions_ = new DecisionList;
  noDecisions_ = emptyLabel(this);
  decisionPages_ = pagesOf(decisions_, noDecisions_);
  buildImportance();
  buildRefusals();
  space_ = new CodeView;
  space_->setReadOnly(true);
  space_->setAccessibleName(tr("Text of the space"));
  noSpace_ = emptyLabel(this);
  spacePages_ = pagesOf(space_, noSpace_);
  side_ = new QStackedWidget;
  for (QWidget* page : {decisionPages_, importancePages_, refusalPages_, spacePages_}) side_->addWidget(page);
  column->addWidget(sides_);
  column->addWidget(side_, 1);
  edit_->hide();
  connect(sides_, &SwitchRow::switched, this, [this](int number) {
    side_->setCurrentIndex(number);
    edit_->setVisible(number == kSpace && !space_->code().empty());
    Q_EMIT sideShown(number);
  });
  connect(edit_, &QToolButton::clicked, this, &TuneView::editSpaceRequested);
  connect(decisions_, &DecisionList::pinRequested, this,
          [this](const QString& decision) { Q_EMIT pinRequested(selected_, decision); });
  connect(decisions_, &DecisionList::unpinRequested, this, &TuneView::unpinRequested);
  return place;
}

void TuneView::buildImportance() {
  auto* scroll = new QScrollArea;
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  importance_ = new ImportanceChart;
  importance_->setObjectName("tuneImportance");
  importance_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  scroll->setWidget(importance_);
  noImportance_ = emptyLabel(this);
  importancePages_ = pagesOf(scroll, noImportance_);
  importancePages_->setCurrentIndex(1);
}

void TuneView::buildRefusals() {
  auto* refused = new QWidget;
  auto* refusedColumn = new QVBoxLayout(refused);
  refusedColumn->setContentsMargins(0, 0, 0, 0);
  refusedWords_ = new QLabel;
  refusedWords_->setObjectName("dim");
  refusedWords_->setContentsMargins(16, 2, 8, 2);
  refusedWords_->setWordWrap(true);
  refusals_ = new ReasonTable;
  refusals_->setObjectName("tuneRefusals");
  refusals_->setAccessibleName(tr("Reasons of refusals"));
  refusedColumn->addWidget(refusedWords_);
  refusedColumn->addWidget(refusals_, 1);
  noRefusals_ = emptyLabel(this);
  refusalPages_ = pagesOf(refused, noRefusals_);
}

void TuneView::showEmptyWords() {
  curve_->setEmptyWords(
      tr("Every candidate appears here as a dot, with the best so far as a line. Start searches the space."));
  setEmptyWords(
      noDecisions_,
      tr("Select a candidate to see its decisions. A tick pins a decision: the next search keeps it and searches the "
         "rest."));
  setEmptyWords(
      noImportance_,
      tr("After 16 timed candidates, this page shows which decisions matter for the time, each with an interval."));
  setEmptyWords(noRefusals_,
                tr("Candidates that a step refuses are counted here by reason. They are never built or measured."));
}

// Enter opens the selected candidate.
bool TuneView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == table_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && selected_ >= 0) {
      Q_EMIT chosen(selected_);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

void TuneView::setTheme(const Theme& theme) {
  curve_->setTheme(theme);
  expectations_->setTheme(theme);
  sizes_->setTheme(theme);
  importance_->setTheme(theme);
  model_.setTheme(theme);
  space_->setTheme(theme);
}

void TuneView::setContent(CandidateContent content) {
  model_.setContent(std::move(content));
  if (selected_ >= model_.rowCount()) selected_ = -1;
  showContent();
  fitColumns();
  showDecisions();
}

void TuneView::add(CandidateRow row, int best) {
  const int columns = model_.columnCount();
  model_.add(std::move(row), best);
  showContent();
  const bool firstReason = !model_.content().rows.back().why.isEmpty() && table_->isColumnHidden(model_.whyColumn());
  if (model_.columnCount() != columns || model_.rowCount() <= 2 || firstReason) fitColumns();
}

void TuneView::showContent() {
  curve_->setContent(model_.content());
  expectations_->setContent(model_.content());
  expectedTitle_->setText(areModelled(model_.content().rows) ? tr("Expected and modelled")
                                                             : tr("Expected and measured"));
  const QString hidden = hiddenWords(model_.content().rows);
  expectations_->setEmptyWords(
      !hidden.isEmpty() ? hidden
      : model_.rowCount() > 0
          ? tr("No model was asked. Choose the draft or the learned model under Options to compare "
               "what it expects with what is measured.")
          : tr("The time that the model expects of each candidate appears here beside the measured one."));
  tables_->setCurrentIndex(filtered_.rowCount() > 0 ? 0 : 1);
  setEmptyWords(noTable_,
                model_.rowCount() > 0
                    ? tr("No candidate has this outcome.")
                    : tr("Candidates appear here with their times and decisions. A click opens one as a variant, "
                         "to look at its steps and to compare it with any other state."));
}

void TuneView::fitColumns() {
  const auto& rows = model_.content().rows;
  const bool expected = expectationsDiffer(rows) && expectationsHold(rows);
  const bool reasons = std::any_of(rows.begin(), rows.end(), [](const CandidateRow& r) { return !r.why.isEmpty(); });
  for (int column = 0; column <= model_.whyColumn(); ++column)
    table_->setColumnHidden(
        column, (column == CandidateModel::kExpected && !expected) || (column == model_.whyColumn() && !reasons));
  table_->resizeColumnsToContents();  // only those that are not hidden
  for (int column = CandidateModel::kFirstChoice; column < model_.whyColumn(); ++column)
    table_->setColumnWidth(column, std::min(table_->columnWidth(column), kMostChoice));
  table_->setColumnWidth(model_.whyColumn(), std::min(table_->columnWidth(model_.whyColumn()), kWidestReason));
}

void TuneView::select(int row) {
  selected_ = row;
  curve_->setMarked(row);
  expectations_->setMarked(row);
  const QModelIndex index = filtered_.mapFromSource(model_.index(row, 0));
  if (index.isValid() && table_->currentIndex().row() != index.row()) table_->setCurrentIndex(index);
  showDecisions();
}

void TuneView::showDecisions() {
  const std::vector<CandidateRow::Choice> none;
  const auto& rows = model_.content().rows;
  const bool any = selected_ >= 0 && size_t(selected_) < rows.size();
  decisions_->show(any ? rows[size_t(selected_)].choices : none, pins_);
  decisionPages_->setCurrentIndex(decisions_->rowCount() > 0 ? 0 : 1);
}

void TuneView::setPins(std::vector<CandidateRow::Choice> pins) {
  pins_ = std::move(pins);
  sides_->setText(kDecisions, pins_.empty() ? tr("Decisions") : tr("Decisions · %1 pinned").arg(pins_.size()));
  showDecisions();
}

void TuneView::setRefusals(const std::vector<std::pair<int, QString>>& reasons, int refused, int drawn) {
  sides_->setText(kRefused, refused > 0 ? tr("Refused · %1").arg(refused) : tr("Refused"));
  refusalPages_->setCurrentIndex(refused > 0 ? 0 : 1);
  refusedWords_->setText(tr("%1 of %2 drawn candidates were refused before they were built").arg(refused).arg(drawn));
  refusals_->setReasons(reasons);
}

void TuneView::setImportance(std::vector<ImportanceRow> rows) {
  importancePages_->setCurrentIndex(rows.empty() ? 1 : 0);
  importance_->setRows(std::move(rows));
}

void TuneView::setSpaceText(const QString& text, const QString& error, bool editable) {
  if (space_->code() != text.toStdString()) space_->setCode(text.toStdString());
  setEmptyWords(noSpace_, !error.isEmpty()
                              ? error
                              : tr("The search space appears here as a schedule function with sampling steps. "
                                   "Open a file to see it."));
  spacePages_->setCurrentIndex(text.isEmpty() ? 1 : 0);
  edit_->setToolTip(editable ? tr("Add the function to the source, so that it can be changed")
                             : tr("Show the function in the source, where it can be changed"));
  edit_->setVisible(sides_->chosen() == kSpace && !text.isEmpty());
}

}  // namespace lw
