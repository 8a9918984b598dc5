// lw print: prints the program in the format of TVM's printer.
#include "core/text/print/printer.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "core/text/print/graph_printer.h"

namespace lw {

namespace {

// The graph that is named, with the prim_funcs of its class: a class, a graph function, or the only class of the file.
// Nothing: a prim_func is meant.
std::optional<PrintedText> printedGraph(const SourceFile& file, const std::string& name, const PrintOptions& options) {
  for (const auto& graph : file.graphs) {
    const bool only = name.empty() && file.graphs.size() == 1 && file.functions.empty() &&
                      file.modules.size() == (graph->module.empty() ? 0 : 1);
    const bool whole = only || (!graph->module.empty() && graph->module == name);
    const auto module = std::find_if(file.modules.begin(), file.modules.end(),
                                     [&](const Module& m) { return m.name == graph->module; });
    if (whole && module != file.modules.end()) return print(*module, *graph, options);
    for (const graph::Function& f : graph->functions)
      if ((whole && graph->functions.size() == 1) || f.name == name || graph->module + "." + f.name == name)
        return print(f, options);
  }
  return std::nullopt;
}

// Prints a class as a whole, and otherwise one function.
PrintedText printed(const SourceFile& file, const std::string& name, const PrimFunc& function,
                    const PrintOptions& options) {
  for (const Module& m : file.modules)
    if (m.name == name || (name.empty() && file.functions.empty() && file.modules.size() == 1))
      return print(m, options);
  return print(function, options);
}

int run(const CommandLine& arguments) {
  const std::string& dialect = arguments.get("--dialect");
  if (dialect != "classic" && dialect != "tvm")
    return fail(arguments, err::kUsageDialect(dialect), nullptr, kWrongUsage);
  const PrintOptions options{.dialect = dialect == "tvm" ? Dialect::Tvm : Dialect::Classic};
  const FileAndFunction target = splitTarget(arguments.get("FILE"));
  const auto write = [&](const std::string& name, const std::string& text) {
    if (arguments.json())
      std::cout << nlohmann::json{{"ok", true}, {"function", name}, {"text", text}}.dump(2) << "\n";
    else
      std::cout << text;
    return int{kDone};
  };
  Result<std::string> source = readFile(target.file);
  if (!source) return fail(arguments, source.error());
  if (const SourceFile file = readProgram(target.file, std::move(*source)); !file.graphs.empty() && !file.hasErrors())
    if (const std::optional<PrintedText> graph = printedGraph(file, target.function, options))
      return write(target.function, graph->text);
  const auto loaded = loadProgram(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const auto& [file, program, function] = std::get<Loaded>(loaded);
  return write(function.name, printed(file, target.function, function, options).text);
}

}  // namespace

Command printCommand() {
  return {
      "print",
      "Print a program as canonical TVMScript.",
      {{"FILE", "source file, or FILE:FUNCTION", "", OptionSpec::kRequired},
       {"--dialect", "names of block constructs: classic (T.block) or tvm (T.sblock)", "classic", OptionSpec::kValue}},
      run};
}

}  // namespace lw
