// The result of a step on the shown program, as the form and the loop tree preview it before it is applied; and the
// difference between two states.
#pragma once

#include <QString>
#include <QStringList>
#include <string>
#include <vector>

#include "app/models/schedule/conflict_text.h"
#include "app/models/schedule/step_mark.h"
#include "core/schedule/primitive.h"

namespace lw {

struct StepPreview {
  const Primitive* primitive = nullptr;
  bool legal = false;
  std::string before, after;    // TVMScript of the shown function
  QString change;               // "+1 loop"
  std::vector<StepMark> marks;  // on the loops and blocks of the program before
  ConflictText conflict;        // of a refused step
};

// The loops and blocks of a state that are new, moved or changed since another state of the same program; and the names
// of the loops and blocks that it lacks.
struct StateDifference {
  std::vector<StepMark> marks;
  QStringList gone;
};

}  // namespace lw
