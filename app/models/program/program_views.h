// A state of the program as the panes show it.
#pragma once

#include "app/models/program/form_context.h"
#include "app/models/program/loop_tree_model.h"
#include "core/text/print/printer.h"

namespace lw {

// One program state as the source and tree panes show it.
struct ProgramViews {
  PrimFunc function;  // the function that was printed
  PrintedText printed;
  LoopTree tree;
  FormContext choices;
};

}  // namespace lw
