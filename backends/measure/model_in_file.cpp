#include "backends/measure/model_in_file.h"

#include <algorithm>
#include <filesystem>

#include "backends/interpreter/evaluate_kernel.h"
#include "backends/onnx/onnx_source.h"
#include "backends/reference/npy.h"

namespace lw {

Result<BoundParameters> readParameters(const std::string& path, const std::map<std::string, int64_t>& sizes) {
  if (isOnnxPath(path)) {
    Result<OnnxSource> source = onnxSource(path, {.sizes = sizes});
    if (!source) return source.error();
    return std::move(source->constants);
  }
  if (Status s = refusePickle(path); !s) return s.error();
  Result<NamedArrays> arrays = readNpz(path);
  if (!arrays) return arrays.error();
  return sharedArrays(*std::move(arrays));
}

BoundParameters sharedArrays(NamedArrays arrays) {
  BoundParameters made;
  for (auto& [name, array] : arrays) made.emplace(name, std::make_shared<const NDArray>(std::move(array)));
  return made;
}

namespace {

Result<BoundParameters> parametersOf(const SourceFile& file, const BoundModel& model) {
  Result<NamedArrays> arrays = boundParameters(file, model);
  if (!arrays) return arrays.error();
  return sharedArrays(*std::move(arrays));
}

// The constants of a model that the function takes; a text that was edited may take fewer.
void keepParameters(const graph::Function& function, BoundParameters& constants) {
  std::erase_if(constants, [&](const auto& constant) {
    return std::none_of(function.params.begin(), function.params.end(),
                        [&](const graph::Value& p) { return p.name() == constant.first; });
  });
}

}  // namespace

Result<ModelInFile> modelInFile(const SourceFile& file, const GraphChoice& choice,
                                const std::optional<BoundModel>& fromFile, const ModelBinding& given) {
  ModelBinding binding = given;
  std::map<std::string, int64_t> sizes;  // that had numbers when the model was read
  if (binding.path.empty() && binding.constants.empty()) {
    OnnxOrigin origin = onnxOriginOf(file.source.text, file.source.name);
    binding.path = std::move(origin.path);
    sizes = std::move(origin.sizes);
  }
  const std::string owner = fromFile ? fromFile->name : choice.graph->module;
  ModelInFile made{choice.graph->module, choice.function->name, "", modelOf(file, *choice.graph), {}};
  made.title = (owner.empty() ? "" : owner + ".") + made.function;
  for (graph::Function& f : made.model.graph.functions)
    if (f.name == made.function) f.privateFunction = false;  // it is called from outside
  if (fromFile || !binding.path.empty()) {
    Result<BoundParameters> arrays = fromFile ? parametersOf(file, *fromFile) : readParameters(binding.path, sizes);
    if (!arrays) return arrays.error();
    if (isOnnxPath(binding.path)) keepParameters(made.main(), *arrays);
    Result<BoundParameters> constants =
        bindParameters(made.main(), *std::move(arrays), fromFile ? fromFile->name : binding.path, binding.inputs);
    if (!constants) return constants.error();
    made.bound = std::move(*constants);
  }
  keepParameters(made.main(), binding.constants);
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
