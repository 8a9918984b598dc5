#include "app/lw/models/model_file.h"

#include "app/lw/errors.h"
#include "app/lw/files/onnx_files.h"
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

// `constants`: parameters that were read with the model; `early`: names of sizes that --bind has already replaced.
std::optional<std::variant<ModelFile, int>> modelIn(const CommandLine& arguments, OpenedFile opened,
                                                    const std::map<std::string, NDArray>& given,
                                                    BoundParameters constants, const std::vector<std::string>& early) {
  using Answer = std::optional<std::variant<ModelFile, int>>;
  SourceFile& file = opened.file;
  const std::string& name = opened.function;
  const std::optional<BoundModel> bound = boundNamed(file, name);
  const std::optional<GraphChoice> choice = graphNamed(file, bound ? bound->module + "." + bound->function : name);
  if (!choice) return std::nullopt;
  if (file.hasErrors()) return Answer(fail(arguments, file));
  const std::string title = bound ? bound->name + "." + bound->function : titleOf(*choice);
  if (bound && arguments.has("--params"))
    return Answer(fail(arguments, explain(err::kUsageModel("--params", title), "the file binds its parameters"),
                       nullptr, kWrongUsage));
  InputNames known = inputNames(*choice->function);
  add(known, {.function = known.function, .sizes = early, .inputs = {}});
  if (const auto code = refuseUnknownNames(arguments, known)) return Answer(*code);
  Result<std::map<std::string, int64_t>> sizes = readBinds(arguments);
  const Result<std::map<std::string, int64_t>> bounds = readBounds(arguments);
  if (!bounds) return Answer(fail(arguments, bounds.error(), nullptr, kWrongUsage));
  if (sizes)
    for (const auto& [name, most] : *bounds) sizes->erase(name);  // it stays symbolic, for calls of several sizes
  if (!sizes) return Answer(fail(arguments, sizes.error(), nullptr, kWrongUsage));
  Result<ModelInFile> made =
      modelInFile(file, *choice, bound, {arguments.get("--params"), *sizes, given, std::move(constants)});
  if (!made) return Answer(fail(arguments, made.error(), made.error().span.valid() ? &file.source : nullptr));
  return Answer(ModelFile{std::move(file), std::move(*made)});
}

}  // namespace

std::optional<std::variant<ModelFile, int>> loadModel(const CommandLine& arguments,
                                                      const std::map<std::string, NDArray>& given) {
  using Answer = std::optional<std::variant<ModelFile, int>>;
  const FileAndFunction target = splitTarget(arguments.get("FILE"));
  if (isOnnxPath(target.file)) {
    Result<OpenedOnnx> opened = openOnnx(arguments, target.file);
    if (!opened) return Answer(fail(arguments, opened.error()));
    Answer model = modelIn(arguments, {std::move(opened->file), target.function}, given, std::move(opened->constants),
                           opened->sizes);
    if (auto* found = model ? std::get_if<ModelFile>(&*model) : nullptr) found->inputs = std::move(opened->inputs);
    return model;
  }
  if (!arguments.has("--python")) {
    const Result<std::string> text = readFile(splitTarget(arguments.get("FILE")).file);
    if (!text || (text->find(".function") == std::string::npos && text->find("BlockBuilder") == std::string::npos))
      return std::nullopt;
  }
  std::variant<OpenedFile, int> opened = openFile(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&opened)) return Answer(*code);
  return modelIn(arguments, std::move(std::get<OpenedFile>(opened)), given, {}, {});
}

}  // namespace lw
