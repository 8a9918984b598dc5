// The result of a step on the shown program, as the form and the loop tree preview it before it is applied. Safe on any
// thread.
#pragma once

#include <QStringList>

#include "app/services/jobs/stop.h"
#include "core/schedule/schedule.h"
#include "core/script/composite.h"
#include "views/forms/conflict_text.h"
#include "views/selection/step_mark.h"

namespace lw {

struct StepPreview {
  const Primitive* primitive = nullptr;
  bool legal = false;
  std::string before, after;    // TVMScript of the shown function
  QString change;               // "+1 loop"
  std::vector<StepMark> marks;  // on the loops and blocks of the program before
  ConflictText conflict;        // of a refused step
};
// Fills in the result of a legal step that led to `after`.
void showResult(StepPreview& preview, const Schedule& before, const Schedule& after, int function);

StepPreview previewOf(const Schedule& schedule, const Primitive& primitive, const Arguments& args,
                      const std::vector<Composite>& composites, int function, const Stop& stop);

// The loops and blocks of the first state that are changed, moved or of another kind in the second.
std::vector<StepMark> marksBetween(const Schedule& before, const Schedule& after, int function);

// The loops and blocks of `shown` that are new, moved or changed since `other`, a state of the same program; and the
// names of the loops and blocks of `other` that `shown` lacks.
struct StateDifference {
  std::vector<StepMark> marks;
  QStringList gone;
};
StateDifference differenceFrom(const Snapshot& other, const Snapshot& shown, int function);

}  // namespace lw
