// Reads a TVMScript source file into IR, with everything else that a file may contain: classes of functions,
// intrinsics, schedule functions, a reference, tensor expressions and constants.
#pragma once

#include <memory>

#include "core/ir/stmt.h"
#include "core/ir/tensor_intrin.h"
#include "core/support/result.h"
#include "core/text/python/python_ast.h"
#include "core/text/source.h"
#include "core/text/source_map.h"

namespace lw {

namespace graph {
struct Graph;
}

struct SourceFile {
  SourceText source;
  py::Module syntax;
  std::vector<Module> modules;      // classes with @I.ir_module
  std::vector<PrimFunc> functions;  // @T.prim_func outside of classes
  // Functions with @R.function: one graph for each class that has some, and one for those outside of classes.
  std::vector<std::shared_ptr<const graph::Graph>> graphs;
  // From TensorIntrin.register("name", desc, impl), or from a comment "# intrin: name" above desc and impl.
  std::vector<TensorIntrin> intrinsics;
  std::vector<py::Stmt> otherFunctions;  // FunctionDef: schedule functions, reference, te builders, helpers
  std::vector<std::pair<std::string, py::Expr>> constants;  // module level NAME = value
  std::vector<Diagnostic> diagnostics;                      // of the whole file, in the order of the text
  std::vector<Diagnostic> unread;  // the syntax errors among `diagnostics`, for statements that are not in the tree
  SourceMap map;

  bool hasErrors() const;
  // The first of what only Python can do (core/text/tir/needs_python.h); nullptr: there is nothing.
  const Diagnostic* needsPython() const;
  // An error inside a function or class ("f", "M", "M.f", "schedule"), or something that only Python can do, which
  // makes it unusable; nullptr: there is none.
  const Diagnostic* errorIn(std::string_view name) const;
  // An error outside of all functions and classes. Their meaning may depend on it, so it makes all of them unusable.
  const Diagnostic* errorAtTop() const;
  // The function ("f", "M.f") or class that contains the position, even if its head has a syntax error; empty: none.
  std::string ownerOf(Span place) const;
  const graph::Graph* graphOf(std::string_view module) const;    // of a class, or ""; nullptr: it has none
  const py::FunctionDef* function(std::string_view name) const;  // of otherFunctions
  // Functions that may be applied as schedules: those with one parameter named `sch` or `s`, and code that creates its
  // schedule itself.
  std::vector<std::string> scheduleFunctions() const;
  // The names of schedules that a function without parameters creates by te.create_schedule: its own name, or none. For
  // "", those of the file's top level in order: "schedule", "schedule_1" ...; if there is a function of that name,
  // "module", "module_1" ...
  std::vector<std::string> ownSchedules(std::string_view function) const;
  // FUNC of the command line: a function, a class (its `main` or its only function), `Class.function`; empty: the only
  // function, not counting those of intrinsics. If a name is given, that function and the top level of the file must
  // have no errors; otherwise the whole file must have none.
  Result<PrimFunc> select(std::string_view name) const;
};

// Never crashes, whatever the text. Reports as many independent errors as possible at once.
SourceFile parseSource(std::string fileName, std::string text);

}  // namespace lw
