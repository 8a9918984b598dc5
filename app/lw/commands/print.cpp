// lw print: prints the program in the format of TVM's printer.
#include "core/text/print/printer.h"

#include <algorithm>
#include <iostream>
#include "core/support/json.h"

#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "app/lw/files/python_files.h"
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
PrintedText printed(const Loaded& found, const PrintOptions& options) {
  const SourceFile& file = found.file;
  for (const Module& m : file.modules)
    if (m.name == found.name || (found.name.empty() && file.functions.empty() && file.modules.size() == 1))
      return print(found.scheduled ? found.program.snapshot.module() : m, options);
  return print(found.function, options);
}

int run(const CommandLine& arguments) {
  const std::string& dialect = arguments.get("--dialect");
  if (dialect != "classic" && dialect != "tvm")
    return fail(arguments, err::kUsageDialect(dialect), nullptr, kWrongUsage);
  const PrintOptions options{.dialect = dialect == "tvm" ? Dialect::Tvm : Dialect::Classic};
  const auto write = [&](const std::string& name, const std::string& text) {
    if (arguments.json())
      std::cout << nlohmann::json{{"ok", true}, {"function", name}, {"text", text}}.dump(2) << "\n";
    else
      std::cout << text;
    return int{kDone};
  };
  {
    const auto opened = openFile(arguments, arguments.get("FILE"));
    if (const int* code = std::get_if<int>(&opened)) return *code;
    const OpenedFile& whole = std::get<OpenedFile>(opened);
    if (!whole.file.graphs.empty() && !whole.file.hasErrors())
      if (const std::optional<PrintedText> graph = printedGraph(whole.file, whole.function, options))
        return write(whole.function, graph->text);
  }
  const auto loaded = loadProgram(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const Loaded& found = std::get<Loaded>(loaded);
  return write(found.function.name, printed(found, options).text);
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
