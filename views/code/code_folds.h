// Folding of a code view, by indentation: levels, the margin with its arrows, keys. What is folded stays so while its
// line is in the text.
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
  void setFolded(int line, bool folded);  // of a line that holds none: of the nearest one above that holds it
  void foldAtCursor(bool folded);
  void foldAll(bool folded);
  std::vector<int> lines() const;     // that are folded: from 0, ascending
  void showOnlyChanges(int context);  // of a comparison, and so many lines around each; until there is another text

 private:
  CodeView& view_;
};

}  // namespace lw
