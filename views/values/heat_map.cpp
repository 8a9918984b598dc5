#include "views/values/heat_map.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace lw {
namespace {

constexpr int kMostPixels = 512;  // on each side
constexpr int kLegend = 12, kLegendGap = 46;

}  // namespace

HeatMap::HeatMap(ValuesModel* model, QWidget* parent) : QWidget(parent), theme_(loadTheme("dark")), model_(model) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Heat map of the values"));
  connect(model_, &QAbstractItemModel::modelReset, this, &HeatMap::build);
}

void HeatMap::setTheme(const Theme& theme) {
  theme_ = theme;
  build();
}

void HeatMap::setAroundZero(bool around) {
  aroundZero_ = around;
  build();
}

void HeatMap::setCurrent(int row, int column) {
  row_ = row, column_ = column;
  update();
}

QColor HeatMap::colorOf(double value) const {
  if (std::isnan(value)) return blend(theme_.panel, theme_.hairline, 0.6);
  if (!std::isfinite(value)) return theme_.reduce;
  const auto [low, high] = range_;
  if (twoWays()) {
    const double most = std::max(std::abs(low), std::abs(high));
    const double share = most > 0 ? std::min(1.0, std::abs(value) / most) : 0;
    return blend(theme_.raised, value < 0 ? theme_.data : theme_.reduce, share);
  }
  return blend(theme_.raised, theme_.data, high > low ? (value - low) / (high - low) : value != 0 ? 0.5 : 0);
}

void HeatMap::build() {
  const int rows = model_->rowCount(), columns = model_->columnCount();
  range_ = model_->range();
  if (row_ >= rows || column_ >= columns) row_ = column_ = -1;
  cells_ = QImage();
  if (rows > 0 && columns > 0) {
    step_ = (std::max(rows, columns) + kMostPixels - 1) / kMostPixels;
    cells_ = QImage((columns + step_ - 1) / step_, (rows + step_ - 1) / step_, QImage::Format_RGB32);
    constexpr int kSamples = 4;  // on each side of a pixel
    const int by = std::max(1, step_ / kSamples);
    for (int y = 0; y < cells_.height(); ++y) {
      auto* pixels = reinterpret_cast<QRgb*>(cells_.scanLine(y));
      for (int x = 0; x < cells_.width(); ++x) {
        double strongest = model_->number(y * step_, x * step_);
        for (int row = y * step_; row < std::min(rows, (y + 1) * step_); row += by)
          for (int column = x * step_; column < std::min(columns, (x + 1) * step_); column += by)
            if (const double v = model_->number(row, column); !(std::abs(v) <= std::abs(strongest))) strongest = v;
        pixels[x] = colorOf(strongest).rgb();
      }
    }
  }
  const auto number = [](double v) { return QString::number(v, 'g', 4); };
  setAccessibleDescription(cells_.isNull() ? tr("No values")
                                           : tr("%1 rows and %2 columns, from %3 to %4")
                                                 .arg(rows)
                                                 .arg(columns)
                                                 .arg(number(range_.first), number(range_.second)));
  update();
}

QRectF HeatMap::area() const {
  const QRectF room = QRectF(rect()).adjusted(4, 4, -4 - kLegend - kLegendGap, -4);
  if (cells_.isNull() || room.width() <= 0 || room.height() <= 0) return {};
  // Square cells, unless that leaves less than a third of the space; large cells are aligned to whole pixels.
  const double rows = double(model_->rowCount()) / step_, columns = double(model_->columnCount()) / step_;
  double width = room.width() / columns, height = room.height() / rows;
  const double side = std::min(width, height);
  width = std::min(width, side * 3), height = std::min(height, side * 3);
  if (width > 3) width = std::floor(width);
  if (height > 3) height = std::floor(height);
  return {room.left(), room.top(), width * columns, height * rows};
}

QRectF HeatMap::legend() const {
  const QRectF cells = area();
  return {cells.right() + 10, cells.top(), double(kLegend), std::min(std::max(cells.height(), 60.0), height() - 8.0)};
}

QRectF HeatMap::cellRect(int row, int column) const {
  const QRectF cells = area();
  const double width = cells.width() * step_ / std::max(1, model_->columnCount()),
               height = cells.height() * step_ / std::max(1, model_->rowCount());
  return {cells.left() + column / step_ * width, cells.top() + row / step_ * height, width, height};
}

void HeatMap::paintEvent(QPaintEvent*) {
  if (cells_.isNull()) return;
  QPainter painter(this);
  const QRectF cells = area();
  painter.drawImage(cells, cells_);
  painter.setPen(QPen(theme_.hairline, 1));
  painter.drawRect(cells);
  if (row_ >= 0) {
    const QRectF cell = cellRect(row_, column_);
    painter.setPen(QPen(theme_.text, 2));
    painter.drawRect(cell.adjusted(-1, -1, 1, 1));
  }
  const QRectF bar = legend();
  const double most = std::max(std::abs(range_.first), std::abs(range_.second));
  const double low = twoWays() ? -most : range_.first, high = twoWays() ? most : range_.second;
  for (int y = 0; y < int(bar.height()); ++y)
    painter.fillRect(QRectF(bar.left(), bar.top() + y, bar.width(), 1),
                     colorOf(high - (high - low) * y / std::max(1.0, bar.height() - 1)));
  painter.setPen(theme_.dim);
  painter.setFont(interfaceFont(10));
  painter.drawText(QRectF(bar.right() + 4, bar.top() - 2, 44, 14), int(Qt::AlignLeft | Qt::AlignVCenter),
                   QString::number(high, 'g', 3));
  painter.drawText(QRectF(bar.right() + 4, bar.bottom() - 12, 44, 14), int(Qt::AlignLeft | Qt::AlignVCenter),
                   QString::number(low, 'g', 3));
}

void HeatMap::pickAt(const QPointF& place) {
  const QRectF cells = area();
  if (!cells.contains(place) || cells.isEmpty()) return;
  const int row =
      std::min(model_->rowCount() - 1, int((place.y() - cells.top()) / cells.height() * model_->rowCount()));
  const int column =
      std::min(model_->columnCount() - 1, int((place.x() - cells.left()) / cells.width() * model_->columnCount()));
  Q_EMIT picked(row, column);
}

void HeatMap::mousePressEvent(QMouseEvent* event) { pickAt(event->position()); }

void HeatMap::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) pickAt(event->position());
}

void HeatMap::keyPressEvent(QKeyEvent* event) {
  const int rows = model_->rowCount(), columns = model_->columnCount();
  const QPoint by = event->key() == Qt::Key_Left    ? QPoint(-1, 0)
                    : event->key() == Qt::Key_Right ? QPoint(1, 0)
                    : event->key() == Qt::Key_Up    ? QPoint(0, -1)
                    : event->key() == Qt::Key_Down  ? QPoint(0, 1)
                                                    : QPoint();
  if (by.isNull() || rows == 0 || columns == 0) return QWidget::keyPressEvent(event);
  Q_EMIT picked(std::clamp(std::max(row_, 0) + by.y(), 0, rows - 1),
                std::clamp(std::max(column_, 0) + by.x(), 0, columns - 1));
}

}  // namespace lw
