#include "views/tune/importance_chart.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

namespace lw {
namespace {

constexpr int kRowHeight = 28, kHeadHeight = 24, kSide = 16, kColumnGap = 12;
constexpr int kMostName = 130, kMostBest = 110;

QString percentText(double share) { return QStringLiteral("%1 %").arg(qRound(share * 100)); }

QString sentenceOf(const ImportanceRow& row) {
  return QObject::tr(
             "%1 explains %2 of the differences between the candidates' times (between %3 and %4). "
             "The best choice so far is %5.")
      .arg(row.name, percentText(row.share), percentText(row.low), percentText(row.high), row.best);
}

}  // namespace

ImportanceChart::ImportanceChart(QWidget* parent) : QWidget(parent), theme_(loadTheme("dark")) {
  setAccessibleName(tr("Importance of decisions"));
}

void ImportanceChart::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

void ImportanceChart::setRows(std::vector<ImportanceRow> rows) {
  rows_ = std::move(rows);
  QStringList all;
  for (const ImportanceRow& row : rows_) all << sentenceOf(row);
  setAccessibleDescription(all.join(QLatin1Char(' ')));
  updateGeometry();
  update();
}

QSize ImportanceChart::sizeHint() const { return {300, kHeadHeight + kRowHeight * int(rows_.size()) + 8}; }

void ImportanceChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QFontMetrics size(codeFont(12));
  int name = 40, best = 40;
  for (const ImportanceRow& row : rows_) {
    name = std::max(name, size.horizontalAdvance(row.name));
    best = std::max(best, size.horizontalAdvance(row.best));
  }
  name = std::min(name + 4, kMostName);  // the painter's font may be a fraction of a pixel wider
  best = std::min(best + 4, kMostBest);
  painter.setFont(interfaceFont(11));
  painter.setPen(theme_.dim);
  const int right = width() - kSide;
  painter.drawText(QRect(kSide, 0, name, kHeadHeight), int(Qt::AlignLeft | Qt::AlignVCenter), tr("Decision"));
  painter.drawText(QRect(kSide + name + kColumnGap, 0, right, kHeadHeight), int(Qt::AlignLeft | Qt::AlignVCenter),
                   tr("Share of the differences"));
  painter.drawText(QRect(right - best, 0, best, kHeadHeight), int(Qt::AlignLeft | Qt::AlignVCenter), tr("Best"));
  for (size_t row = 0; row < rows_.size(); ++row) paintRow(painter, row, name, best);
}

void ImportanceChart::paintRow(QPainter& painter, size_t row, int nameWidth, int bestWidth) const {
  const ImportanceRow& r = rows_[row];
  const int top = kHeadHeight + kRowHeight * int(row), right = width() - kSide;
  const QFontMetrics size(codeFont(12));
  painter.fillRect(QRect(0, top, width(), 1), theme_.hairline);
  painter.setFont(codeFont(12));
  painter.setPen(theme_.text);
  const auto write = [&](int left, int room, const QString& text) {
    painter.drawText(QRect(left, top, room, kRowHeight), int(Qt::AlignLeft | Qt::AlignVCenter),
                     size.elidedText(text, Qt::ElideRight, room));
  };
  write(kSide, nameWidth, r.name);
  write(right - bestWidth, bestWidth, r.best);
  const int percent = size.horizontalAdvance(QStringLiteral("100 %"));
  const int left = kSide + nameWidth + kColumnGap;
  const int room = right - bestWidth - kColumnGap - percent - kColumnGap - left;
  painter.drawText(QRect(right - bestWidth - kColumnGap - percent, top, percent, kRowHeight),
                   int(Qt::AlignRight | Qt::AlignVCenter), percentText(r.share));
  if (room < 12) return;
  const auto at = [&](double share) { return left + room * std::clamp(share, 0.0, 1.0); };
  const qreal middle = top + kRowHeight / 2.0;
  painter.setPen(Qt::NoPen);
  painter.setBrush(blend(theme_.panel, theme_.hairline, 0.6));
  painter.drawRoundedRect(QRectF(left, middle - 4, room, 8), 2.5, 2.5);
  painter.setBrush(theme_.bar);
  painter.drawRoundedRect(QRectF(left, middle - 4, at(r.share) - left, 8), 2.5, 2.5);
  painter.setPen(QPen(theme_.text, 1.4));
  painter.drawLine(QPointF(at(r.low), middle), QPointF(at(r.high), middle));
  for (const double end : {r.low, r.high}) painter.drawLine(QPointF(at(end), middle - 4), QPointF(at(end), middle + 4));
}

bool ImportanceChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int row = (help->pos().y() - kHeadHeight) / kRowHeight;
  const bool in = help->pos().y() >= kHeadHeight && row < int(rows_.size());
  QToolTip::showText(help->globalPos(), in ? sentenceOf(rows_[size_t(row)]) : QString(), this);
  return true;
}

}  // namespace lw
