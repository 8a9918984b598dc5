// What the run pane says about the cycles that a challenge counts.
#pragma once

#include <QString>
#include <vector>

#include "app/models/runs/run_model.h"

namespace lw {

struct RunFact {
  QString name, value, tip;
};
// What most of a missed goal is spent on, the model beside the times, and the cycles and cache lines of the loops of
// the lowered program that have a hundredth of the cycles or more. Empty: the file has no challenge that counts.
std::vector<RunFact> modelFacts(const RunRow& run);

}  // namespace lw
