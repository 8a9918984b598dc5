#include "views/theme/prepared_texts.h"

#include <QFontMetricsF>
#include <QPainter>
#include <cmath>

namespace lw {
namespace {

constexpr size_t kMostTexts = 4000;

}  // namespace

const PreparedTexts::Text& PreparedTexts::of(const QFont& font, const QString& text) {
  if (texts_.size() > kMostTexts) texts_.clear();
  const auto [found, fresh] = texts_.try_emplace({&font, text});
  if (!fresh) return found->second;
  Text& made = found->second;
  made.words = QStaticText(text);
  made.words.setTextFormat(Qt::PlainText);
  made.words.setPerformanceHint(QStaticText::AggressiveCaching);
  const QFontMetricsF size(font);
  made.width = size.horizontalAdvance(text);
  made.ascent = size.ascent();
  made.descent = size.descent();
  return made;
}

void PreparedTexts::drawIn(QPainter& painter, const QRectF& room, const QFont& font, const QString& text,
                           const QColor& ink) {
  const bool fits = of(font, text).width <= room.width();
  const Text& made = of(font, fits ? text : QFontMetricsF(font).elidedText(text, Qt::ElideRight, room.width()));
  painter.setFont(font);
  painter.setPen(ink);
  painter.drawStaticText(QPointF(room.left(), std::round(room.center().y() - (made.ascent + made.descent) / 2)),
                         made.words);
}

}  // namespace lw
