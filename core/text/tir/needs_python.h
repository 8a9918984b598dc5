// What only Python can do: statements at the top level that are carried out, classes, decorators, and syntax outside of
// the accepted language. Reading passes over it with a warning, so that the programs of the file can be used.
#pragma once

#include <string>
#include <vector>

#include "core/text/source.h"
#include "core/text/tir/parser.h"

namespace lw {

inline constexpr std::string_view kNeedsPythonId = "parse.needs-python";

Message needsPythonHint();

// The names to which a statement gives a value: targets, loops, definitions, at any depth outside of functions.
std::vector<std::string> namesBoundBy(const py::Stmt& s);
// if __name__ == "__main__": it is carried out after everything else.
bool isMainGuard(const py::Stmt& s);
// if TYPE_CHECKING: imports. There is nothing to carry out.
bool importsOnly(const py::Stmt& s);

// Errors of syntax that Python knows become warnings, except inside of programs.
void passOverSyntax(SourceFile& file);

}  // namespace lw
