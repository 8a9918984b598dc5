#include "app/code_panes.h"

#include <QApplication>

namespace lw {

CodePanes::CodePanes(QObject* parent) : QObject(parent) {
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
    for (CodeFrame* frame : frames_)
      if (now && frame->isAncestorOf(now)) last_ = frame;
  });
}

void CodePanes::add(CodeFrame* frame) {
  frames_.push_back(frame);
  connect(frame, &QObject::destroyed, this, [this, frame] {
    std::erase(frames_, frame);
    if (last_ == frame) last_ = nullptr;
  });
}

CodeFrame* CodePanes::current() const {
  if (last_ && last_->isVisible()) return last_;
  for (CodeFrame* frame : frames_)
    if (frame->isVisible()) return frame;
  return nullptr;
}

void CodePanes::find() {
  if (CodeFrame* frame = current()) frame->findBar()->open();
}

void CodePanes::findNext(int direction) {
  if (CodeFrame* frame = current()) frame->findBar()->step(direction);
}

void CodePanes::fold(bool folded) {
  if (CodeFrame* frame = current()) frame->view()->foldAtCursor(folded);
}

void CodePanes::foldAll(bool folded) {
  if (CodeFrame* frame = current()) frame->view()->foldAll(folded);
}

}  // namespace lw
