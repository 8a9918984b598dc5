// lw check: prints the diagnostics of a file.
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/lw/command.h"
#include "backends/interpreter/check_intrinsic.h"
#include "backends/measure/library_functions.h"
#include "backends/reference/registered.h"
#include "core/analysis/well_formed.h"
#include "core/graph/errors.h"
#include "core/text/graph/read_model.h"
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

int run(const CommandLine& arguments) {
  const std::string& path = arguments.get("FILE");
  Result<std::string> text = readFile(path);
  if (!text) return fail(arguments, text.error());
  SourceFile file = readProgram(path, std::move(*text));
  if (file.hasErrors()) return fail(arguments, file);
  for (const TensorIntrin& intrinsic : file.intrinsics)
    if (const Status right = checkIntrinsic(intrinsic); !right) return fail(arguments, right.error());
  for (Diagnostic& warning : wellFormednessWarnings(file)) file.diagnostics.push_back(std::move(warning));
  for (Diagnostic& warning : graphsThatCannotRun(file)) file.diagnostics.push_back(std::move(warning));
  nlohmann::json functions = nlohmann::json::array();
  for (const PrimFunc& f : file.functions) functions.push_back(f.name);
  for (const Module& m : file.modules)
    for (const PrimFunc& f : m.functions) functions.push_back(m.name + "." + f.name);
  if (!arguments.json()) {
    for (const Diagnostic& d : file.diagnostics) std::cerr << render(d, file.source) << "\n";
    std::cout << path << ": no errors, " << functions.size() << (functions.size() == 1 ? " function" : " functions")
              << "\n";
    return kDone;
  }
  nlohmann::json warnings = nlohmann::json::array();
  for (const Diagnostic& d : file.diagnostics) {
    const LineColumn at = file.source.locate(d.span.begin);
    warnings.push_back({{"kind", d.kind}, {"message", d.message}, {"line", at.line}, {"column", at.column}});
  }
  std::cout << nlohmann::json{{"ok", true},
                              {"functions", functions},
                              {"schedules", file.scheduleFunctions()},
                              {"warnings", warnings}}
                   .dump(2)
            << "\n";
  return kDone;
}

}  // namespace

Command checkCommand() {
  return {"check", "Report the errors of a source file.", {{"FILE", "source file", "", OptionSpec::kRequired}}, run};
}

}  // namespace lw
