#include "app/window/stepping/stepping_feature.h"

#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/support/services.h"
#include "app/services/runs/interpreter_runs.h"
#include "app/window/accesses/accesses_feature.h"
#include "app/window/code/code_feature.h"
#include "app/window/window_context.h"

namespace lw {

SteppingFeature::SteppingFeature(WindowContext& window)
    : Feature(window),
      runs_(new InterpreterRuns(*services_.get<Document>(), *services_.get<DocumentText>(),
                                *services_.get<DocumentFiles>(), *services_.get<ShownProgram>(), *services_.get<Runs>(),
                                *services_.get<RunRecords>(), *services_.get<JobRunner>(), this)) {
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
  if (playback->position() == 0 || !block.valid() || !services_.get<ShownProgram>()->hasViews() ||
      services_.get<SelectionModel>()->current().block() == block)
    return;
  if (!window_.feature<AccessesFeature>().view()->playing())
    return services_.get<SelectionModel>()->select(LinkedSelection::of(block));
  const std::vector<Span> spans = services_.get<ShownProgram>()->views().printed.map.spansOf(block);
  if (!spans.empty()) window_.feature<CodeFeature>().scheduled()->highlight({spans.front()}, true);
}

void SteppingFeature::showBreakpoints() {
  std::vector<int> offsets;
  if (services_.get<ShownProgram>()->hasViews())
    for (const BlockId block : runs_->playback()->breakpoints())
      if (const std::vector<Span> spans = services_.get<ShownProgram>()->views().printed.map.spansOf(block);
          !spans.empty())
        offsets.push_back(spans.front().begin);
  window_.feature<CodeFeature>().scheduled()->marks()->setBreakpoints(offsets);
}

void SteppingFeature::toggleBreakpoint() {
  const BlockId block = services_.get<SelectionModel>()->current().block();
  if (!block.valid()) return window_.say(tr("Select a block: a breakpoint stops where the block begins"));
  const bool set = !runs_->playback()->breakpoints().contains(block);
  runs_->playback()->setBreakpoint(block, set);
  window_.say(set ? tr("Stepping stops where this block begins") : tr("Removed the breakpoint from this block"));
}

void SteppingFeature::clickBreakpoint(int offset) {
  if (!services_.get<ShownProgram>()->hasViews()) return;
  const MappedRange* range = services_.get<ShownProgram>()->views().printed.map.scopeAt(offset);
  const BlockId block = range ? range->block : BlockId{};
  if (!block.valid()) return window_.say(tr("A breakpoint needs a block: click beside a line of one"));
  runs_->playback()->setBreakpoint(block, !runs_->playback()->breakpoints().contains(block));
}

}  // namespace lw
