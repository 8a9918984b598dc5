// Texts laid out once: shaping the same names anew whenever they are painted took most of its time.
#pragma once

#include <QFont>
#include <QStaticText>
#include <map>

class QPainter;

namespace lw {

class PreparedTexts {
 public:
  PreparedTexts() = default;
  PreparedTexts(const PreparedTexts&) {}  // those of another owner are of other fonts
  PreparedTexts& operator=(const PreparedTexts&) {
    texts_.clear();
    return *this;
  }
  struct Text {
    QStaticText words;
    qreal width = 0, ascent = 0, descent = 0;
  };
  const Text& of(const QFont& font, const QString& text);  // `font` stays where it is
  // In one line, its middle in the middle of the room's height; what does not fit ends in dots.
  void drawIn(QPainter& painter, const QRectF& room, const QFont& font, const QString& text, const QColor& ink);

 private:
  std::map<std::pair<const QFont*, QString>, Text> texts_;
};

}  // namespace lw
