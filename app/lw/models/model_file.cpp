#include "app/lw/models/model_file.h"

#include "app/lw/errors.h"
#include "app/lw/files/python_files.h"
#include "app/lw/input_names.h"
#include "app/lw/tuned.h"

namespace lw {
namespace {

// The model whose parameters the file binds: FILE:NAME, FILE:NAME.main, or the only one.
std::optional<BoundModel> boundNamed(const SourceFile& file, const std::string& name) {
  std::vector<BoundModel> models = boundModels(file);
  if (name.empty() && models.size() == 1) return models[0];
  for (BoundModel& model : models)
    if (name == model.name || name == model.name + "." + model.function) return std::move(model);
  return std::nullopt;
}

std::string titleOf(const GraphChoice& choice) {
  return (choice.graph->module.empty() ? "" : choice.graph->module + ".") + choice.function->name;
}

}  // namespace

std::optional<std::variant<ModelFile, int>> loadModel(const CommandLine& arguments,
                                                      const std::map<std::string, NDArray>& given) {
  using Answer = std::optional<std::variant<ModelFile, int>>;
  if (!arguments.has("--python")) {
    const Result<std::string> text = readFile(splitTarget(arguments.get("FILE")).file);
    if (!text || (text->find(".function") == std::string::npos && text->find("BlockBuilder") == std::string::npos))
      return std::nullopt;
  }
  std::variant<OpenedFile, int> opened = openFile(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&opened)) return Answer(*code);
  SourceFile& file = std::get<OpenedFile>(opened).file;
  const std::string& name = std::get<OpenedFile>(opened).function;
  const std::optional<BoundModel> bound = boundNamed(file, name);
  const std::optional<GraphChoice> choice = graphNamed(file, bound ? bound->module + "." + bound->function : name);
  if (!choice) return std::nullopt;
  if (file.hasErrors()) return Answer(fail(arguments, file));
  const std::string title = bound ? bound->name + "." + bound->function : titleOf(*choice);
  if (bound && arguments.has("--params"))
    return Answer(fail(arguments, explain(err::kUsageModel("--params", title), "the file binds its parameters"),
                       nullptr, kWrongUsage));
  if (const auto code = refuseUnknownNames(arguments, inputNames(*choice->function))) return Answer(*code);
  Result<std::map<std::string, int64_t>> sizes = readBinds(arguments);
  const Result<std::map<std::string, int64_t>> bounds = readBounds(arguments);
  if (!bounds) return Answer(fail(arguments, bounds.error(), nullptr, kWrongUsage));
  if (sizes)
    for (const auto& [name, most] : *bounds) sizes->erase(name);  // it stays symbolic, for calls of several sizes
  if (!sizes) return Answer(fail(arguments, sizes.error(), nullptr, kWrongUsage));
  Result<ModelInFile> made = modelInFile(file, *choice, bound, {arguments.get("--params"), *sizes, given});
  if (!made) return Answer(fail(arguments, made.error(), made.error().span.valid() ? &file.source : nullptr));
  return Answer(ModelFile{std::move(file), std::move(*made)});
}

}  // namespace lw
