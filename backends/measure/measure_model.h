// What a run of a model is asked for and what it tells: its kernels compiled together, run in the child process,
// checked and timed as a single kernel is (measure.h).
#pragma once

#include "backends/measure/compiled_model.h"
#include "backends/measure/measure.h"
#include "core/graph/model.h"
#include "passes/graph/bind_params.h"

namespace lw {

struct TargetDescriptor;

struct ModelOptions {
  MeasureOptions measure;  // `given` has arrays for parameters by name
  BoundParameters bound;   // parameters that are constants of `model` (passes/graph/bind_params.h), for the reference
  graph::Model original;   // before the passes on graphs: operators are evaluated by themselves, as a reference
  Module unscheduled;      // kernels that the model has in a scheduled form: the result is compared with these
  std::map<std::string, int64_t> bounds;     // of symbolic sizes by name: the workspace is planned once, for all sizes
  const TargetDescriptor* target = nullptr;  // null: this machine's processor
  bool steps = false;                        // also time each step
};

struct ModelStepTime {
  std::string result;  // the value that the step computes
  std::string callee;
  std::vector<ModelCaller> callers;  // the calls of graph functions that contain it, the outermost first
  bool registered = false;           // a function of the file, which runs between compiled code
  double ms = 0;                     // median, in place: between the steps before and after it
  double share = 0;                  // of the sum of all steps
  double flops = 0, bytes = 0;       // of a kernel: operations, compulsory traffic
};

// Of a step that was emulated: what the emulator found, and the kernel with its threads.
struct EmulatedStep {
  EmulatorReport report;
  PrimFunc kernel;
};

struct ModelMeasurement {
  Measurement whole;
  ModelProgram program;
  MemoryPlan plan;
  std::vector<EmulatedStep> emulated;  // of the emulator: one for each step that ran
  std::vector<ModelStepTime> steps;    // with ModelOptions::steps
};

// `model`: as the passes on graphs leave it. The result is compared with the file's reference, or else with that of the
// kernels under the interpreter, one after another.
Result<ModelMeasurement> measureModel(const SourceFile& file, const graph::Model& model,
                                      const graph::Function& function, const ModelOptions& options);

// Checks parameters from a file: every name is one of the function, and all but its inputs have a value. The inputs are
// the first parameters, as many as the attribute num_input says, or one. Values that `given` has may be missing.
Result<BoundParameters> bindParameters(const graph::Function& function, BoundParameters arrays, const std::string& path,
                                       const std::map<std::string, NDArray>& given);
// Refuses pickles, by name or content, and says how to convert them.
Status refusePickle(const std::string& path);

}  // namespace lw
