// Makes the preview of a step on the shown program, and the difference between states. Safe on any thread.
#pragma once

#include "app/models/schedule/step_preview.h"
#include "app/models/support/stop.h"
#include "core/schedule/schedule.h"
#include "core/script/composite.h"

namespace lw {

// Fills in the result of a legal step that led to `after`.
void showResult(StepPreview& preview, const Schedule& before, const Schedule& after, int function);

StepPreview previewOf(const Schedule& schedule, const Primitive& primitive, const Arguments& args,
                      const std::vector<Composite>& composites, int function, const Stop& stop);

// The loops and blocks of the first state that are changed, moved or of another kind in the second.
std::vector<StepMark> marksBetween(const Schedule& before, const Schedule& after, int function);

// From `other`, a state of the same program.
StateDifference differenceFrom(const Snapshot& other, const Snapshot& shown, int function);

}  // namespace lw
