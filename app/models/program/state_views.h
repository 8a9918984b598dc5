// Makes what the panes show of a state of the program, and tells its difference from the previous state. Plain
// functions of immutable values: safe on any thread.
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "app/models/program/program_views.h"
#include "core/schedule/schedule.h"
#include "core/trace/history.h"

namespace lw {

// `caches`: sizes in bytes, smallest first.
ProgramViews viewsOf(const Snapshot& program, int function = 0, const std::vector<int64_t>& caches = {});

// The states after each recorded step of `schedule` from the step `from` on, with a title each. A query is part of the
// state of the next step, and the steps of a group (numbered from the start of the schedule) form one state.
struct TitledState {
  Schedule schedule;
  std::string title;
};
std::vector<TitledState> statesOf(const Schedule& schedule, int from, const std::vector<StepGroup>& groups = {});

// "+2 loops", "order", "kind": how one state differs from the one before.
QString changeBetween(const Snapshot& before, const Snapshot& after);

// The selection with all loops and blocks below it.
Selection withDescendants(const Snapshot& program, const Selection& selection);

}  // namespace lw
