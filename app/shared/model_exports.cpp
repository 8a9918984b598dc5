#include "app/shared/model_exports.h"

#include <filesystem>

#include "app/shared/pages/model_page.h"
#include "backends/c/model_source.h"
#include "backends/cpu/shared_library.h"
#include "backends/measure/export_model.h"
#include "backends/measure/library_functions.h"
#include "backends/reference/registered.h"
#include "passes/graph/model_sizes.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

Result<std::vector<ExportedFile>> compiledModel(const ExportKind& kind, const ModelExport& input,
                                                const ModelFunction& function, const std::string& path) {
  CpuOptions options;
  options.cpu = input.cpu;
  options.allows = input.allows;
  options.math = input.math;
  options.standalone = true;
  const Result<ModelObject> made = compileModelFunction(function, options);
  if (!made) return made.error();
  Result<std::string> bytes = kind.format == ExportFormat::Shared
                                  ? linkShared(made->object, fs::path(path).filename().string())
                                  : linkObject(made->object);
  if (!bytes) return bytes.error();
  return std::vector<ExportedFile>{{path, std::move(*bytes)},
                                   {fs::path(path).replace_extension(".h").string(),
                                    writeModelHeader(function, {made->cpu, made->failures, made->externs})}};
}

}  // namespace

Result<std::vector<ExportedFile>> exportModelFiles(const ExportKind& kind, const ModelExport& input,
                                                   const std::string& path) {
  Result<ModelProgram> program = modelProgramOf(input.model, *input.model.graph.find(input.function));
  if (!program) return program.error();
  for (ModelBuffer& buffer : program->buffers)  // constants that are parameters have their names
    for (const auto& [name, array] : input.bound)
      if (buffer.data == array) buffer.name = name;
  if (Status bounded = boundSizes(*program, input.bounds); !bounded) return bounded.error();
  if (kind.format == ExportFormat::Html) return std::vector<ExportedFile>{{path, modelPage(input.title, *program)}};
  // Loops take the place of libraries that only lw-runner has.
  if (Status s = resolveFunctions(*program, RegisteredFunctions(input.file), 1, true); !s) return s.error();
  const Result<ModelFunction> function =
      modelFunctionOf(*program, {input.name, !input.parametersFile.empty(), kind.format == ExportFormat::C});
  if (!function) return function.error();
  std::vector<ExportedFile> files;
  if (kind.format == ExportFormat::C) {
    Result<ModelSource> source = writeModelC(*function);
    if (!source) return source.error();
    files.push_back({path, std::move(source->text)});
    files.push_back({fs::path(path).replace_extension(".h").string(),
                     writeModelHeader(*function, {"", source->failures, source->externs})});
  } else {
    Result<std::vector<ExportedFile>> made = compiledModel(kind, input, *function, path);
    if (!made) return made;
    files = std::move(*made);
  }
  if (!input.parametersFile.empty()) files.push_back({input.parametersFile, parameterBytesOf(*function)});
  return files;
}

}  // namespace lw
