// Calls of factories that need no Python: make(128, dtype="float16"), where the function only names constants, defines
// helpers and programs, and returns programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/tir/parser.h"

namespace lw {

struct FactoryCall {
  SourceFile file;                    // the programs, at the lines at which the factory's file has them
  std::vector<std::string> programs;  // what the factory returns: functions or classes of `file`
};

// `call` is Python's text of the call. Its arguments may name constants of the file. An error of the kind
// "parse.needs-python" says which statement only Python can carry out; errors inside of the programs are in
// `file.diagnostics`.
Result<FactoryCall> callFactory(const SourceFile& file, std::string_view call);

}  // namespace lw
