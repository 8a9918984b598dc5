// What every command of `lw` shares: reading files, choosing a function, writing results and errors. One file per
// command under app/commands/; app/main_lw.cpp lists them.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "core/support/result.h"

namespace CLI {
class App;
}

namespace lw {

struct SourceFile;
struct PrimFunc;

// Exit codes of contract.md.
enum ExitCode : int { kDone = 0, kInputAtFault = 1, kWrongUsage = 2, kWrongResult = 3, kNoTarget = 4 };

// State of one run of `lw`; commands set `run`, main calls it once the arguments are parsed.
struct CommandContext {
  bool json = false;
  std::function<int()> run;
};

// "FILE[:FUNC]", split at the last colon that is followed by an identifier (or Class.function).
struct FileAndFunction {
  std::string file, function;
};
FileAndFunction splitTarget(const std::string& text);

Result<std::string> readFile(const std::string& path);
Status writeFile(const std::string& path, const std::string& text);

// Prints an error as contract.md says (stderr, or a JSON document on stdout) and returns the exit code.
int fail(const CommandContext& context, const Explanation& error, const SourceFile* file = nullptr,
         int code = kInputAtFault);

// A parsed file and the chosen function; parse errors are printed by the caller through failParse.
struct LoadedFunction;

void addPrintCommand(CLI::App& app, CommandContext& context);
void addCheckCommand(CLI::App& app, CommandContext& context);
void addEqualCommand(CLI::App& app, CommandContext& context);
void addApplyCommand(CLI::App& app, CommandContext& context);
void addPrimitivesCommand(CLI::App& app, CommandContext& context);
void addLegalCommand(CLI::App& app, CommandContext& context);
void addExplainCommand(CLI::App& app, CommandContext& context);
void addLowerCommand(CLI::App& app, CommandContext& context);
void addSameCommand(CLI::App& app, CommandContext& context);
void addRunCommand(CLI::App& app, CommandContext& context);
void addDevicesCommand(CLI::App& app, CommandContext& context);

}  // namespace lw
