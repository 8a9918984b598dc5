// Caches text layouts: shaping the same names for every repaint took most of the time of painting.
#pragma once

#include <QFont>
#include <QStaticText>
#include <map>

class QPainter;

namespace lw {

class PreparedTexts {
 public:
  PreparedTexts() = default;
  PreparedTexts(const PreparedTexts&) {}  // not copied: another owner has other fonts
  PreparedTexts& operator=(const PreparedTexts&) {
    texts_.clear();
    return *this;
  }
  struct Text {
    QStaticText words;
    qreal width = 0, ascent = 0, descent = 0;
  };
  const Text& of(const QFont& font, const QString& text);  // `font` must outlive this object
  // One line, vertically centred in `room`; text that does not fit is elided.
  void drawIn(QPainter& painter, const QRectF& room, const QFont& font, const QString& text, const QColor& ink);

 private:
  std::map<std::pair<const QFont*, QString>, Text> texts_;
};

}  // namespace lw
