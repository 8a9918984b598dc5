#include "views/widgets/wrapping_label.h"

#include <QEvent>
#include <algorithm>

namespace lw {

WrappingLabel::WrappingLabel(const char* name, QWidget* parent) : PreparedLabel(name, parent) {
  setSelectable();
  setWordWrap(true);
  hide();
}

void WrappingLabel::setWords(const QString& words) {
  if (words == text()) return;
  known_ = {};
  read_ = words;
  setText(words);
  setHidden(words.isEmpty());
}

void WrappingLabel::setLinks(const QString& html, const QString& words, QFont::Weight weight) {
  if (html == text()) return;
  weight_ = weight;
  known_ = {};
  read_ = words;
  if (textFormat() != Qt::RichText) {
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::TextBrowserInteraction);
  }
  setText(html);
  setHidden(words.isEmpty());
  (void)QLabel::heightForWidth(width());  // creates the document now: doing so while painting would repaint the label
}

QSize WrappingLabel::sizeHint() const { return minimumSizeHint(); }

// No minimum width; the height follows from the width.
QSize WrappingLabel::minimumSizeHint() const {
  ensurePolished();
  return {0, fontMetrics().lineSpacing()};
}

int WrappingLabel::heightForWidth(int width) const {
  for (const Known& known : known_)
    if (known.width == width) return known.height;
  ensurePolished();
  const QMargins around = contentsMargins();
  const QRect room(0, 0, std::max(1, width - around.left() - around.right()), QWIDGETSIZE_MAX);
  QFont font = this->font();
  if (weight_ != QFont::Normal) font.setWeight(weight_);
  known_[1] = known_[0];
  const QFontMetrics size(font);
  const int words = size.boundingRect(room, Qt::TextWordWrap | int(alignment()), read_).height();
  known_[0] = {
      width, std::max(words, size.height() + (leastLines_ - 1) * size.lineSpacing()) + around.top() + around.bottom()};
  return known_[0].height;
}

void WrappingLabel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) known_ = {};
  PreparedLabel::changeEvent(event);
}

}  // namespace lw
