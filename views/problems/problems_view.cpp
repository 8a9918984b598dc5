#include "views/problems/problems_view.h"

#include "views/inspector/repair_link.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>

namespace lw {
namespace {

constexpr int kWidestPlace = 230;
constexpr int kCellPadding = 7, kSide = 10, kLinkHeight = 20;

class ProblemDelegate : public QStyledItemDelegate {
 public:
  explicit ProblemDelegate(QTableView* table) : QStyledItemDelegate(table), theme(loadTheme("dark")), table_(table) {}
  Theme theme;

  // The message determines the height of a row.
  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
    if (index.column() != ProblemsModel::kMessage) return {20, 20};
    const int width = std::max(120, table_->columnWidth(ProblemsModel::kMessage) - 2 * kSide);
    const auto height = [width](const QString& text) {
      const QRect room(0, 0, width, 2000);
      return text.isEmpty() ? 0 : QFontMetrics(interfaceFont(13)).boundingRect(room, Qt::TextWordWrap, text).height();
    };
    const int link = linkHeight(linkText(index), width);
    return {120, 2 * kCellPadding + 1 + height(index.data().toString()) +
                     height(index.data(ProblemsModel::kHint).toString()) + link};
  }

  QRect linkRect(const QRect& cell, const QString& text) const {
    const int height = linkHeight(text, cell.width() - 2 * kSide);
    return {cell.left() + kSide, cell.bottom() - kCellPadding - height, cell.width() - 2 * kSide, height};
  }
  // The first repair, or the errors that are folded below this one; usually empty.
  static QString linkText(const QModelIndex& index) {
    const int followers = index.data(ProblemsModel::kFollowers).toInt();
    if (followers > 0 && index.data(ProblemsModel::kSeverity).toInt() == int(Problem::Severity::Warning))
      return index.data(ProblemsModel::kUnfolded).toBool() ? QObject::tr("Show the first only ▴")
                                                           : QObject::tr("%1 more of this kind ▾").arg(followers);
    if (followers > 0)
      return index.data(ProblemsModel::kUnfolded).toBool()
                 ? QObject::tr("Hide what follows from it ▴")
                 : (followers == 1 ? QObject::tr("1 error that may follow from it ▾")
                                   : QObject::tr("%1 errors that may follow from it ▾").arg(followers));
    const QString repair = index.data(ProblemsModel::kRepair).toString();
    return repair.isEmpty() ? QString()
                            : QObject::tr("Make it legal: %1 ▸").arg(repairInWords(repair)) +
                                  index.data(ProblemsModel::kRepairWarning).toString();
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    painter->setClipRect(option.rect);
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, theme.selection);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme.hairline);
    const QRect cell = option.rect.adjusted(kSide, kCellPadding, -kSide, -kCellPadding);
    switch (index.column()) {
      case ProblemsModel::kMark:
        paintMark(painter, option.rect, index);
        break;
      case ProblemsModel::kPlace:
        painter->setFont(codeFont(12));
        painter->setPen(theme.dim);
        painter->drawText(cell.adjusted(-kSide, 1, kSide, 0), Qt::TextWrapAnywhere, index.data().toString());
        break;
      default:
        paintMessage(painter, cell, option.rect, index);
    }
    painter->restore();
  }

 private:
  static int linkHeight(const QString& text, int width) {
    if (text.isEmpty()) return 0;
    const QFontMetrics metrics(interfaceFont(13, QFont::DemiBold));
    return std::max(kLinkHeight, metrics.boundingRect(QRect(0, 0, width, 2000), Qt::TextWordWrap, text).height() + 3);
  }
  void paintMark(QPainter* painter, const QRect& cell, const QModelIndex& index) const {
    const auto severity = Problem::Severity(index.data(ProblemsModel::kSeverity).toInt());
    const QColor ink = severity == Problem::Severity::Warning ? theme.parallel : theme.reduce;
    if (severity == Problem::Severity::Refusal) {
      painter->fillRect(QRect(cell.left(), cell.top(), 3, cell.height() - 1), ink);
      const QRectF sign(cell.left() + 11.5, cell.top() + kCellPadding + 2.5, 11, 11);
      painter->setPen(QPen(ink, 1.6));
      painter->drawEllipse(sign);
      painter->drawLine(sign.topLeft() + QPointF(2, 2), sign.bottomRight() - QPointF(2, 2));
      return;
    }
    painter->setFont(interfaceFont(13, QFont::DemiBold));
    painter->setPen(ink);
    painter->drawText(cell.adjusted(11, kCellPadding, 0, 0), index.data().toString());
  }

  void paintMessage(QPainter* painter, const QRect& cell, const QRect& whole, const QModelIndex& index) const {
    painter->setFont(interfaceFont(13));
    painter->setPen(theme.text);
    QRect used;
    painter->drawText(cell, Qt::TextWordWrap, index.data().toString(), &used);
    painter->setPen(theme.dim);
    painter->drawText(cell.adjusted(0, used.height(), 0, 0), Qt::TextWordWrap,
                      index.data(ProblemsModel::kHint).toString());
    const QString link = linkText(index);
    if (link.isEmpty()) return;
    painter->setFont(interfaceFont(13, QFont::DemiBold));
    painter->setPen(theme.link);
    painter->drawText(linkRect(whole, link), Qt::AlignVCenter | Qt::TextWordWrap, link);
  }

  QTableView* table_;
};

}  // namespace

ProblemsView::ProblemsView(QWidget* parent)
    : QTableView(parent), model_(new ProblemsModel(this)), theme_(loadTheme("dark")) {
  setModel(model_);
  setItemDelegate(new ProblemDelegate(this));
  setShowGrid(false);
  setTabKeyNavigation(false);  // Tab moves the focus to the next widget
  setFrameShape(QFrame::NoFrame);
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setAccessibleName(tr("Problems"));
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  horizontalHeader()->hide();
  verticalHeader()->hide();
  horizontalHeader()->setMinimumSectionSize(20);
  horizontalHeader()->setSectionResizeMode(ProblemsModel::kMessage, QHeaderView::Stretch);
  setColumnWidth(ProblemsModel::kMark, 34);
  setVerticalScrollMode(ScrollPerPixel);
  verticalHeader()->setMinimumSectionSize(20);
  const auto choose = [this](const QModelIndex& index) {
    if (const Problem* p = model_->problem(index.row())) Q_EMIT chosen(*p);
  };
  connect(this, &QTableView::clicked, this, [this, choose](const QModelIndex& index) {
    if (!linkAt(index)) return choose(index);
    if (index.siblingAtColumn(ProblemsModel::kMessage).data(ProblemsModel::kFollowers).toInt() > 0)
      return toggle(index.row());
    Q_EMIT repairRequested(index.siblingAtColumn(ProblemsModel::kMessage).data(ProblemsModel::kRepair).toString());
  });
  connect(this, &QTableView::activated, this, choose);
}

void ProblemsView::setTheme(const Theme& theme) {
  theme_ = theme;
  static_cast<ProblemDelegate*>(itemDelegate())->theme = theme;
  viewport()->update();
}

// Whether the mouse was pressed on the link of the row.
bool ProblemsView::linkAt(const QModelIndex& index) const {
  const QModelIndex message = index.siblingAtColumn(ProblemsModel::kMessage);
  const auto* delegate = static_cast<const ProblemDelegate*>(itemDelegate());
  return !pressedAt_.isNull() &&
         delegate->linkRect(visualRect(message), ProblemDelegate::linkText(message)).contains(pressedAt_);
}

void ProblemsView::toggle(int row) {
  model_->toggle(row);
  resizeRowsToContents();
  selectRow(row);
}

void ProblemsView::mousePressEvent(QMouseEvent* event) {
  pressedAt_ = event->position().toPoint();
  QTableView::mousePressEvent(event);
}

void ProblemsView::keyPressEvent(QKeyEvent* event) {
  pressedAt_ = {};
  if (event->matches(QKeySequence::Copy)) return copy();
  const QModelIndex message = currentIndex().siblingAtColumn(ProblemsModel::kMessage);
  const bool unfolded = message.data(ProblemsModel::kUnfolded).toBool();
  if (message.data(ProblemsModel::kFollowers).toInt() > 0 && event->key() == (unfolded ? Qt::Key_Left : Qt::Key_Right))
    return toggle(message.row());
  QTableView::keyPressEvent(event);
}

void ProblemsView::copy() const {
  QStringList lines;
  for (int row = 0; row < model_->rowCount(); ++row)
    if (!selectionModel()->hasSelection() || selectionModel()->isRowSelected(row))
      lines << textOf(*model_->problem(row));
  QApplication::clipboard()->setText(lines.join('\n'));
}

void ProblemsView::setProblems(std::vector<Problem> problems) {
  int place = 48;
  for (const Problem& p : problems) place = std::max(place, QFontMetrics(codeFont(12)).horizontalAdvance(p.place) + 8);
  setColumnWidth(ProblemsModel::kPlace, std::min(place, kWidestPlace));
  model_->setProblems(std::move(problems));
  resizeRowsToContents();
}

void ProblemsView::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  resizeRowsToContents();
}

void ProblemsView::paintEvent(QPaintEvent* event) {
  QTableView::paintEvent(event);
  if (model_->rowCount() > 0) return;
  QPainter painter(viewport());
  painter.setPen(theme_.dim);
  painter.setFont(interfaceFont(13));
  painter.drawText(viewport()->rect(), Qt::AlignCenter, tr("No problems"));
}

}  // namespace lw
