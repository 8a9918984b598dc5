#include "views/words_label.h"

#include <QEvent>

namespace lw {

WordsLabel::WordsLabel(const char* name, QWidget* parent) : QLabel(parent) {
  setObjectName(QString::fromLatin1(name));
  setTextFormat(Qt::PlainText);
  setWordWrap(true);
  hide();
}

void WordsLabel::setWords(const QString& words) {
  if (words == text()) return;
  knownWidth_ = -1;
  read_ = words;
  setText(words);
  setHidden(words.isEmpty());
}

void WordsLabel::setLinks(const QString& html, const QString& words) {
  if (html == text()) return;
  knownWidth_ = -1;
  read_ = words;
  if (textFormat() != Qt::RichText) {
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::TextBrowserInteraction);
  }
  setText(html);
  setHidden(words.isEmpty());
}

QSize WordsLabel::sizeHint() const { return minimumSizeHint(); }

// As narrow as it is made; the height follows from the width.
QSize WordsLabel::minimumSizeHint() const {
  ensurePolished();
  return {0, fontMetrics().lineSpacing()};
}

int WordsLabel::heightForWidth(int width) const {
  if (width == knownWidth_) return knownHeight_;
  ensurePolished();
  const QMargins around = contentsMargins();
  const QRect room(0, 0, std::max(1, width - around.left() - around.right()), QWIDGETSIZE_MAX);
  knownHeight_ = fontMetrics().boundingRect(room, Qt::TextWordWrap | int(alignment()), read_).height() + around.top() + around.bottom();
  knownWidth_ = width;
  return knownHeight_;
}

void WordsLabel::enterEvent(QEnterEvent* event) {
  if (textFormat() == Qt::PlainText) setTextInteractionFlags(Qt::TextSelectableByMouse);
  QLabel::enterEvent(event);
}

void WordsLabel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) knownWidth_ = -1;
  QLabel::changeEvent(event);
}

}  // namespace lw
