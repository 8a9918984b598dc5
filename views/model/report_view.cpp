#include "views/model/report_view.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QScrollArea>
#include <QStyledItemDelegate>
#include <QTableWidget>

#include "app/models/text/number_text.h"

namespace lw {
namespace {

constexpr int kRowHeight = 22, kCountWidth = 64, kShare = Qt::UserRole + 1;

// The count, over a bar as long as its share of the most frequent operator.
class CountDelegate : public QStyledItemDelegate {
 public:
  explicit CountDelegate(QObject* parent) : QStyledItemDelegate(parent), theme(loadTheme("dark")) {}
  Theme theme;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, theme.selection);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme.hairline);
    const QRect cell = option.rect.adjusted(8, 0, -8, 0);
    const int room = std::max(0, cell.width() - kCountWidth);
    const int length = std::max(2, int(room * index.data(kShare).toDouble()));
    painter->fillRect(QRect(cell.left() + kCountWidth, cell.center().y() - 3, length, 7), theme.bar);
    painter->setFont(codeFont(11.5));
    painter->setPen(theme.text);
    painter->drawText(QRect(cell.left(), cell.top(), kCountWidth - 10, cell.height()),
                      int(Qt::AlignRight | Qt::AlignVCenter), index.data().toString());
  }
};

QString grouped(int64_t number) { return QLocale(QLocale::English).toString(qlonglong(number)); }

}  // namespace

ReportView::ReportView(QWidget* parent) : QWidget(parent) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(12);
  auto* scroll = new QScrollArea(this);
  scroll->setObjectName("reportFacts");
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  facts_ = new QWidget;
  grid_ = new QGridLayout(facts_);
  grid_->setContentsMargins(0, 2, 0, 2);
  grid_->setHorizontalSpacing(14);
  grid_->setVerticalSpacing(5);
  grid_->setColumnStretch(1, 1);
  scroll->setWidget(facts_);
  row->addWidget(scroll, 5);
  operators_ = new QTableWidget(0, 2, this);
  operators_->setObjectName("reportOperators");
  operators_->setAccessibleName(tr("Operators"));
  operators_->setHorizontalHeaderLabels({tr("Operator"), tr("How often")});
  for (int column = 0; column < 2; ++column)
    operators_->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  operators_->setItemDelegateForColumn(1, new CountDelegate(operators_));
  operators_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  operators_->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
  operators_->horizontalHeader()->setHighlightSections(false);
  operators_->verticalHeader()->hide();
  operators_->verticalHeader()->setDefaultSectionSize(kRowHeight);
  operators_->setFrameShape(QFrame::NoFrame);
  operators_->setShowGrid(false);
  operators_->setTabKeyNavigation(false);  // Tab moves the focus to the next widget
  operators_->setEditTriggers(QTableWidget::NoEditTriggers);
  operators_->setSelectionBehavior(QTableWidget::SelectRows);
  operators_->setSelectionMode(QTableWidget::SingleSelection);
  row->addWidget(operators_, 4);
  setFocusProxy(operators_);
}

void ReportView::setTheme(const Theme& theme) {
  static_cast<CountDelegate*>(operators_->itemDelegateForColumn(1))->theme = theme;
  operators_->viewport()->update();
}

void ReportView::addFact(const QString& name, const QString& value) {
  if (value.isEmpty()) return;
  const int row = int(told_.size());
  auto* title = new QLabel(name, facts_);
  title->setObjectName("dim");
  auto* words = new QLabel(value, facts_);
  words->setWordWrap(true);
  words->setTextFormat(Qt::PlainText);
  words->setTextInteractionFlags(Qt::TextSelectableByMouse);
  grid_->addWidget(title, row, 0, Qt::AlignTop);
  grid_->addWidget(words, row, 1, Qt::AlignTop);
  told_.emplace_back(name, value);
}

QString ReportView::fact(const QString& name) const {
  for (const auto& [title, value] : told_)
    if (title == name) return value;
  return {};
}

void ReportView::setReport(const ModelReport& r) {
  while (QLayoutItem* item = grid_->takeAt(0)) {
    if (item->widget()) item->widget()->hide(), item->widget()->deleteLater();
    delete item;
  }
  grid_->setRowStretch(int(told_.size()), 0);
  told_.clear();
  QStringList file;
  if (!r.file.isEmpty()) file << QFileInfo(r.file).fileName();
  if (r.fileBytes > 0) file << bytesText(double(r.fileBytes));
  if (!r.producer.isEmpty()) file << tr("written by %1").arg(r.producer);
  if (r.version > 0) file << tr("version %1 of the operators").arg(r.version);
  addFact(tr("Model"), file.join(QStringLiteral(" · ")));
  QStringList nodes{tr("%1 of %2 operators").arg(grouped(r.nodes)).arg(r.operators.size())};
  nodes << tr("%1 calls").arg(grouped(r.calls));
  if (!r.file.isEmpty()) nodes << tr("%1 carried out while reading").arg(grouped(r.folded));
  addFact(tr("Nodes"), nodes.join(QStringLiteral(" · ")));
  addFact(tr("Recognised"), r.recognised.join(QStringLiteral(" · ")));
  addFact(tr("Parameters"), r.parameters > 0
                                ? tr("%1 numbers · %2").arg(grouped(r.parameters), bytesText(double(r.parameterBytes)))
                                : tr("none with values"));
  addFact(tr("Inputs"), r.inputs.join('\n'));
  addFact(tr("Outputs"), r.outputs.join('\n'));
  addFact(tr("Sizes"), r.sizes.join(QStringLiteral(", ")));
  grid_->setRowStretch(int(told_.size()), 1);
  operators_->setRowCount(int(r.operators.size()));
  for (int row = 0; row < int(r.operators.size()); ++row) {
    const auto& [name, count] = r.operators[size_t(row)];
    auto* title = new QTableWidgetItem(name);
    title->setFont(codeFont(11.5));
    operators_->setItem(row, 0, title);
    auto* number = new QTableWidgetItem(grouped(count));
    number->setData(kShare, double(count) / double(r.operators.front().second));
    operators_->setItem(row, 1, number);
  }
}

}  // namespace lw
