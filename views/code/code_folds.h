// Folding of a code view, by indentation: levels, the margin with its arrows, keys. A line that is folded remains
// folded while it is in the text.
#pragma once

#include <string>
#include <vector>

#include "views/theme/theme.h"

namespace lw {

class CodeView;

class CodeFolds {
 public:
  explicit CodeFolds(CodeView& view) : view_(view) {}
  void setUp();
  void setTheme(const Theme& theme);
  void showLevels(const std::string& text);
  void setFolded(int line, bool folded);  // for a line that is no header: the nearest header above that contains it
  void foldAtCursor(bool folded);
  void foldAll(bool folded);
  std::vector<int> lines() const;  // the folded lines: from 0, ascending
  // Shows only the changed lines of a comparison and `context` lines around each, until the text is replaced.
  void showOnlyChanges(int context);

 private:
  CodeView& view_;
};

}  // namespace lw
