// TVMScript source file -> IR, plus everything else that a file may contain: classes of functions, intrinsics, schedule
// functions, a reference, tensor expressions and constants.
#pragma once

#include <memory>

#include "core/ir/stmt.h"
#include "core/ir/tensor_intrin.h"
#include "core/support/result.h"
#include "core/text/python/python_ast.h"
#include "core/text/source.h"
#include "core/text/source_map.h"

namespace lw {

struct SourceFile {
  SourceText source;
  py::Module syntax;
  std::vector<Module> modules;      // classes with @I.ir_module
  std::vector<PrimFunc> functions;  // @T.prim_func outside of classes
  std::vector<TensorIntrin>
      intrinsics;  // TensorIntrin.register("name", desc, impl), or "# intrin: name" above desc and impl
  std::vector<py::Stmt> otherFunctions;  // FunctionDef: schedule functions, reference, te builders, helpers
  std::vector<std::pair<std::string, py::Expr>> constants;  // module level NAME = value
  std::vector<Diagnostic> diagnostics;                      // of the whole file, in the order of the text
  std::vector<Diagnostic> unread;                           // those of them that tell what no syntax tree was made of
  SourceMap map;

  bool hasErrors() const;
  // An error inside of a function or class ("f", "M", "M.f", "schedule"), which cannot be used therefore; nullptr:
  // there is none.
  const Diagnostic* errorIn(std::string_view name) const;
  // An error outside of all functions and classes. What they mean may depend on it, so none of them can be used.
  const Diagnostic* errorAtTop() const;
  // The function ("f", "M.f") or class that holds the place, also where the head of one could not be read; empty: none.
  std::string ownerOf(Span place) const;
  const py::FunctionDef* function(std::string_view name) const;  // of otherFunctions
  // What may be applied by name: functions with one parameter named `sch` or `s`, and code that makes its schedule
  // itself.
  std::vector<std::string> scheduleFunctions() const;
  // Schedules that a function without parameters makes with te.create_schedule: its own name, or none. "": those of the
  // top of the file, in order: "schedule", "schedule_1" ...; with a function of that name "module", "module_1" ...
  std::vector<std::string> ownSchedules(std::string_view function) const;
  // FUNC of the command line: a function, a class (its `main` or only function), `Class.function`; empty: the only one,
  // not counting those of intrinsics. A name asks for that function and the top of the file to be without errors, no
  // name for all of it.
  Result<PrimFunc> select(std::string_view name) const;
};

// Never crashes, whatever the text; as many errors as can be told apart are reported in one go.
SourceFile parseSource(std::string fileName, std::string text);

}  // namespace lw
