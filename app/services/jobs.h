// What the window's jobs compute, as plain functions of immutable values: safe on any thread.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/services/jobs/stop.h"
#include "backends/cpu/float_math.h"
#include "backends/cpu/foreign_code.h"
#include "core/schedule/schedule.h"
#include "core/text/print/printer.h"
#include "core/trace/history.h"
#include "views/loop_tree/loop_tree_model.h"
#include "views/lowered/stage_model.h"
#include "views/selection/step_offer.h"
#include "views/trace/trace_model.h"
#include "views/widgets/param_editor.h"

namespace lw {

// One program state as the source and tree panes show it.
struct ProgramViews {
  PrimFunc function;  // that the text is of
  PrintedText printed;
  LoopTree tree;
  FormContext choices;
};
// `caches`: sizes in bytes, smallest first.
ProgramViews viewsOf(const Snapshot& program, int function = 0, const std::vector<int64_t>& caches = {});

// The lowered stages; those of machine code are listed, and not made. Empty when the pipeline has none for the target.
// `caches`: as for viewsOf. `tell` gets them before that, once the texts of the stages `first` are made, if all of
// these are passes: the other texts are not ready then. `costs`: of the function, where they are known.
Stages stagesOf(const PrimFunc& function, const std::string& target, const std::vector<int64_t>& caches,
                const Stop& stop, const std::set<std::string>& first = {}, const std::function<void(Stages)>& tell = {},
                std::shared_ptr<const ProgramCost> costs = nullptr);
// The same with what the lines of assembly cost beside them, by LLVM's model of the processor, where that is not known
// yet.
Stages withCycles(Stages stages, const Stop& stop);
// What machine code is made with: which foreign code may be compiled, and what may be changed of arithmetic (not on
// GPUs).
struct CodeChoices {
  CodeConsent allows;
  FloatMath math;
};
// The same with the texts of machine code that `names` has. Where the code generator refuses, one stage with its words
// stands in their place. Unchanged when `stop` says so.
Stages withMachineCode(Stages stages, const std::set<std::string>& names, const CodeChoices& choices, const Stop& stop);

using CheckStep = std::function<Status(const Arguments&)>;
StepOffer offerOf(const Primitive& primitive, const Schedule& schedule, const Selection& selection,
                  const CheckStep& check);
// As Schedule::check, with little effort: where it takes more, the error isUndecided().
Status quickCheck(const Schedule& schedule, const Primitive& primitive, const Arguments& args);
bool isUndecided(const Explanation& reason);
// Every primitive at the selection, in the order of the catalogue.
std::vector<StepOffer> offersAt(const Schedule& schedule, const Selection& selection, const Stop& stop);
// The arguments that the selection gives; None where it says nothing.
Arguments argumentsFor(const Primitive& primitive, const Selection& selection);

// Every recorded step of `schedule` after the first `from`, as states with a title each; queries go with the next step,
// and the steps of a group (numbered from the start of the schedule) are one state.
struct TitledState {
  Schedule schedule;
  std::string title;
};
std::vector<TitledState> statesOf(const Schedule& schedule, int from, const std::vector<StepGroup>& groups = {});

// "+2 loops", "order", "kind": how one state differs from the one before.
QString changeBetween(const Snapshot& before, const Snapshot& after);

// The reason with the steps that would make the wanted step legal, as far as `stop` and a few seconds allow.
Explanation repairsWithin(const Stop& stop, const Schedule& schedule, const Primitive& wanted, const Arguments& args,
                          const Explanation& reason);

// The selection with all loops and blocks below it.
Selection withDescendants(const Snapshot& program, const Selection& selection);

}  // namespace lw
