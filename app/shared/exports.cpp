#include "app/shared/exports.h"

#include <filesystem>

#include "app/shared/pages/state_of_page.h"
#include "backends/c/c_source.h"
#include "backends/cpu/cpu.h"
#include "backends/cpu/shared_library.h"
#include "backends/measure/measure.h"
#include "backends/targets/targets.h"
#include "core/ir/visit.h"
#include "passes/pipeline.h"
#include "passes/split_at_barriers.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

constexpr ExportKind kKinds[] = {
    {ExportFormat::Python, "python", ".py", "trace as Python, for TVM and Loopwright", true},
    {ExportFormat::Json, "json", ".json", "trace as JSON, in TVM's form", true},
    {ExportFormat::Cpp, "cpp", ".cc", "trace as calls on TVM's C++ interface", true},
    {ExportFormat::C, "c", ".c", "C source of the scheduled function", true},
    {ExportFormat::Object, "object", ".o", "object file of the scheduled function, with a header", false},
    {ExportFormat::Shared, "shared", ".so", "shared library of the scheduled function, with a header", false},
    {ExportFormat::Package, "package", ".lwpkg", "GPU kernels with inputs and results, for lw-runner", false},
    {ExportFormat::Html, "html", ".html", "web page of all steps, for reading and printing", true},
    {ExportFormat::Sheet, "sheet", ".html", "work sheet: the page of all steps, its calls and times to be filled in",
     true},
    {ExportFormat::State, "state", ".html", "web page of this state: program, loop tree, lowered code, trace", true},
    {ExportFormat::Relax, "relax", ".py", "a model as a module with R.function, for TVM", true, true},
};

std::string describedCpu(const CpuModule& module) {
  const auto has = [&](const char* feature) { return module.features.find(feature) != std::string::npos; };
  return module.cpu + (has("+avx512f") ? " (x86-64 with AVX-512)" : has("+avx2") ? " (x86-64 with AVX2)" : "");
}

Result<std::vector<ExportedFile>> compiled(const ExportKind& kind, const ExportInput& input, const PrimFunc& lowered,
                                           const std::string& path) {
  CpuOptions options;
  options.cpu = input.cpu;
  options.allows = input.allows;
  options.math = input.math;
  options.standalone = true;
  Result<CpuModule> module = compileForCpu(lowered, options);
  if (!module) return module.error();
  KernelHeader header{module->symbol, describedCpu(*module), module->externs, module->failures};
  forEachStmt(lowered.body, [&](const Stmt& s) {
    header.parallel = header.parallel || (s.as<For>() && s.as<For>()->kind == ForKind::Parallel);
  });
  std::string bytes = std::move(module->object);
  if (kind.format == ExportFormat::Shared) {
    Result<std::string> library = linkShared(bytes, fs::path(path).filename().string());
    if (!library) return library.error();
    bytes = std::move(*library);
  }
  return std::vector<ExportedFile>{{path, std::move(bytes)},
                                   {fs::path(path).replace_extension(".h").string(), writeHeader(lowered, header)}};
}

}  // namespace

std::span<const ExportKind> exportKinds() { return kKinds; }

const ExportKind* exportKind(const std::string& name) {
  for (const ExportKind& kind : kKinds)
    if (name == kind.name) return &kind;
  return nullptr;
}

Result<std::vector<ExportedFile>> exportFiles(const ExportKind& kind, const ExportInput& input,
                                              const std::string& path) {
  Trace trace = traceOf(input.schedule);
  trace.groups = input.groups;
  const auto one = [&](std::string content) { return std::vector<ExportedFile>{{path, std::move(content)}}; };
  const PrimFunc& scheduled = input.schedule.program().function(input.function);
  switch (kind.format) {
    case ExportFormat::Python:
      return one(toPython(trace, input.dialect));
    case ExportFormat::Json:
      return one(toJson(trace, input.dialect));
    case ExportFormat::Cpp:
      return one(toCpp(trace, input.dialect));
    case ExportFormat::Html:
      return one(toHtml(storyOfPage(input)));
    case ExportFormat::Sheet: {
      Story story = storyOfPage(input);
      story.blanks = true;
      return one(toHtml(story));
    }
    case ExportFormat::State:
      return one(toHtml(pageOfState(input)));
    case ExportFormat::Object:
    case ExportFormat::Shared:
      if (Status runs = checkSplitAtBarriers(scheduled); !runs) return std::move(runs).error();
      return compiled(kind, input, lowerForCpu(scheduled), path);
    case ExportFormat::Package: {
      const PrimFunc& original = input.schedule.source().function(input.function);
      MeasureOptions options;
      options.light = input.light;
      options.inputs.bind = input.sizes;
      Result<std::string> package =
          makePackage(*input.file, original, input.schedule.program().function(input.function), options);
      return package ? Result<std::vector<ExportedFile>>(one(std::move(*package))) : package.error();
    }
    case ExportFormat::C:
    case ExportFormat::Relax:  // of models: model_exports.h
      break;
  }
  if (Status runs = checkSplitAtBarriers(scheduled); !runs) return std::move(runs).error();
  const Result<CSource> source = writeC(writtenOut(lowerForCpu(scheduled)));
  if (!source) return source.error();
  return one(source->text);
}

}  // namespace lw
