#include "app/window/stepping/stepping_feature.h"

#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/services/runs/interpreter_runs.h"
#include "app/window/accesses/accesses_feature.h"
#include "app/window/code/code_feature.h"
#include "app/window/window_context.h"

namespace lw {

SteppingFeature::SteppingFeature(WindowContext& window)
    : Feature(window),
      runs_(new InterpreterRuns(*workbench_.document(), *workbench_.text(), *workbench_.files(), *workbench_.program(),
                                *workbench_.runs(), *workbench_.records(), *workbench_.jobs(), this)) {
  addAction(MenuSection::RunPlay, tr("&Breakpoint at the selected block"), "F9", [this] { toggleBreakpoint(); }, 1);
}

void SteppingFeature::connectFeatures() {
  connect(runs_->playback(), &Playback::moved, this, &SteppingFeature::showStep);
  connect(runs_->playback(), &Playback::breakpointsChanged, this, &SteppingFeature::showBreakpoints);
  const auto& code = window_.feature<CodeFeature>();
  connect(&code, &CodeFeature::scheduledTextShown, this, &SteppingFeature::showBreakpoints);
  connect(code.scheduled(), &CodeView::lineNumberClicked, this, &SteppingFeature::clickBreakpoint);
}

// During playback only the text and the tree follow; a single step is a selection, which all panes follow.
void SteppingFeature::showStep() {
  const Playback* playback = runs_->playback();
  const BlockId block = playback->shownBlock();
  if (playback->position() == 0 || !block.valid() || !workbench_.program()->hasViews() ||
      workbench_.selection()->current().block() == block)
    return;
  if (!window_.feature<AccessesFeature>().view()->playing())
    return workbench_.selection()->select(LinkedSelection::of(block));
  const std::vector<Span> spans = workbench_.program()->views().printed.map.spansOf(block);
  if (!spans.empty()) window_.feature<CodeFeature>().scheduled()->highlight({spans.front()}, true);
}

void SteppingFeature::showBreakpoints() {
  std::vector<int> offsets;
  if (workbench_.program()->hasViews())
    for (const BlockId block : runs_->playback()->breakpoints())
      if (const std::vector<Span> spans = workbench_.program()->views().printed.map.spansOf(block); !spans.empty())
        offsets.push_back(spans.front().begin);
  window_.feature<CodeFeature>().scheduled()->marks()->setBreakpoints(offsets);
}

void SteppingFeature::toggleBreakpoint() {
  const BlockId block = workbench_.selection()->current().block();
  if (!block.valid()) return window_.say(tr("Select a block: a breakpoint stops where the block begins"));
  const bool set = !runs_->playback()->breakpoints().contains(block);
  runs_->playback()->setBreakpoint(block, set);
  window_.say(set ? tr("Stepping stops where this block begins") : tr("Removed the breakpoint from this block"));
}

void SteppingFeature::clickBreakpoint(int offset) {
  if (!workbench_.program()->hasViews()) return;
  const MappedRange* range = workbench_.program()->views().printed.map.scopeAt(offset);
  const BlockId block = range ? range->block : BlockId{};
  if (!block.valid()) return window_.say(tr("A breakpoint needs a block: click beside a line of one"));
  runs_->playback()->setBreakpoint(block, !runs_->playback()->breakpoints().contains(block));
}

}  // namespace lw
