#include "views/widgets/prepared_label.h"

#include <QPainter>
#include <QStyle>

namespace lw {

PreparedLabel::PreparedLabel(const char* name, QWidget* parent) : QLabel(parent) {
  setObjectName(QString::fromLatin1(name));
  setTextFormat(Qt::PlainText);
}

void PreparedLabel::enterEvent(QEnterEvent* event) {
  if (selectable_ && textFormat() == Qt::PlainText) setTextInteractionFlags(Qt::TextSelectableByMouse);
  QLabel::enterEvent(event);
}

// Selectable texts and texts with links are painted as documents by QLabel.
void PreparedLabel::paintEvent(QPaintEvent* event) {
  if (textFormat() != Qt::PlainText || textInteractionFlags() & Qt::TextSelectableByMouse)
    return QLabel::paintEvent(event);
  QFrame::paintEvent(event);
  const QRect room = contentsRect();
  // Elides text that does not fit, but not if only a fraction of a pixel is missing, since widths are rounded to whole
  // pixels.
  const bool fits = wordWrap() || fontMetrics().horizontalAdvance(text()) <= room.width();
  QString words = fits ? text() : fontMetrics().elidedText(text(), Qt::ElideRight, room.width());
  words.replace('\n', QChar::LineSeparator);  // a static text has no other line break
  if (prepared_.text() != words) {
    prepared_ = QStaticText(words);
    prepared_.setTextFormat(Qt::PlainText);
    prepared_.setPerformanceHint(QStaticText::AggressiveCaching);
  }
  if (const Qt::Alignment across = wordWrap() ? alignment() & Qt::AlignHorizontal_Mask : Qt::AlignLeft;
      prepared_.textOption().alignment() != across)
    prepared_.setTextOption(QTextOption(across));
  prepared_.setTextWidth(wordWrap() ? room.width() : -1);
  prepared_.prepare({}, font());
  QPainter painter(this);
  painter.setPen(palette().color(foregroundRole()));
  painter.setFont(font());
  const QSize size = prepared_.size().toSize();
  painter.drawStaticText(
      QStyle::alignedRect(layoutDirection(), wordWrap() ? alignment() & Qt::AlignVertical_Mask : alignment(),
                          wordWrap() ? QSize(room.width(), size.height()) : size, room)
          .topLeft(),
      prepared_);
}

}  // namespace lw
