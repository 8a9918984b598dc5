// Stepping through a recorded run: where it stands in the panes, and breakpoints.
#include "app/window/main_window.h"

namespace lw {

void MainWindow::connectSteps() {
  Playback* playback = executions_.playback();
  connect(playback, &Playback::moved, this, &MainWindow::showStep);
  connect(playback, &Playback::breakpointsChanged, this, &MainWindow::showBreakpoints);
  connect(scheduled_, &CodeView::lineNumberClicked, this, [this](int offset) {
    if (!workbench_.program()->hasViews()) return;
    const MappedRange* range = workbench_.program()->views().printed.map.scopeAt(offset);
    const BlockId block = range ? range->block : BlockId{};
    if (!block.valid()) return say(tr("a breakpoint needs a block: click beside a line of one"));
    executions_.playback()->setBreakpoint(block, !executions_.playback()->breakpoints().contains(block));
  });
}

// While it plays only the text and the tree follow; a single step is a selection, so that everything does.
void MainWindow::showStep() {
  const Playback* playback = executions_.playback();
  const BlockId block = playback->shownBlock();
  if (playback->position() == 0 || !block.valid() || !workbench_.program()->hasViews() ||
      workbench_.selection()->current().block() == block)
    return;
  if (!access_->playing()) return workbench_.selection()->select(LinkedSelection::of(block));
  const std::vector<Span> spans = workbench_.program()->views().printed.map.spansOf(block);
  if (!spans.empty()) scheduled_->highlight({spans.front()}, true);
}

void MainWindow::showBreakpoints() {
  std::vector<int> offsets;
  if (workbench_.program()->hasViews())
    for (const BlockId block : executions_.playback()->breakpoints())
      if (const std::vector<Span> spans = workbench_.program()->views().printed.map.spansOf(block); !spans.empty())
        offsets.push_back(spans.front().begin);
  scheduled_->setBreakpoints(offsets);
}

void MainWindow::toggleBreakpoint() {
  const BlockId block = workbench_.selection()->current().block();
  if (!block.valid()) return say(tr("select a block: a breakpoint stops where it begins"));
  Playback* playback = executions_.playback();
  const bool set = !playback->breakpoints().contains(block);
  playback->setBreakpoint(block, set);
  say(set ? tr("stepping stops where this block begins") : tr("no breakpoint at this block any more"));
}

}  // namespace lw
