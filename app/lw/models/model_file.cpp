#include "app/lw/models/model_file.h"

#include "app/lw/errors.h"
#include "app/lw/tuned.h"
#include "backends/measure/measure_model.h"
#include "backends/reference/bound_models.h"
#include "backends/reference/npy.h"
#include "core/text/graph/read_model.h"

namespace lw {
namespace {

Result<NamedArrays> readParams(const std::string& path) {
  if (Status s = refusePickle(path); !s) return s.error();
  return readNpz(path);
}

// The model whose parameters the file binds: FILE:NAME, FILE:NAME.main, or the only one.
std::optional<BoundModel> boundNamed(const SourceFile& file, const std::string& name) {
  std::vector<BoundModel> models = boundModels(file);
  if (name.empty() && models.size() == 1) return models[0];
  for (BoundModel& model : models)
    if (name == model.name || name == model.name + "." + model.function) return std::move(model);
  return std::nullopt;
}

}  // namespace

std::optional<std::variant<ModelFile, int>> loadModel(const CommandLine& arguments,
                                                      const std::map<std::string, NDArray>& given) {
  using Answer = std::optional<std::variant<ModelFile, int>>;
  const FileAndFunction name = splitTarget(arguments.get("FILE"));
  Result<std::string> text = readFile(name.file);
  if (!text || (text->find(".function") == std::string::npos && text->find("BlockBuilder") == std::string::npos))
    return std::nullopt;
  SourceFile file = readProgram(name.file, std::move(*text));
  const std::optional<BoundModel> bound = boundNamed(file, name.function);
  const std::optional<GraphChoice> choice =
      graphNamed(file, bound ? bound->module + "." + bound->function : name.function);
  if (!choice) return std::nullopt;
  if (file.hasErrors()) return Answer(fail(arguments, file));
  const std::string owner = bound ? bound->name : choice->graph->module;
  graph::Model model = modelOf(file, *choice->graph);
  ModelFile made{std::move(file), choice->graph->module, choice->function->name, "", std::move(model), {}};
  made.title = (owner.empty() ? "" : owner + ".") + made.function;
  if (bound && arguments.has("--params"))
    return Answer(fail(arguments, explain(err::kUsageModel("--params", made.title), "the file binds its parameters"),
                       nullptr, kWrongUsage));
  for (graph::Function& f : made.model.graph.functions)
    if (f.name == made.function) f.privateFunction = false;  // it is called from outside
  if (arguments.has("--params") || bound) {
    const std::string& path = arguments.get("--params");
    Result<NamedArrays> arrays = bound ? boundParameters(made.file, *bound) : readParams(path);
    if (!arrays)
      return Answer(fail(arguments, arrays.error(), arrays.error().span.valid() ? &made.file.source : nullptr));
    Result<BoundParameters> constants = bindParameters(made.main(), *arrays, bound ? bound->name : path, given);
    if (!constants) return Answer(fail(arguments, constants.error()));
    made.bound = std::move(*constants);
  }
  Result<std::map<std::string, int64_t>> sizes = readBinds(arguments);
  const Result<std::map<std::string, int64_t>> bounds = readBounds(arguments);
  if (!bounds) return Answer(fail(arguments, bounds.error(), nullptr, kWrongUsage));
  if (sizes)
    for (const auto& [name, most] : *bounds) sizes->erase(name);  // it stays symbolic, for calls of several sizes
  if (!sizes) return Answer(fail(arguments, sizes.error(), nullptr, kWrongUsage));
  Result<graph::Model> constant = withBoundParameters(made.model, made.function, made.bound, *sizes);
  if (!constant) return Answer(fail(arguments, constant.error(), &made.file.source));
  made.model = std::move(*constant);
  return Answer(std::move(made));
}

}  // namespace lw
