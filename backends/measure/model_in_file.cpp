#include "backends/measure/model_in_file.h"

#include "backends/interpreter/evaluate_kernel.h"
#include "backends/reference/npy.h"

namespace lw {

Result<NamedArrays> readParameters(const std::string& path) {
  if (Status s = refusePickle(path); !s) return s.error();
  return readNpz(path);
}

Result<ModelInFile> modelInFile(const SourceFile& file, const GraphChoice& choice,
                                const std::optional<BoundModel>& fromFile, const ModelBinding& binding) {
  const std::string owner = fromFile ? fromFile->name : choice.graph->module;
  ModelInFile made{choice.graph->module, choice.function->name, "", modelOf(file, *choice.graph), {}};
  made.title = (owner.empty() ? "" : owner + ".") + made.function;
  for (graph::Function& f : made.model.graph.functions)
    if (f.name == made.function) f.privateFunction = false;  // it is called from outside
  if (fromFile || !binding.path.empty()) {
    Result<NamedArrays> arrays = fromFile ? boundParameters(file, *fromFile) : readParameters(binding.path);
    if (!arrays) return arrays.error();
    Result<BoundParameters> constants =
        bindParameters(made.main(), *arrays, fromFile ? fromFile->name : binding.path, binding.inputs);
    if (!constants) return constants.error();
    made.bound = std::move(*constants);
  }
  made.bound.insert(binding.constants.begin(), binding.constants.end());
  Result<graph::Model> constant = withBoundParameters(made.model, made.function, made.bound, binding.sizes);
  if (!constant) return constant.error();
  made.model = std::move(*constant);
  return made;
}

Result<graph::Model> modelToRun(const ModelInFile& file, const ScheduleKernels& schedule, ModelOptions& options,
                                const std::function<void(const LoweredGraph&)>& whenLowered) {
  options.bound = file.bound;
  options.original = file.model;
  graph::Model scheduled = file.model;
  if (schedule)
    if (Status s = schedule(false, scheduled); !s) return s.error();
  LoweredGraph lowered = lowerGraph(scheduled, {.evaluate = evaluateKernel});
  if (whenLowered) whenLowered(lowered);
  if (lowered.error) return *lowered.error;
  graph::Model last = std::move(lowered.stages.back().model);
  options.unscheduled = last.kernels;
  for (PrimFunc& kernel : options.unscheduled.functions)
    if (const PrimFunc* original = options.original.kernels.find(kernel.name)) kernel = *original;
  if (schedule)
    if (Status s = schedule(true, last); !s) return s.error();
  return last;
}

}  // namespace lw
