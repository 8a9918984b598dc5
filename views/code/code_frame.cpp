#include "views/code/code_frame.h"

#include <QVBoxLayout>

namespace lw {

CodeFrame::CodeFrame(CodeView* view, QWidget* parent) : QWidget(parent), view_(view), bar_(new FindBar(view, this)) {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(view, 1);
  rows->addWidget(bar_);
  setFocusProxy(view);
}

}  // namespace lw
