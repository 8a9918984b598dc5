// Composites: schedule functions with parameters, `def NAME(sch, block, tile=64): ...`, which are applied like a
// primitive. Their form (name, summary, parameters) is derived from the function, so that menus, popups and `lw` show
// them like primitives.
#pragma once

#include "core/schedule/schedule.h"
#include "core/script/schedule_script.h"

namespace lw {

struct Composite {
  // Like that of a primitive, but without `kind`: a trace records the steps of a composite, not the composite. The
  // types of parameters follow from annotations (`loop: LoopRV`, `n: int`), defaults, and names (block, loops, factors,
  // scope), in this order.
  std::shared_ptr<const Primitive> form;
  std::string help;                        // the docstring without its summary and the descriptions of parameters
  std::shared_ptr<const SourceFile> file;  // the file that defines it
  const py::FunctionDef* function;         // in the syntax tree of the file
  bool library;                            // part of the program's library (resources/composites)
};

bool isComposite(const Primitive& form);

// All functions of the file whose first parameter is a schedule and that have further parameters, in the order of the
// text, except functions with the name of a primitive.
std::vector<Composite> compositesOf(const std::shared_ptr<const SourceFile>& file);
std::vector<Composite> libraryComposites();
// A composite of the file takes precedence over one of the library.
std::optional<Composite> findComposite(std::string_view name, const std::shared_ptr<const SourceFile>& file);

// Applies the composite as a whole: if an inner step is refused, the schedule does not change and the explanation names
// that step. Loops and blocks may be ids, handles or names. All steps form one group of the run.
ScriptRun applyComposite(const Composite& composite, const Arguments& args, const Schedule& start,
                         const script::Limits& limits = {});

// The files of resources/composites, which are compiled in: path and text.
std::vector<std::pair<std::string_view, std::string_view>> libraryFiles();

}  // namespace lw
