#include "app/lw/models/model_export.h"

#include <algorithm>
#include <filesystem>

#include "app/lw/errors.h"
#include "app/lw/models/model_file.h"
#include "app/lw/models/model_schedules.h"
#include "app/lw/options/math_option.h"
#include "app/lw/tuned.h"
#include "app/shared/model_exports.h"
#include "backends/cpu/object_store.h"
#include "backends/interpreter/evaluate_kernel.h"
#include "backends/reference/functions_as_operators.h"
#include "backends/targets/targets.h"
#include "core/text/print/graph_printer.h"
#include "passes/graph/graph_pipeline.h"

namespace lw {
namespace {

bool isTrace(const ExportKind& kind) {
  return kind.format == ExportFormat::Python || kind.format == ExportFormat::Json || kind.format == ExportFormat::Cpp;
}

// "Class_function"; of a graph without a class "file_function".
std::string nameOf(const CommandLine& arguments, const ModelFile& file) {
  const std::string stem = std::filesystem::path(splitTarget(arguments.get("FILE")).file).stem().string();
  return (file.module.empty() ? stem : file.module) + "_" + file.function;
}

// The model after a stage, as TVMScript.
int writeStage(const CommandLine& arguments, const ExportKind& kind, const LoweredGraph& lowered,
               const graph::Model& last, const SourceText& source) {
  const std::string& wanted = arguments.get("--stage");
  const graph::Model* model = wanted.empty() ? &last : nullptr;
  for (const GraphStage& stage : lowered.stages)
    if (stage.name == wanted) model = &stage.model;
  if (!model) {
    if (lowered.error) return fail(arguments, *lowered.error, &source);
    return fail(arguments, explain(err::kLowerModelStage(wanted), "`lw lower --stage list` shows them"), nullptr,
                kWrongUsage);
  }
  PrintOptions options;
  if (arguments.get("--dialect") == "tvm") options.dialect = Dialect::Tvm;
  return writeExported(arguments, kind, {{arguments.get("-o"), print(*model, options).text}});
}

}  // namespace

std::optional<int> exportModel(const CommandLine& arguments, const ExportKind& kind) {
  if (isTrace(kind)) return std::nullopt;
  std::optional<std::variant<ModelFile, int>> loaded = loadModel(arguments, {});
  if (!loaded) return std::nullopt;
  if (const int* code = std::get_if<int>(&*loaded)) return *code;
  ModelFile& file = std::get<ModelFile>(*loaded);
  for (const char* option : {"--script", "--trace", "--do", "--measure"})
    if (arguments.has(option))
      return fail(arguments, explain(err::kUsageModel(option, file.title), "use --schedule KERNEL=FILE"), nullptr,
                  kWrongUsage);
  if (kind.format == ExportFormat::Package)
    return fail(arguments, explain(err::kExportNotOfModels(kind.name, file.title), "name one of its kernels"), nullptr,
                kWrongUsage);
  const Result<FloatMath> math = mathOf(arguments, defaultTarget());
  if (!math) return fail(arguments, math.error(), nullptr, kWrongUsage);
  AppliedSchedules schedules;
  CommandLine records = arguments;  // code for the processor takes its records
  records.values["--target"] = {std::string(defaultTarget().name)};
  const Result<std::map<std::string, int64_t>> bounds = readBounds(arguments);
  if (!bounds) return fail(arguments, bounds.error(), nullptr, kWrongUsage);
  graph::Model model = file.model;
  if (kind.format != ExportFormat::Relax && kind.format != ExportFormat::Html) {
    Result<graph::Model> operators = withFunctionsAsOperators(model, RegisteredFunctions(file.file), *bounds);
    if (!operators) return fail(arguments, operators.error(), &file.file.source);
    model = std::move(*operators);
  }
  if (const auto code = scheduleKernels(records, file.file, file.module, false, model, schedules)) return *code;
  const LoweredGraph lowered = lowerGraph(model, {.evaluate = evaluateKernel});
  if (lowered.error && !(kind.format == ExportFormat::Relax && arguments.has("--stage")))
    return fail(arguments, *lowered.error, &file.file.source);
  graph::Model last = lowered.stages.empty() ? model : lowered.stages.back().model;
  if (const auto code = scheduleKernels(records, file.file, file.module, true, last, schedules)) return *code;
  MeasureOptions measure{.threads = 1};
  measure.cpu.objects = objectFolder();
  measure.cpu.math = *math;
  draftKernels(arguments, file.file, measure, last, schedules);
  if (kind.format == ExportFormat::Relax) return writeStage(arguments, kind, lowered, last, file.file.source);
  ModelExport input{file.file, last, file.function, nameOf(arguments, file), file.title, file.bound};
  input.bounds = *bounds;
  input.cpu = arguments.get("--cpu");
  input.math = *math;
  input.parametersFile = arguments.get("--params-file");
  if (arguments.has("--allow-c")) input.allows = [](const std::string&) { return true; };
  const Result<std::vector<ExportedFile>> files = exportModelFiles(kind, input, arguments.get("-o"));
  if (!files) return fail(arguments, files.error(), files.error().span.valid() ? &file.file.source : nullptr);
  // Without -o only the text is printed; the constants have a file all the same.
  if (!arguments.has("-o") && !input.parametersFile.empty())
    if (const Status written = writeFile(files->back().path, files->back().content); !written)
      return fail(arguments, written.error());
  return writeExported(arguments, kind, *files);
}

}  // namespace lw
