// The models of a source file.
#pragma once

#include "core/graph/model.h"
#include "core/text/tir/parser.h"

namespace lw {

// A graph of the file with the prim_funcs of the same class, or those outside of classes.
graph::Model modelOf(const SourceFile& file, const graph::Graph& graph);

// FUNC of the command line, where it names a graph function: `Class.function`, a class (its `main`, or its only graph
// function), a function outside of classes, or one that a single class has; empty: that of the only graph of the file.
struct GraphChoice {
  const graph::Graph* graph;
  const graph::Function* function;
};
std::optional<GraphChoice> graphNamed(const SourceFile& file, std::string_view name);

}  // namespace lw
