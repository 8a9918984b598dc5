// Walks over graphs, and graphs with other nodes in the place of values.
#pragma once

#include <functional>
#include <unordered_map>

#include "core/graph/graph.h"

namespace lw::graph {

// The nodes that a node is made of: arguments and callee of a call, fields of a tuple, the condition of a branch. Not
// the bodies of branches and closures.
void forEachOperand(const Node& node, const std::function<void(const Node&)>& visit);
// All bindings of the body in the order in which they run, also those inside branches and closures.
void forEachBinding(const Body& body, const std::function<void(const Binding&)>& visit);
// All values that the node reads, each as often as it is read, also inside branches and closures.
void forEachRead(const Node& node, const std::function<void(const Value&)>& visit);
void forEachRead(const Body& body, const std::function<void(const Value&)>& visit);
// The values that hold the shape of a tensor of this info.
void forEachShapeValue(const StructInfo& info, const std::function<void(const Value&)>& visit);

using Replacements = std::unordered_map<const ValueNode*, Node>;
// The node with others in the place of values. A node that reads none of them is returned as it is.
Node replaceValues(const Node& node, const Replacements& by);
Body replaceValues(const Body& body, const Replacements& by);

// May the node be left out when nobody reads its value, and computed once where it stands twice? Calls of functions
// that have effects, or are not known to have none, may not.
bool isPure(const Node& node);

}  // namespace lw::graph
