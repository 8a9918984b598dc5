// The models of a source file.
#pragma once

#include "core/graph/model.h"
#include "core/text/tir/parser.h"

namespace lw {

// A graph of the file with the prim_funcs of the same class, or those outside of classes.
graph::Model modelOf(const SourceFile& file, const graph::Graph& graph);

}  // namespace lw
