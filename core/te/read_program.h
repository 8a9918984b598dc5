// Reads a source file and adds the functions that its tensor expressions build.
#pragma once

#include "core/text/tir/parser.h"

namespace lw {

// Calls parseSource; then runs every `def NAME():` that returns te.create_prim_func(...), and every `NAME =
// te.create_prim_func(...)` at module level, and adds its result as a function NAME to the functions of the file. Also
// adds the programs for which te.create_schedule is called, named as in tvm.lower(s, ..., name=), or "main". An error
// in an expression becomes a diagnostic at its position and does not affect other functions. The source map maps blocks
// to the te.compute from which they were made.
SourceFile readProgram(std::string fileName, std::string text);

}  // namespace lw
