// The program to which a schedule is applied, as FUNC of the command line names it: a single function, or a module
// class with all its functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/schedule/snapshot.h"
#include "core/text/tir/parser.h"

namespace lw {

struct Program {
  std::string name;  // "f"; for a class with several functions the name of the class, for a class with one "Class.f"
  Snapshot snapshot;
  std::optional<int> function;  // the selected function; none: the class has several functions and none is called main
};

// `name` is a function, a class, `Class.function`, or a function of a class by its own name; empty: the only function
// or class of the file. Steps may use every function of the class (func_name, work_on), whichever is selected.
// Functions that `name` does not select may contain errors; the class then consists of its correct functions. If `name`
// is empty, any error of the file is returned.
Result<Program> programOf(const SourceFile& file, std::string_view name);
// The selected function; if none is selected, the error lists the functions.
Result<int> onlyFunction(const Program& program);

// "f", or "Class.f" for a function of a class.
std::string functionTitle(const Program& program, int function);
// The text that is written to a file: the function, or the class with all its functions.
std::string printedText(const Snapshot& program);
std::string hashOf(const Snapshot& program);  // of its printed text (core/text/print/program_hash.h)

}  // namespace lw
