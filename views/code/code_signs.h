// The block that each line of a code view came from: a bar in the block's colour before the text, with the block's
// letter at the first line of a run.
#pragma once

#include <QColor>
#include <QPoint>
#include <QRect>
#include <QRegion>
#include <QStringList>
#include <vector>

#include "views/theme/theme.h"

namespace lw {

class CodeView;

class CodeSigns {
 public:
  explicit CodeSigns(CodeView& view) : view_(view) {}
  void setTheme(const Theme& theme);
  // For each line of the text the number of its block, or -1; removed when the text is replaced.
  void set(std::vector<int> lines, const QStringList& names);
  void textReplaced() { shown_ = false; }
  int at(int line) const;  // as shown
  int width() const;       // of the margin
  QString wordsAt(const QPoint& position) const;
  void paint(const QRegion& region);

 private:
  void show();
  QRect margin() const;

  CodeView& view_;
  std::vector<int> signs_;
  QStringList names_, letters_;
  qsizetype longest_ = 1;  // characters of a letter
  QColor ink_;
  std::vector<QColor> grounds_;
  bool shown_ = false;  // for the current text
};

}  // namespace lw
