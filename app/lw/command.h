// The common parts of the commands of `lw`. A command is a description (name, help, options) and a function; there is
// one file per command under app/lw/commands/. app/lw/commands.def lists the commands, and app/lw/main.cpp passes the
// descriptions to the argument parser.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/schedule/program.h"
#include "core/support/result.h"
#include "core/te/read_program.h"
#include "core/trace/trace.h"

namespace lw {

// Exit codes, as README.md lists them for users.
enum ExitCode : int { kDone = 0, kInputAtFault = 1, kWrongUsage = 2, kWrongResult = 3, kNoTarget = 4 };

struct OptionSpec {
  std::string name;  // "--target", or "FILE" for a positional argument
  std::string help;
  std::string defaultValue;  // shown in the help; used when the option is absent
  enum Kind { kValue, kFlag, kRepeated, kRequired, kOptionalValue } kind = kValue;  // the last: --python [PATH]
};

class OpenedFiles;

class CommandLine {
 public:
  std::map<std::string, std::vector<std::string>> values;  // by option name
  bool has(const std::string& name) const { return values.contains(name); }
  // The given value, or the default from the description.
  const std::string& get(const std::string& name) const;
  std::vector<std::string> all(const std::string& name) const;
  Result<int64_t> integer(const std::string& name) const;  // an error names option and value
  Result<int64_t> integer(const std::string& name, int64_t least, int64_t most) const;
  bool json() const { return has("--json"); }
  bool takesSteps = false;              // the command has the options of steps.h
  std::shared_ptr<OpenedFiles> opened;  // files/python_files.h: what Python made of the files; none without --python
};

struct Command {
  std::string name;
  std::string help;
  std::vector<OptionSpec> options;  // --json is added to all
  int (*run)(const CommandLine& arguments);
};

#define LW_COMMAND(name) Command name##Command();
#include "app/lw/commands.def"
#undef LW_COMMAND

// ---- helpers for commands ----

// "FILE[:FUNC]", split at the last colon if an identifier (or Class.function) follows it.
struct FileAndFunction {
  std::string file, function;
};
FileAndFunction splitTarget(const std::string& text);

Result<std::string> readFile(const std::string& path);
Status writeFile(const std::string& path, const std::string& text);

// A file and the program chosen from it, which has no errors. Errors in other functions of the file were printed as
// warnings. Of a schedule that Python made, in a command without steps of its own, the program is the scheduled one.
struct Loaded {
  SourceFile file;
  Program program;
  PrimFunc function;       // the chosen function; the first one if none was chosen
  std::string name = {};   // of the function or class, as it was chosen; empty: none was named
  bool collected = false;  // Python made it
  bool scheduled = false;  // with the steps of a schedule, which were carried out
  std::optional<Trace> steps =
      {};  // of the schedule that was named, for a command with steps: they are carried out first
};
// On failure, these print every diagnostic (to stderr, or as JSON to stdout) and return the exit code. `load` requires
// one function; `loadProgram` also accepts a class with several functions.
std::variant<Loaded, int> load(const CommandLine& arguments, const std::string& target);
std::variant<Loaded, int> loadProgram(const CommandLine& arguments, const std::string& target);

// Prints an error, with its location in the source and its hint, to stderr and returns `code`. With --json, prints to
// stdout:
// {"ok": false, "errors": [{kind, message, ...}]}.
int fail(const CommandLine& arguments, const Explanation& error, const SourceText* source = nullptr,
         int code = kInputAtFault);
// Prints errors of functions that were not chosen to stderr.
void warnOfOthers(const CommandLine& arguments, const SourceFile& file);
// Prints all diagnostics of the file, and `more`. If a function should have been named, lists the functions.
int fail(const CommandLine& arguments, const SourceFile& file, const Explanation* more = nullptr);

}  // namespace lw
