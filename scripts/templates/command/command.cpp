// lw @name@: what it answers. As it is, the name of the program's function.
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/lw/command.h"

namespace lw {
namespace {

int run(const CommandLine& arguments) {
  const auto loaded = loadProgram(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const auto& [file, program, function] = std::get<Loaded>(loaded);
  if (arguments.json())
    std::cout << nlohmann::json{{"ok", true}, {"function", function.name}}.dump(2) << "\n";
  else
    std::cout << function.name << "\n";
  return kDone;
}

}  // namespace

Command @name@Command() {
  return {"@name@",
          "say the name of the program's function",
          {{"FILE", "source file, or FILE:FUNCTION", "", OptionSpec::kRequired}},
          run};
}

}  // namespace lw
