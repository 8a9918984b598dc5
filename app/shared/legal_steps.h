// The legal steps at a loop or block, and why the others are refused. There may be hundreds, so each check has a small
// budget; checks that exceed it are reported as undecided.
#pragma once

#include <functional>

#include "core/schedule/schedule.h"

namespace lw {

struct LegalAnswer {
  const Primitive* primitive;
  Arguments args;
  std::string step;                // in readable form
  std::optional<Explanation> why;  // the reason if it is refused
  bool conservative = false;       // legality was proved from the signatures of the blocks
  bool undecided = false;          // the check exceeded its budget
};

// The selection that a name refers to: a loop ("i" or "C.i"), or a block.
Result<Selection> selectionNamed(const Schedule& schedule, const std::string& name);
// The offers of each primitive; only the first of those that are refused. `exact`: each step is decided as when it is
// applied, which takes minutes in large programs. `stop` is asked before each step; true ends the list there.
std::vector<LegalAnswer> legalSteps(const Schedule& schedule, const Selection& selection, bool exact,
                                    const std::function<bool()>& stop = {});
// Searches for steps that make refused steps legal, for some seconds. Refusals with two iterations as witness come
// first, because users most often want to work around these.
void addRepairs(const Schedule& schedule, std::vector<LegalAnswer>& answers, bool exact,
                const std::function<bool()>& stop = {});

}  // namespace lw
