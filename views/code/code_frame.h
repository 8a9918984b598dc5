// A text with the find bar below it.
#pragma once

#include "views/widgets/find_bar.h"

namespace lw {

class CodeFrame : public QWidget {
  Q_OBJECT

 public:
  explicit CodeFrame(CodeView* view, QWidget* parent = nullptr);
  CodeView* view() const { return view_; }
  FindBar* findBar() const { return bar_; }

 private:
  CodeView* view_;
  FindBar* bar_;
};

}  // namespace lw
