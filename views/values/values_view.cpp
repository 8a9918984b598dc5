#include "views/values/values_view.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QShortcut>
#include <QSpinBox>
#include <QSplitter>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

namespace lw {
namespace {

// Elements out of tolerance are framed and red, so that they do not depend on colour alone.
class ValueDelegate : public QStyledItemDelegate {
 public:
  ValueDelegate(const Theme* theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    option->font = codeFont(11.5);
    if (!index.data(ValuesModel::kDiffers).toBool()) return;
    option->palette.setColor(QPalette::Text, theme_->reduce);
    option->palette.setColor(QPalette::HighlightedText, theme_->reduce);
    option->font = codeFont(11.5, QFont::Bold);
  }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    if (!index.data(ValuesModel::kDiffers).toBool()) return;
    painter->setPen(QPen(theme_->reduce, 1));
    painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
  }

 private:
  const Theme* theme_;
};

QString numberText(double v) { return std::isnan(v) ? QObject::tr("none") : QString::number(v, 'g', 5); }

QString shapeText(const NDArray& array) {
  QStringList extents;
  for (const int64_t e : array.shape) extents << QString::number(e);
  return extents.isEmpty() ? QObject::tr("one number") : extents.join(QStringLiteral(" × "));
}

}  // namespace

ValuesView::ValuesView(QWidget* parent) : QWidget(parent), model_(new ValuesModel(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 6, 10, 4);
  column->setSpacing(4);
  buildTop(column);
  empty_ = new QLabel(this);
  empty_->setObjectName("dim");
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  column->addWidget(empty_, 1);
  content_ = new QWidget(this);
  auto* inner = new QVBoxLayout(content_);
  inner->setContentsMargins(0, 0, 0, 0);
  inner->setSpacing(4);
  summary_ = new WrappingLabel("valuesSummary", content_);
  inner->addWidget(summary_);
  auto* both = both_ = new QSplitter(Qt::Horizontal, content_);
  both->setChildrenCollapsible(false);
  table_ = new QTableView(both);
  table_->setObjectName("valuesTable");
  table_->setModel(model_);
  table_->setItemDelegate(new ValueDelegate(&theme_, table_));
  table_->setAccessibleName(tr("Values"));
  table_->setFrameShape(QFrame::NoFrame);
  table_->setShowGrid(false);
  table_->setTabKeyNavigation(false);  // Tab moves the focus to the next widget
  table_->setCornerButtonEnabled(false);
  table_->verticalHeader()->setDefaultSectionSize(20);
  table_->verticalHeader()->setMinimumWidth(34);
  table_->horizontalHeader()->setDefaultSectionSize(96);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table_->setHorizontalScrollMode(QTableView::ScrollPerItem);  // a partly visible number would be misread
  heat_ = new HeatMap(model_, both);
  both->addWidget(table_);
  both->addWidget(heat_);
  both->setStretchFactor(0, 3);
  both->setStretchFactor(1, 2);
  both->setSizes({600, 400});
  inner->addWidget(both, 1);
  column->addWidget(content_, 1);
  setFocusProxy(table_);
  setTheme(loadTheme("dark"));
  connect(heat_, &HeatMap::picked, this, &ValuesView::goTo);
  connect(table_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
    heat_->setCurrent(now.row(), now.column());
    tellElement();
  });
  auto* keys = new QShortcut(QKeySequence::Copy, table_, [this] { copy(); });
  keys->setContext(Qt::WidgetWithChildrenShortcut);
  setEmptyText(tr("No values yet"));
  setValues({});
}

QToolButton* ValuesView::addTool(const QString& name, const QString& text, const QString& tip) {
  auto* button = new QToolButton(this);
  button->setObjectName(name);
  button->setProperty("class", "quiet");
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  tools_->addWidget(button);
  return button;
}

void ValuesView::buildTop(QVBoxLayout* column) {
  auto* row = new QHBoxLayout;
  row->setSpacing(6);
  buffers_ = new QComboBox(this);
  buffers_->setObjectName("valuesBuffer");
  buffers_->setAccessibleName(tr("Buffer"));
  buffers_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  modes_ = new QComboBox(this);
  modes_->setObjectName("valuesMode");
  modes_->addItems({tr("Values"), tr("Reference"), tr("Difference")});
  modes_->setAccessibleName(tr("Which values of the buffer to show"));
  slices_ = new QHBoxLayout;
  slices_->setSpacing(4);
  tools_ = new QHBoxLayout;
  tools_->setSpacing(0);
  sources_ = new QComboBox(this);
  sources_->setObjectName("valuesSource");
  sources_->setAccessibleName(tr("Source of the values"));
  sources_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  row->addWidget(sources_);
  row->addWidget(buffers_);
  row->addLayout(slices_);
  row->addWidget(modes_);
  row->addStretch(1);
  row->addLayout(tools_);
  first_ = addTool("valuesFirst", tr("First ✗"), tr("Go to the first element that differs from the reference"));
  worst_ = addTool("valuesWorst", tr("Worst ✗"), tr("Go to the element that differs most from the reference"));
  copy_ = addTool("valuesCopy", tr("Copy"), tr("Copy the selected cells, or the whole slice (Ctrl+C)"));
  save_ = addTool("valuesSave", tr("Save…"), tr("Save the buffer as a NumPy file (.npy)"));
  column->addLayout(row);
  connect(buffers_, &QComboBox::currentIndexChanged, this, [this] {
    showChosen();
    Q_EMIT bufferChosen(buffers_->currentData().toString());
  });
  connect(modes_, &QComboBox::currentIndexChanged, this,
          [this](int mode) { model_->setMode(ValuesModel::Mode(mode)); });
  connect(first_, &QToolButton::clicked, this, [this] { goToElement(model_->summary().first); });
  connect(worst_, &QToolButton::clicked, this, [this] { goToElement(model_->summary().worst); });
  connect(copy_, &QToolButton::clicked, this, &ValuesView::copy);
  connect(save_, &QToolButton::clicked, this, &ValuesView::saveRequested);
  connect(sources_, &QComboBox::currentIndexChanged, this, &ValuesView::sourceChosen);
}

void ValuesView::setTheme(const Theme& theme) {
  theme_ = theme;
  heat_->setTheme(theme);
  table_->viewport()->update();
}

void ValuesView::setEmptyText(const QString& text) { empty_->setText(text); }

void ValuesView::setSources(const QStringList& sources) {
  const QSignalBlocker quiet(sources_);
  sources_->clear();
  sources_->addItems(sources);
}

void ValuesView::setSource(int source) { sources_->setCurrentIndex(source); }

void ValuesView::setBelow(QWidget* widget) { static_cast<QVBoxLayout*>(layout())->addWidget(widget); }

void ValuesView::setValues(ShownValues values) {
  const QString before = buffers_->currentData().toString();
  values_ = std::move(values);
  {
    const QSignalBlocker quiet(buffers_);
    buffers_->clear();
    int chosen = -1, output = -1;
    for (size_t i = 0; i < values_.arrays.size(); ++i) {
      const ShownArray& array = values_.arrays[i];
      const QString role = array.role == ShownArray::Role::Input    ? tr("input")
                           : array.role == ShownArray::Role::Output ? tr("output")
                                                                    : tr("intermediate");
      buffers_->addItem(tr("%1 · %2").arg(array.name, role), array.name);
      if (array.name == before) chosen = int(i);
      if (output < 0 && array.role == ShownArray::Role::Output) output = int(i);
    }
    buffers_->setCurrentIndex(chosen >= 0 ? chosen : output >= 0 ? output : buffers_->count() - 1);
  }
  const bool any = !values_.arrays.empty();
  empty_->setVisible(!any);
  content_->setVisible(any);
  for (QWidget* widget : std::initializer_list<QWidget*>{buffers_, modes_, first_, worst_, copy_, save_})
    widget->setVisible(any);
  showChosen();
}

void ValuesView::choose(const QString& buffer) {
  if (const int index = buffers_->findData(buffer); index >= 0) buffers_->setCurrentIndex(index);
}

void ValuesView::showChosen() {
  const int index = buffers_->currentIndex();
  const QModelIndex at = table_->currentIndex();
  const bool any = index >= 0 && size_t(index) < values_.arrays.size();
  const bool same = any && model_->array() && model_->array()->name == values_.arrays[size_t(index)].name &&
                    model_->array()->values->shape == values_.arrays[size_t(index)].values->shape;
  model_->setArray(any ? std::optional(values_.arrays[size_t(index)]) : std::nullopt);
  modes_->setEnabled(model_->array() && model_->array()->reference);
  modes_->setCurrentIndex(int(model_->mode()));
  if (!same) showSlices();
  if (same && at.isValid()) goTo(at.row(), at.column());
  showSummary();
  tellElement();
}

// One box for each dimension except the last two.
void ValuesView::showSlices() {
  for (QSpinBox* box : leading_) {
    slices_->removeWidget(box);
    box->deleteLater();
  }
  leading_.clear();
  const std::vector<int64_t> extents = model_->leadingExtents();
  for (size_t d = 0; d < extents.size(); ++d) {
    auto* box = new QSpinBox(this);
    box->setObjectName(QStringLiteral("valuesSlice%1").arg(d));
    box->setRange(0, int(std::max<int64_t>(extents[d] - 1, 0)));
    box->setValue(int(model_->leading()[d]));
    box->setPrefix(QStringLiteral("["));
    box->setSuffix(tr("] of %1").arg(extents[d]));
    box->setWrapping(true);
    box->setAccessibleName(tr("Index of dimension %1").arg(d));
    slices_->addWidget(box);
    leading_.push_back(box);
    connect(box, &QSpinBox::valueChanged, this, [this] {
      std::vector<int64_t> leading;
      for (const QSpinBox* b : leading_) leading.push_back(b->value());
      model_->setLeading(std::move(leading));
    });
  }
}

void ValuesView::showSummary() {
  const ShownArray* array = model_->array();
  if (!array) return;
  const ArraySummary& s = model_->summary();
  QStringList words;  // the most important first
  if (array->reference)
    words << (s.different == 0 ? tr("✓ matches %1").arg(values_.reference)
                               : tr("✗ %1 of %2 differ from %3, by up to %4")
                                     .arg(s.different)
                                     .arg(s.count)
                                     .arg(values_.reference)
                                     .arg(s.worstDifference, 0, 'g', 3));
  if (s.nans > 0)
    words << (array->role == ShownArray::Role::Intermediate ? tr("%1 not written (or NaN)").arg(s.nans)
                                                            : tr("%1 NaN").arg(s.nans));
  words << tr("%1 of %2").arg(shapeText(*array->values), QString::fromStdString(toString(array->values->type)));
  words << tr("min %1 · max %2 · mean %3").arg(numberText(s.min), numberText(s.max), numberText(s.mean));
  if (!values_.origin.isEmpty()) words << values_.origin;
  const QString text = words.join(QStringLiteral(" · "));
  summary_->setWords(text);
  if (const bool wrong = array->reference && s.different > 0; summary_->property("wrong").toBool() != wrong) {
    summary_->setProperty("wrong", wrong);
    summary_->style()->polish(summary_);
  }
  first_->setEnabled(s.first.has_value());
  worst_->setEnabled(s.worst.has_value());
}

void ValuesView::setBeside(QWidget* widget) { both_->addWidget(widget); }

void ValuesView::tellElement() {
  const QModelIndex at = table_->currentIndex();
  const ShownArray* array = model_->array();
  const bool known = array && at.isValid();
  Q_EMIT elementChosen(known ? array->name : QString(), known ? model_->flat(at.row(), at.column()) : -1);
}

void ValuesView::goTo(int row, int column) {
  const QModelIndex index = model_->index(row, column);
  table_->setCurrentIndex(index);
  table_->scrollTo(index);
  heat_->setCurrent(row, column);
}

void ValuesView::goToElement(std::optional<int64_t> flat) {
  if (!flat) return;
  const ValuesModel::Place place = model_->placeOf(*flat);
  for (size_t d = 0; d < leading_.size(); ++d) leading_[d]->setValue(int(place.leading[d]));
  goTo(place.row, place.column);
  table_->setFocus();
}

void ValuesView::copy() {
  QModelIndexList cells = table_->selectionModel()->selectedIndexes();
  if (cells.size() < 2) {
    cells.clear();
    for (int row = 0; row < model_->rowCount(); ++row)
      for (int column = 0; column < model_->columnCount(); ++column) cells << model_->index(row, column);
  }
  QApplication::clipboard()->setText(model_->copyText(cells));
}

}  // namespace lw
