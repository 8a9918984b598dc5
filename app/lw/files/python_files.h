// FILE[:NAME] of the command line: read as text, or run by Python (--python), which makes programs and schedules.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/lw/command.h"
#include "backends/collect/collect.h"

namespace lw {

// --python, --call, --tvm and --python-time: of every command that takes FILE.
std::vector<OptionSpec> pythonOptions();

// What Python made of each file, so that a command runs a file once.
class OpenedFiles {
 public:
  std::map<std::string, std::shared_ptr<const Collected>> files;  // by path as on the command line
};

struct OpenedFile {
  SourceFile file;       // of a collected program: its text
  std::string function;  // of `file`; empty: none was named
  bool collected = false;
  std::optional<Trace> steps = {};  // of a collected schedule
};
// With --python, NAME is a program that was collected, one of its functions ("make.matmul", "Class.f"), or a schedule;
// without NAME the only program is taken, or what --call returned, and in a command with steps the only schedule. An
// exit code: the error was printed.
std::variant<OpenedFile, int> openFile(const CommandLine& arguments, const std::string& target);

// Runs the file, or returns what an earlier call made of it. Errors that the file raised, what it printed and what was
// left out are printed on stderr the first time.
Result<std::shared_ptr<const Collected>> collectFile(const CommandLine& arguments, const std::string& path);

// The place in the file that was run, of a place in a text that was collected from it; other places stay.
struct Place {
  SourceText source;
  Span span;
};
Place originalPlace(const CommandLine& arguments, const SourceText& source, Span span);

std::string renderAtOrigin(const CommandLine& arguments, Diagnostic diagnostic, const SourceText& source);

// Why Python made no program of the file.
Explanation nothingMade(const Collected& collected, const std::string& path);

// What a text without programs holds instead, and what to do; empty: the file has programs.
struct InPlaceOfPrograms {
  Message what, remedy;
};
InPlaceOfPrograms inPlaceOfPrograms(const SourceFile& file);

// "make(m, n=128)"
std::string callOf(const Factory& factory);

// An error that the file raised, at its line.
struct RaisedError {
  Explanation error;
  std::optional<SourceText> source;
};
RaisedError raisedError(const Collected& collected, const ScriptError& error);

}  // namespace lw
