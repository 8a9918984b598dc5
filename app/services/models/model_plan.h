// What is known of a model before it runs: which of its nodes become one kernel, why others do not, where values are
// kept, and the model after each pass. Computed beside the UI thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/models/graph/graph_figures.h"
#include "app/models/lowering/stage_model.h"
#include "backends/cpu/float_math.h"
#include "backends/measure/model_in_file.h"
#include "core/graph/outline.h"

namespace lw {

// A graph function of the text.
struct ChosenModel {
  std::shared_ptr<const SourceFile> source;
  std::string module, function;
  std::shared_ptr<const graph::Outline> outline;
  std::string name() const { return module.empty() ? function : module + "." + function; }
};

class LoweredNodes;

// What was done to the model: schedules of its kernels, and calls that were made one kernel by hand; and for which
// target and arithmetic.
struct ModelState {
  const TargetDescriptor* target = nullptr;
  FloatMath math;
  std::map<std::string, PrimFunc> kernels;                 // that differ from the text, as their schedules leave them
  std::vector<std::pair<std::string, std::string>> fused;  // names of values in the outline: producer, consumer
  bool drafts = true;                                      // the cost model schedules the kernels without steps
  std::string testData;                                    // the folder with the inputs; empty: they are random
};
bool same(const ModelState& a, const ModelState& b);

// The function as it is bound: by the file itself, unless `binding` names a file.
Result<ModelInFile> boundModel(const ChosenModel& model, const ModelBinding& binding);

struct ModelPlan {
  GraphFigures figures;  // groups, and memory if all sizes are known
  Stages stages;
  std::shared_ptr<const graph::Model> last;   // after all passes; nullptr: a pass failed
  std::shared_ptr<const LoweredNodes> nodes;  // of `last`
  BoundParameters bound;
  std::optional<Explanation> error;  // of a pass, or of what is bound
};
ModelPlan planOf(const ChosenModel& model, const ModelBinding& binding, const ModelState& state);
// Puts the schedules of the state into the model before the passes.
ScheduleKernels putSchedules(const ModelState& state);

// Can two nodes become one kernel, whatever it costs?
struct FusionVerdict {
  std::string producer, consumer;  // as ModelState::fused has them
  bool already = false;            // they are one kernel
  std::optional<Explanation> apart;
  bool legal() const { return !already && !apart; }
};
FusionVerdict judgeFusion(const ChosenModel& model, const ModelPlan& plan, const std::string& one,
                          const std::string& other);

}  // namespace lw
