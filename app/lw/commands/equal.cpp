// lw equal: structural equality of two programs, up to the names of variables, loops, buffers and functions.
#include "core/ir/equal.h"

#include <iostream>
#include "core/support/json.h"

#include "app/lw/command.h"
#include "app/lw/errors.h"

namespace lw {

namespace {

int run(const CommandLine& arguments) {
  const std::vector<std::string> files = arguments.all("FILES");
  if (files.size() != 2)
    return fail(arguments, explain(err::kUsageTwoPrograms(files.size()), "lw equal FILE[:FUNC] FILE[:FUNC]"), nullptr,
                kWrongUsage);
  const auto left = load(arguments, files[0]);
  if (const int* code = std::get_if<int>(&left)) return *code;
  const auto right = load(arguments, files[1]);
  if (const int* code = std::get_if<int>(&right)) return *code;
  const auto difference = firstDifference(std::get<Loaded>(left).function, std::get<Loaded>(right).function);
  if (arguments.json()) {
    nlohmann::json j{{"ok", true}, {"equal", !difference}};
    if (difference)
      j["difference"] = {{"path", difference->path}, {"left", difference->left}, {"right", difference->right}};
    std::cout << j.dump(2) << "\n";
  } else if (difference) {
    std::cout << "different at " << difference->path << "\n  left:  " << difference->left
              << "\n  right: " << difference->right << "\n";
  } else {
    std::cout << "equal\n";
  }
  return difference ? kInputAtFault : kDone;
}

}  // namespace

Command equalCommand() {
  return {"equal",
          "Compare two programs up to the names of variables, loops, buffers and functions.",
          {{"FILES", "two programs, each FILE or FILE:FUNCTION", "", OptionSpec::kRepeated}},
          run};
}

}  // namespace lw
