#include "views/problems_view.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

namespace lw {
namespace {

class ProblemDelegate : public QStyledItemDelegate {
 public:
  explicit ProblemDelegate(QObject* parent) : QStyledItemDelegate(parent), theme(loadTheme("dark")) {}
  Theme theme;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const int width = std::max(80, option.rect.width() - 16);
    const auto height = [&](const QString& text) {
      return text.isEmpty() ? 0
                            : QFontMetrics(interfaceFont(13))
                                  .boundingRect(QRect(0, 0, width, 2000), Qt::TextWordWrap, text)
                                  .height();
    };
    return {100, 14 + height(index.data().toString()) + height(index.data(ProblemsModel::kHint).toString())};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    painter->setClipRect(option.rect);
    if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, theme.selection);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme.hairline);
    const bool warning = index.data(ProblemsModel::kSeverity).toInt() == int(Problem::Severity::Warning);
    QRect cell = option.rect.adjusted(8, 6, -8, -6);
    const QString text = index.data().toString();
    painter->setFont(index.column() == ProblemsModel::kPlace
                         ? codeFont(12)
                         : interfaceFont(13, index.column() == ProblemsModel::kMark ? QFont::DemiBold : QFont::Normal));
    painter->setPen(index.column() == ProblemsModel::kMark    ? (warning ? theme.parallel : theme.reduce)
                    : index.column() == ProblemsModel::kPlace ? theme.dim
                                                              : theme.text);
    QRect used;
    painter->drawText(cell, Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop, text, &used);
    if (index.column() == ProblemsModel::kMessage) {
      painter->setPen(theme.dim);
      painter->drawText(cell.adjusted(0, used.height(), 0, 0), Qt::TextWordWrap,
                        index.data(ProblemsModel::kHint).toString());
    }
    painter->restore();
  }
};

}  // namespace

ProblemsView::ProblemsView(QWidget* parent)
    : QTableView(parent), model_(new ProblemsModel(this)), theme_(loadTheme("dark")) {
  setModel(model_);
  setItemDelegate(new ProblemDelegate(this));
  setShowGrid(false);
  setFrameShape(QFrame::NoFrame);
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setAccessibleName(tr("Problems"));
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  horizontalHeader()->hide();
  verticalHeader()->hide();
  horizontalHeader()->setMinimumSectionSize(20);
  horizontalHeader()->setSectionResizeMode(ProblemsModel::kMessage, QHeaderView::Stretch);
  setColumnWidth(ProblemsModel::kMark, 30);
  setColumnWidth(ProblemsModel::kPlace, 130);
  const auto choose = [this](const QModelIndex& index) {
    if (const Problem* p = model_->problem(index.row())) Q_EMIT chosen(*p);
  };
  connect(this, &QTableView::clicked, this, choose);
  connect(this, &QTableView::activated, this, choose);
}

void ProblemsView::setTheme(const Theme& theme) {
  theme_ = theme;
  static_cast<ProblemDelegate*>(itemDelegate())->theme = theme;
  viewport()->update();
}

void ProblemsView::setProblems(std::vector<Problem> problems) {
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
  painter.drawText(viewport()->rect(), Qt::AlignCenter, tr("no problems"));
}

}  // namespace lw
