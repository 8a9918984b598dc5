// Plain text that wraps. A QLabel lays its text out about five times before it is shown, as a text document if it is
// selectable; this class does it once for every width, and the text becomes selectable when the mouse enters it.
#pragma once

#include <array>

#include "views/widgets/prepared_label.h"

namespace lw {

class WrappingLabel : public PreparedLabel {
 public:
  explicit WrappingLabel(const char* name, QWidget* parent = nullptr);
  void setWords(const QString& words);  // hidden if empty
  // A text with links: `html`, whose plain text is `words`, in this font weight.
  void setLinks(const QString& html, const QString& words, QFont::Weight weight = QFont::Normal);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  int heightForWidth(int width) const override;
  void setLeastLines(int lines) { leastLines_ = lines; }  // the minimum height

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QString read_;  // the plain text
  QFont::Weight weight_ = QFont::Normal;
  int leastLines_ = 1;
  // With and without a scroll bar.
  struct Known {
    int width = -1, height = 0;
  };
  mutable std::array<Known, 2> known_;
};

}  // namespace lw
