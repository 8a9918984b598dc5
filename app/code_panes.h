// The texts of the window together: which of them a wish from the menu is about.
#pragma once

#include <QObject>
#include <vector>

#include "views/code_frame.h"

namespace lw {

class CodePanes : public QObject {
  Q_OBJECT

 public:
  explicit CodePanes(QObject* parent = nullptr);
  void add(CodeFrame* frame);
  // The text that has the keys; else the one that had them last, or the first one, of those that are seen.
  CodeFrame* current() const;
  void find();
  void findNext(int direction);
  void fold(bool folded);
  void foldAll(bool folded);

 private:
  std::vector<CodeFrame*> frames_;
  CodeFrame* last_ = nullptr;
};

}  // namespace lw
