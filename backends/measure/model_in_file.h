// A model of a file, with what binds its parameters: what every run of a model begins with.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "backends/measure/measure_model.h"
#include "backends/reference/bound_models.h"
#include "core/text/graph/read_model.h"
#include "passes/graph/graph_pipeline.h"

namespace lw {

struct ModelInFile {
  std::string module, function;  // of the graph
  std::string title;             // "Class.function"
  graph::Model model;            // bound parameters are constants, sizes that were given are numbers
  BoundParameters bound;
  const graph::Function& main() const { return *model.graph.find(function); }
};

// What is bound besides what the file binds.
struct ModelBinding {
  std::string path;                       // a .npz with arrays by the names of parameters, or the .onnx from which the
                                          // text was made; empty: none
  std::map<std::string, int64_t> sizes;   // of symbolic sizes, by name
  std::map<std::string, NDArray> inputs;  // from elsewhere: they may be missing among the parameters
  BoundParameters constants = {};         // of a model that was read with its parameters
};

// The arrays of a .npz, or the constants of an .onnx that is read with these sizes. Pickles are refused.
Result<BoundParameters> readParameters(const std::string& path, const std::map<std::string, int64_t>& sizes = {});
BoundParameters sharedArrays(NamedArrays arrays);

// `fromFile`: the parameters that the file itself binds, instead of ModelBinding::path.
Result<ModelInFile> modelInFile(const SourceFile& file, const GraphChoice& choice,
                                const std::optional<BoundModel>& fromFile, const ModelBinding& binding);

// Puts scheduled forms of kernels in their places. It is called before the passes on the graph, which then leave these
// kernels as they are, and with `made` after them, for kernels that they made.
using ScheduleKernels = std::function<Status(bool made, graph::Model& model)>;

// The model as it runs: scheduled, after all passes on graphs. Fills what `options` says of the model before them.
// `lowered` sees the model after each pass, also if one failed.
Result<graph::Model> modelToRun(const ModelInFile& file, const ScheduleKernels& schedule, ModelOptions& options,
                                const std::function<void(const LoweredGraph&)>& lowered = {});

}  // namespace lw
