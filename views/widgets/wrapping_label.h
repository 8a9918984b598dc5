// Plain words that wrap. A label of Qt lays its words out some five times before they are seen, as a text document
// where they can be selected; this one does it once for every width, and its words can be selected from when the mouse
// comes to them.
#pragma once

#include <array>

#include "views/widgets/prepared_label.h"

namespace lw {

class WrappingLabel : public PreparedLabel {
 public:
  explicit WrappingLabel(const char* name, QWidget* parent = nullptr);
  void setWords(const QString& words);  // hidden where there are none
  // Words with links in them: `html`, which is read as `words`, in letters of this weight.
  void setLinks(const QString& html, const QString& words, QFont::Weight weight = QFont::Normal);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  int heightForWidth(int width) const override;
  void setLeastLines(int lines) { leastLines_ = lines; }  // it is as high as these

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QString read_;  // the words as they are read
  QFont::Weight weight_ = QFont::Normal;
  int leastLines_ = 1;
  // With a scroll bar beside them and without one.
  struct Known {
    int width = -1, height = 0;
  };
  mutable std::array<Known, 2> known_;
};

}  // namespace lw
