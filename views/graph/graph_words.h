// The words for nodes of a graph: kinds, sizes, times, tooltips, and sentences for screen readers.
#pragma once

#include <QString>

#include "app/models/graph/graph_figures.h"
#include "core/graph/outline.h"

namespace lw {

QString kindWord(graph::OutlineNode::Kind kind);  // "operator", "kernel"
QString titleOf(const graph::OutlineNode& node);
QString sizeWord(int64_t bytes);                     // "1.0 MB"
QString weightText(const graph::OutlineNode& node);  // "w1 (128, 784)"
QString timeText(const GraphNodeFigures& figures);   // "3.1 µs, 12 %"
// Kind, name, shape, bytes, operands and uses.
QString sentenceOf(const graph::Outline& outline, int node, const GraphFigures& figures);
QString tooltipOf(const graph::Outline& outline, int node, const GraphFigures& figures);
// True if each word of the query is in the operator, the value's name, the shape or the kind.
bool matches(const graph::OutlineNode& node, const QString& query);

}  // namespace lw
