// lw check: prints the diagnostics of a file.
#include <iostream>
#include "core/support/json.h"

#include "app/lw/files/python_files.h"
#include "backends/interpreter/check_intrinsic.h"
#include "backends/measure/library_functions.h"
#include "backends/reference/registered.h"
#include "core/analysis/dependence/well_formed.h"
#include "core/graph/errors.h"
#include "core/text/graph/read_model.h"
#include "core/text/tir/needs_python.h"
#include "passes/graph/graph_pipeline.h"
#include "passes/graph/model_program.h"

namespace lw {

namespace {

// A warning for each function that may be called from outside and cannot be run, with the reason.
std::vector<Diagnostic> graphsThatCannotRun(const SourceFile& file) {
  std::vector<Diagnostic> warnings;
  const RegisteredFunctions registered(file);
  for (const auto& graph : file.graphs) {
    const graph::Model model = modelOf(file, *graph);
    const LoweredGraph lowered = lowerGraph(model);
    for (const graph::Function& function : graph->functions) {
      if (function.privateFunction) continue;
      std::optional<Explanation> why = lowered.error;
      if (!why) {
        const graph::Model& last = lowered.stages.back().model;
        const graph::Function* left = last.graph.find(function.name);
        if (!left) continue;
        Result<ModelProgram> program = modelProgramOf(last, *left);
        if (!program) why = program.error();
        if (program)
          if (const Status known = resolveFunctions(*program, registered, 1, true); !known) why = known.error();
      }
      if (!why) continue;
      warnings.push_back(diagnosticOf(Diagnostic::Severity::Warning, why->span.valid() ? why->span : function.span,
                                      explain(err::kGraphNotRun(function.name, why->reason), why->remedy)));
    }
  }
  return warnings;
}

// Warnings about what only Python can do: the first ones.
void dropLaterOnes(SourceFile& file) {
  constexpr int kMost = 5;
  int seen = 0;
  std::erase_if(file.diagnostics, [&](const Diagnostic& d) { return d.kind == kNeedsPythonId && ++seen > kMost; });
}

std::vector<std::string> functionsOf(const SourceFile& file) {
  std::vector<std::string> functions;
  for (const PrimFunc& f : file.functions) functions.push_back(f.name);
  for (const Module& m : file.modules)
    for (const PrimFunc& f : m.functions) functions.push_back(m.name + "." + f.name);
  return functions;
}

std::vector<std::string> graphFunctionsOf(const SourceFile& file) {
  std::vector<std::string> functions;
  for (const auto& graph : file.graphs)
    for (const graph::Function& f : graph->functions)
      functions.push_back(graph->module.empty() ? f.name : graph->module + "." + f.name);
  return functions;
}

std::string counted(size_t count, const char* one, const char* several) {
  return std::to_string(count) + " " + (count == 1 ? one : several);
}

// "no errors, 2 functions, 1 graph function, 1 factory", or what is there in place of functions and why that is
// nothing.
void printSummary(const SourceFile& file, size_t functions) {
  const InPlaceOfPrograms instead = inPlaceOfPrograms(file);
  std::cout << file.source.name << ": no errors";
  if (instead.what.empty()) {
    const size_t factories = factoriesIn(file).size(), graphs = graphFunctionsOf(file).size();
    if (functions > 0 || graphs == 0) std::cout << ", " << counted(functions, "function", "functions");
    if (graphs > 0) std::cout << ", " << counted(graphs, "graph function", "graph functions");
    if (factories > 0) std::cout << ", " << counted(factories, "factory", "factories");
    std::cout << "\n";
  } else {
    std::cout << ", but no program: " << instead.what.text() << "\n    hint: " << instead.remedy.text() << "\n";
  }
}

// Errors, wrong intrinsics and warnings of a text. An exit code: errors were printed.
std::optional<int> checkText(const CommandLine& arguments, SourceFile& file) {
  if (file.hasErrors()) return fail(arguments, file);
  for (const TensorIntrin& intrinsic : file.intrinsics)
    if (const Status right = checkIntrinsic(intrinsic); !right) return fail(arguments, right.error());
  for (Diagnostic& warning : wellFormednessWarnings(file)) file.diagnostics.push_back(std::move(warning));
  for (Diagnostic& warning : graphsThatCannotRun(file)) file.diagnostics.push_back(std::move(warning));
  return std::nullopt;
}

void addWarnings(const CommandLine& arguments, const SourceFile& file, nlohmann::json& warnings) {
  for (const Diagnostic& d : file.diagnostics) {
    const Place place = originalPlace(arguments, file.source, d.span);
    const LineColumn at = place.source.locate(place.span.begin);
    warnings.push_back({{"kind", d.kind}, {"message", d.message}, {"line", at.line}, {"column", at.column}});
  }
}

// Each program that Python made, or the one that is named.
int checkCollected(const CommandLine& arguments, const FileAndFunction& name) {
  const auto collected = collectFile(arguments, name.file);
  if (!collected) return fail(arguments, collected.error());
  std::vector<SourceFile> files;
  std::vector<std::string> names;
  if (name.function.empty()) {
    for (const CollectedProgram& p : (*collected)->programs) files.push_back(*p.source), names.push_back(p.name);
  } else {
    const auto opened = openFile(arguments, arguments.get("FILE"));
    if (const int* code = std::get_if<int>(&opened)) return *code;
    files.push_back(std::get<OpenedFile>(opened).file), names.push_back(name.function);
  }
  nlohmann::json functions = nlohmann::json::array(), warnings = functions, schedules = functions;
  for (size_t i = 0; i < files.size(); ++i) {
    if (const auto code = checkText(arguments, files[i])) return *code;
    for (const std::string& f : functionsOf(files[i])) functions.push_back(f == names[i] ? f : names[i] + "." + f);
    addWarnings(arguments, files[i], warnings);
    if (!arguments.json())
      for (const Diagnostic& d : files[i].diagnostics)
        std::cerr << renderAtOrigin(arguments, d, files[i].source) << "\n";
  }
  for (const CollectedSchedule& s : (*collected)->schedules) schedules.push_back(s.name);
  const bool good = (*collected)->errors.empty();
  if (arguments.json()) {
    std::cout << nlohmann::json{{"ok", good},
                                {"functions", functions},
                                {"schedules", schedules},
                                {"warnings", warnings}}
                     .dump(2)
              << "\n";
    return good ? kDone : kInputAtFault;
  }
  if (files.empty()) return fail(arguments, nothingMade(**collected, name.file));
  std::cout << name.file << ": " << (good ? "no errors, " : "stopped by an error; before it ")
            << counted(files.size(), "program", "programs") << ", "
            << counted((*collected)->schedules.size(), "schedule", "schedules") << "\n";
  return good ? kDone : kInputAtFault;
}

int run(const CommandLine& arguments) {
  const std::string& path = arguments.get("FILE");
  if (arguments.has("--python")) return checkCollected(arguments, splitTarget(path));
  std::variant<OpenedFile, int> opened = openFile(arguments, path);
  if (const int* code = std::get_if<int>(&opened)) return *code;
  SourceFile& file = std::get<OpenedFile>(opened).file;
  if (const auto code = checkText(arguments, file)) return *code;
  const std::vector<std::string> functions = functionsOf(file);
  if (!arguments.json()) {
    dropLaterOnes(file);
    for (const Diagnostic& d : file.diagnostics) std::cerr << render(d, file.source) << "\n";
    printSummary(file, functions.size());
    return kDone;
  }
  nlohmann::json warnings = nlohmann::json::array(), factories = warnings;
  addWarnings(arguments, file, warnings);
  for (const Factory& f : factoriesIn(file)) factories.push_back(f.name);
  nlohmann::json j{{"ok", true},
                   {"functions", functions},
                   {"graph_functions", graphFunctionsOf(file)},
                   {"schedules", file.scheduleFunctions()},
                   {"factories", factories},
                   {"warnings", warnings}};
  if (const InPlaceOfPrograms instead = inPlaceOfPrograms(file); !instead.what.empty())
    j["nothing"] = {{"message", instead.what.text()}, {"hint", instead.remedy.text()}};
  std::cout << j.dump(2) << "\n";
  return kDone;
}

}  // namespace

Command checkCommand() {
  return {"check", "Report the errors of a source file.", {{"FILE", "source file", "", OptionSpec::kRequired}}, run};
}

}  // namespace lw
