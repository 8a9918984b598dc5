#include "views/model/weights_view.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <cmath>

#include "app/models/runs/values_model.h"
#include "views/model/histogram_view.h"
#include "views/model/weights_model.h"
#include "views/values/heat_map.h"
#include "views/widgets/wrapping_label.h"

namespace lw {
namespace {

constexpr int kRowHeight = 22, kNameWidth = 130, kShapeWidth = 136, kNumberWidth = 82;
constexpr int kRoomForWords = 200;  // in a lower view the words have one line, for the pictures' sake

QString number(double v) { return QString::number(v, 'g', 4); }

}  // namespace

WeightsView::WeightsView(QWidget* parent)
    : QWidget(parent),
      model_(new WeightsModel(this)),
      sorted_(new QSortFilterProxyModel(this)),
      cells_(new ValuesModel(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  empty_ = new QLabel(tr("The model has no parameters with values. Bind them to a file: Run > Parameters of the model"),
                      this);
  empty_->setObjectName("dim");
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  column->addWidget(empty_, 1);
  both_ = new QSplitter(Qt::Horizontal, this);
  both_->setChildrenCollapsible(false);
  both_->addWidget(buildTable());
  both_->addWidget(buildPicture());
  both_->setSizes({520, 480});
  column->addWidget(both_, 1);
  setFocusProxy(table_);
  setRows({});
}

QWidget* WeightsView::buildTable() {
  sorted_->setSourceModel(model_);
  sorted_->setSortRole(WeightsModel::kSortRole);
  table_ = new QTableView(both_);
  table_->setObjectName("weightsTable");
  table_->setAccessibleName(tr("Parameters"));
  table_->setModel(sorted_);
  table_->setFrameShape(QFrame::NoFrame);
  table_->setShowGrid(false);
  table_->setTabKeyNavigation(false);  // Tab moves the focus to the next widget
  table_->setSelectionBehavior(QTableView::SelectRows);
  table_->setSelectionMode(QTableView::SingleSelection);
  table_->setWordWrap(false);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(kRowHeight);
  table_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table_->horizontalHeader()->setHighlightSections(false);
  for (int i = 0; i < WeightsModel::kColumns; ++i)
    table_->setColumnWidth(i, i == WeightsModel::kName    ? kNameWidth
                              : i == WeightsModel::kShape ? kShapeWidth
                                                          : kNumberWidth);
  table_->setSortingEnabled(true);
  table_->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
  table_->setMinimumWidth(150);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
    if (now.isValid()) Q_EMIT weightChosen(now.siblingAtColumn(WeightsModel::kName).data().toString());
  });
  return table_;
}

QWidget* WeightsView::buildPicture() {
  side_ = new QWidget(both_);
  side_->installEventFilter(this);  // the splitter sizes it
  auto* column = new QVBoxLayout(side_);
  column->setContentsMargins(8, 4, 0, 0);
  column->setSpacing(4);
  caption_ = new WrappingLabel("weightCaption", side_);
  place_ = new WrappingLabel("dim", side_);
  histogram_ = new HistogramView(side_);
  heat_ = new HeatMap(cells_, side_);
  heat_->setObjectName("weightHeat");
  heat_->setAroundZero(true);
  auto* row = new QHBoxLayout;
  row->setSpacing(10);
  row->addWidget(histogram_, 1);
  row->addWidget(heat_, 1);
  column->addWidget(caption_);
  column->addLayout(row, 1);
  column->addWidget(place_);
  connect(histogram_, &HistogramView::pointedAt, this, &WeightsView::point);
  connect(heat_, &HeatMap::picked, this, &WeightsView::pick);
  return side_;
}

void WeightsView::setTheme(const Theme& theme) {
  histogram_->setTheme(theme);
  heat_->setTheme(theme);
}

void WeightsView::setRows(std::vector<WeightRow> rows) {
  const bool any = !rows.empty();
  {
    const QSignalBlocker quiet(table_->selectionModel());
    model_->setRows(std::move(rows));
  }
  both_->setVisible(any);
  empty_->setVisible(!any);
}

void WeightsView::setStatistics(std::vector<WeightRow> rows) { model_->setStatistics(std::move(rows)); }

void WeightsView::showChosen(const QString& name) {
  const QModelIndex at = sorted_->mapFromSource(model_->index(model_->rowOf(name), 0));
  if (!at.isValid() || table_->currentIndex().row() == at.row()) return;
  const QSignalBlocker quiet(this);
  table_->setCurrentIndex(at);
  table_->scrollTo(at);
}

// Words that have no room end in an ellipsis; pointing at them shows them all.
void WeightsView::fit() {
  const bool low = side_->height() < kRoomForWords;
  for (const auto& [label, words] : {std::pair(caption_, words_), std::pair(place_, where_)}) {
    const QString line = label->fontMetrics().elidedText(words, Qt::ElideRight, side_->contentsRect().width() - 10);
    label->setWords(low ? line : words);
    label->setToolTip(low && line != words ? words : QString());
  }
}

bool WeightsView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == side_ && event->type() == QEvent::Resize) fit();
  return QWidget::eventFilter(watched, event);
}

void WeightsView::setPicture(const WeightPicture* picture) {
  if (!picture) return;  // the former one stays until the new one is there
  picture_ = *picture;
  const TensorStatistics& s = picture_.statistics;
  QStringList words{picture_.name,
                    tr("%1 of %2").arg(picture_.shape.isEmpty() ? tr("one number") : picture_.shape, picture_.type),
                    tr("min %1 · max %2 · mean %3 · deviation %4")
                        .arg(number(s.min), number(s.max), number(s.mean), number(s.deviation))};
  if (s.nans > 0) words << tr("%1 NaN").arg(s.nans);
  if (s.infinite > 0) words << tr("%1 infinite").arg(s.infinite);
  if (s.zeros > 0) words << tr("%1 % zeros").arg(100.0 * double(s.zeros) / double(s.looked), 0, 'g', 3);
  if (s.sampled()) words << tr("1 element of %1 was looked at").arg((s.count + s.looked - 1) / s.looked);
  words_ = words.join(QStringLiteral(" · "));
  histogram_->setHistogram(picture_.histogram);
  std::optional<ShownArray> cells;
  if (picture_.cells.cells)
    cells = ShownArray{picture_.name, ShownArray::Role::Input, picture_.cells.cells, nullptr,
                       summarizeArray(*picture_.cells.cells, nullptr)};
  heat_->setCurrent(-1, -1);
  cells_->setArray(std::move(cells));
  point(-1);
}

void WeightsView::point(int part) {
  const TensorHistogram& h = picture_.histogram;
  if (part >= 0 && part < int(h.counts.size())) {
    const double width = (h.high - h.low) / double(h.counts.size());
    const int64_t count = h.counts[size_t(part)];
    where_ = tr("%1 to %2: %3 values, %4 %")
                 .arg(number(h.low + width * part), number(h.low + width * (part + 1)))
                 .arg(count)
                 .arg(100.0 * double(count) / double(std::max<int64_t>(1, picture_.statistics.looked)), 0, 'g', 3);
    return fit();
  }
  const TensorCells& c = picture_.cells;
  where_ = c.rowStep * c.columnStep > 1 ? tr("%1 × %2; a cell shows the largest of %3 × %4 elements")
                                              .arg(c.rows)
                                              .arg(c.columns)
                                              .arg(c.rowStep)
                                              .arg(c.columnStep)
                                        : tr("%1 × %2; a cell for each element").arg(c.rows).arg(c.columns);
  fit();
}

void WeightsView::pick(int row, int column) {
  heat_->setCurrent(row, column);
  const TensorCells& c = picture_.cells;
  const auto range = [](int64_t cell, int64_t step, int64_t all) {
    return step == 1 ? QString::number(cell)
                     : QStringLiteral("%1–%2").arg(cell * step).arg(std::min(all, (cell + 1) * step) - 1);
  };
  where_ = tr("row %1, column %2: %3")
               .arg(range(row, c.rowStep, c.rows), range(column, c.columnStep, c.columns),
                    number(cells_->number(row, column)));
  fit();
}

}  // namespace lw
