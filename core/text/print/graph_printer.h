// Prints graphs as Relax's printer writes them, in a canonical form: arguments that are at their default are left out,
// numbers that stand for a list are written as the list, and every value has a name of its own.
#pragma once

#include "core/graph/model.h"
#include "core/text/print/printer.h"

namespace lw {

PrintedText print(const graph::Function& function, const PrintOptions& options = {});
// A class with its prim_funcs, which come first, and its graph functions.
PrintedText print(const Module& module, const graph::Graph& graph, const PrintOptions& options = {});
PrintedText print(const graph::Model& model, const PrintOptions& options = {});

}  // namespace lw
