// What FUNC of the command line is to a schedule: one function by itself, or a module class with all its functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/schedule/snapshot.h"
#include "core/text/tir/parser.h"

namespace lw {

struct Program {
  std::string name;  // "f"; of a class with several functions the class, with one "Class.f"
  Snapshot snapshot;
  std::optional<int> function;  // the one that is meant; none: the class has several and none is called main
};

// FUNC: a function, a class, `Class.function`, or a function of a class by its own name; empty: the only one of the
// file. Steps may name every function of the class (func_name, work_on), whichever is meant. Other functions than the
// one that is named may have errors; a class then has those that have none. Where nothing is named, any error of the
// file is the answer.
Result<Program> programOf(const SourceFile& file, std::string_view name);
// The function that is meant; where that is open, the error names them.
Result<int> onlyFunction(const Program& program);

// "f", or "Class.f" for a function of a class.
std::string functionTitle(const Program& program, int function);
// As it is written out: the function, or the class with all of them.
std::string printedText(const Snapshot& program);

}  // namespace lw
