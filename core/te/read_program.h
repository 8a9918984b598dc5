// A source file with the functions that its tensor expressions build.
#pragma once

#include "core/text/tir/parser.h"

namespace lw {

// parseSource, and then every `def NAME():` that gives te.create_prim_func(...), and every `NAME =
// te.create_prim_func(...)` of module level, carried out: the result is a function NAME beside those that are written.
// So are the programs that te.create_schedule is called for, named as tvm.lower(s, ..., name=) says, or "main". What is
// wrong with an expression is a diagnostic at its place, and keeps no other function from being made. Blocks are mapped
// to the te.compute that they stem from.
SourceFile readProgram(std::string fileName, std::string text);

}  // namespace lw
