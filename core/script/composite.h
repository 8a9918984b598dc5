// Composites: schedule functions with parameters, `def NAME(sch, block, tile=64): ...`, applied like one primitive.
// Their form (name, summary, parameters) is read from the function, so that menus, popups and `lw` show them as they
// show primitives.
#pragma once

#include "core/schedule/schedule.h"
#include "core/script/schedule_script.h"

namespace lw {

struct Composite {
  // Like a primitive, without `kind`: a composite is no instruction of a trace, its steps are. Kinds of parameters
  // follow from annotations (`loop: LoopRV`, `n: int`), defaults, and names (block, loops, factors, scope), in this
  // order.
  std::shared_ptr<const Primitive> form;
  std::string help;                        // the docstring, without its summary and what it says of parameters
  std::shared_ptr<const SourceFile> file;  // where it is written
  const py::FunctionDef* function;         // in the file's syntax
  bool library;                            // comes with the program (resources/composites)
};

bool isComposite(const Primitive& form);

// All functions of the file whose first parameter is a schedule and that have further ones, in the order of the text;
// but none with the name of a primitive.
std::vector<Composite> compositesOf(const std::shared_ptr<const SourceFile>& file);
std::vector<Composite> libraryComposites();
// The file's, where there is one, go before those of the library.
std::optional<Composite> findComposite(std::string_view name, const std::shared_ptr<const SourceFile>& file);

// Carries it out as a whole: where an inner step is refused, the schedule is as before and the explanation names the
// step. Loops and blocks may be ids, handles or names. The run's one group covers all steps.
ScriptRun applyComposite(const Composite& composite, const Arguments& args, const Schedule& start,
                         const script::Limits& limits = {});

// Of resources/composites, built in: path and text.
std::vector<std::pair<std::string_view, std::string_view>> libraryFiles();

}  // namespace lw
