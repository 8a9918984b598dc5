// What every command of `lw` shares. A command is a description (name, help, options) and a function;
// app/lw/commands.def lists the commands, app/lw/main.cpp hands the descriptions to the argument parser. One file per
// command under app/lw/commands/.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/schedule/program.h"
#include "core/support/result.h"
#include "core/te/read_program.h"

namespace lw {

// Exit codes, as README.md lists them for users.
enum ExitCode : int { kDone = 0, kInputAtFault = 1, kWrongUsage = 2, kWrongResult = 3, kNoTarget = 4 };

struct OptionSpec {
  std::string name;  // "--target", or "FILE" for a positional argument
  std::string help;
  std::string defaultValue;  // shown in the help; the value when the option is absent
  enum Kind { kValue, kFlag, kRepeated, kRequired } kind = kValue;
};

class CommandLine {
 public:
  std::map<std::string, std::vector<std::string>> values;  // by option name
  bool has(const std::string& name) const { return values.contains(name); }
  // The value given, or the default of the description.
  const std::string& get(const std::string& name) const;
  std::vector<std::string> all(const std::string& name) const;
  Result<int64_t> integer(const std::string& name) const;  // names option and value when it is no number
  bool json() const { return has("--json"); }
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

// "FILE[:FUNC]", split at the last colon when an identifier (or Class.function) follows it.
struct FileAndFunction {
  std::string file, function;
};
FileAndFunction splitTarget(const std::string& text);

Result<std::string> readFile(const std::string& path);
Status writeFile(const std::string& path, const std::string& text);

// A file and the chosen program of it, which has no errors. Those of other functions of the file were said as warnings.
struct Loaded {
  SourceFile file;
  Program program;
  PrimFunc function;  // the one that is meant; the first where that is open
};
// On failure prints every diagnostic (stderr, or JSON on stdout) and returns the exit code. `load` wants one function;
// for `loadProgram` a class with several functions will do.
std::variant<Loaded, int> load(const CommandLine& arguments, const std::string& target);
std::variant<Loaded, int> loadProgram(const CommandLine& arguments, const std::string& target);

// Prints an error, with its place in the source and its hint, to stderr and returns `code`. With --json it goes to
// stdout:
// {"ok": false, "errors": [{kind, message, ...}]}.
int fail(const CommandLine& arguments, const Explanation& error, const SourceText* source = nullptr,
         int code = kInputAtFault);
// Errors that do not concern what was chosen of a file, to stderr.
void warnOfOthers(const SourceFile& file);
// All diagnostics of the file, and what else is wrong. Where a function could have been named, says which ones.
int fail(const CommandLine& arguments, const SourceFile& file, const Explanation* more = nullptr);

// "repairs": steps as text, one a line; "repair_warnings": of those that have one, by their text.
void addRepairs(nlohmann::json& to, const std::vector<Repair>& repairs);

}  // namespace lw
