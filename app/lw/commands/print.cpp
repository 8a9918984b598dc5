// lw print: prints the program in the format of TVM's printer.
#include "core/text/print/printer.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/lw/command.h"
#include "app/lw/errors.h"

namespace lw {

namespace {

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
  const auto loaded = loadProgram(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const auto& [file, program, function] = std::get<Loaded>(loaded);
  const PrintOptions options{.dialect = dialect == "tvm" ? Dialect::Tvm : Dialect::Classic};
  const std::string text = printed(file, splitTarget(arguments.get("FILE")).function, function, options).text;
  if (arguments.json())
    std::cout << nlohmann::json{{"ok", true}, {"function", function.name}, {"text", text}}.dump(2) << "\n";
  else
    std::cout << text;
  return kDone;
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
