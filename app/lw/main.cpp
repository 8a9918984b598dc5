// lw: the engine on the command line. commands.def lists the commands; each has its file in commands/.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include "core/support/json.h"

#include "app/lw/command.h"
#include "app/lw/files/python_files.h"
#include "app/lw/steps.h"
#include "app/shared/deep_stack.h"

namespace {

std::vector<lw::Command> allCommands() {
  return {
#define LW_COMMAND(name) lw::name##Command(),
#include "app/lw/commands.def"
#undef LW_COMMAND
  };
}

// Storage of one option while the arguments are parsed.
struct Parsed {
  const lw::OptionSpec* spec;
  std::vector<std::string> values;
  std::string value;
  bool flag = false;
  CLI::Option* option = nullptr;
};

CLI::App* addCommand(CLI::App& app, const lw::Command& command, std::vector<std::unique_ptr<Parsed>>& parsed) {
  CLI::App* sub = app.add_subcommand(command.name, command.help);
  for (const lw::OptionSpec& spec : command.options) {
    Parsed& slot = *parsed.emplace_back(std::make_unique<Parsed>(Parsed{&spec, {}, {}, false, nullptr}));
    if (spec.kind == lw::OptionSpec::kFlag) {
      sub->add_flag(spec.name, slot.flag, spec.help);
      continue;
    }
    const bool positional = spec.name[0] != '-';
    const bool repeated = spec.kind == lw::OptionSpec::kRepeated;
    // A string receives one value, so that each of several positional arguments gets one.
    CLI::Option* option = repeated ? sub->add_option(spec.name, slot.values, spec.help)
                                   : sub->add_option(spec.name, slot.value, spec.help);
    slot.option = option;
    if (spec.kind == lw::OptionSpec::kOptionalValue) option->expected(0, 1)->type_name("[PATH]");
    if (spec.kind == lw::OptionSpec::kRequired || (positional && repeated)) option->required();
    if (!repeated && !positional) option->take_last();  // the last occurrence of an option counts
    // Each occurrence has one value.
    if (repeated && !positional) option->take_all()->allow_extra_args(false)->expected(1, 1000);
    if (!spec.defaultValue.empty()) option->default_str(spec.defaultValue);
  }
  return sub;
}

lw::CommandLine collect(const std::vector<std::unique_ptr<Parsed>>& parsed) {
  lw::CommandLine arguments;
  for (const auto& slot : parsed) {
    if (slot->flag)
      arguments.values[slot->spec->name] = {"1"};
    else if (!slot->value.empty() || (slot->spec->kind == lw::OptionSpec::kOptionalValue && slot->option->count() > 0))
      arguments.values[slot->spec->name] = {slot->value};
    else if (!slot->values.empty())
      arguments.values[slot->spec->name] = slot->values;
    else if (!slot->spec->defaultValue.empty())
      arguments.values[slot->spec->name] = {slot->spec->defaultValue};
  }
  arguments.opened = std::make_shared<lw::OpenedFiles>();
  arguments.takesSteps =
      std::any_of(parsed.begin(), parsed.end(), [](const auto& slot) { return slot->spec->name == "--do"; });
  return arguments;
}

int run(const lw::Command& command, const lw::CommandLine& arguments) {
  if (lw::Status right = lw::checkStepOptions(arguments); !right)
    return lw::fail(arguments, right.error(), nullptr, lw::kWrongUsage);
  return command.run(arguments);
}

// Does the command read programs from a file?
bool takesFile(const lw::Command& command) {
  return std::any_of(command.options.begin(), command.options.end(),
                     [](const lw::OptionSpec& option) { return option.name == "FILE" || option.name == "FILES"; });
}

// The description of all commands, from which scripts/reference writes man pages and completions.
std::string describe(const CLI::App& app, const std::vector<lw::Command>& commands) {
  const char* const kKinds[] = {"value", "flag", "repeated", "required", "optional"};
  nlohmann::ordered_json all{{"summary", app.get_description()}, {"commands", nlohmann::ordered_json::array()}};
  for (const CLI::Option* option : app.get_options())
    all["options"].push_back(
        {{"name", option->get_name(false, true)}, {"help", option->get_description()}, {"kind", "flag"}});
  for (const lw::Command& command : commands) {
    nlohmann::ordered_json one{{"name", command.name}, {"help", command.help}};
    for (const lw::OptionSpec& spec : command.options)
      one["options"].push_back(
          {{"name", spec.name}, {"help", spec.help}, {"kind", kKinds[spec.kind]}, {"default", spec.defaultValue}});
    all["commands"].push_back(std::move(one));
  }
  return all.dump(2);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"lw: explore, check, lower and run schedules of tensor programs"};
  app.require_subcommand(1);
  app.set_version_flag("--version", "lw " LW_VERSION);
  std::vector<lw::Command> commands = allCommands();
  for (lw::Command& command : commands) {
    if (takesFile(command))
      for (lw::OptionSpec& option : lw::pythonOptions()) command.options.push_back(std::move(option));
    command.options.push_back(
        {"--json", "print one JSON document on stdout and nothing else", "", lw::OptionSpec::kFlag});
  }
  app.add_flag_callback(
      "--describe",
      [&] {
        std::puts(describe(app, commands).c_str());
        throw CLI::Success();
      },
      "Print all commands and their options as one JSON document and exit");
  std::vector<std::vector<std::unique_ptr<Parsed>>> parsed(commands.size());
  std::vector<CLI::App*> subs;
  for (size_t i = 0; i < commands.size(); ++i) subs.push_back(addCommand(app, commands[i], parsed[i]));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? lw::kDone : lw::kWrongUsage;
  }
  for (size_t i = 0; i < commands.size(); ++i)
    if (subs[i]->parsed()) return lw::withDeepStack([&] { return run(commands[i], collect(parsed[i])); });
  return lw::kWrongUsage;
}
