// A graph function as a flat list of nodes and of the values between them, for pictures and lists.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/ir/stmt.h"

namespace lw::graph {

struct OutlineNode {
  enum class Kind : uint8_t {
    Parameter,
    Constant,
    Operator,   // of the table of operators
    Kernel,     // a call of a prim_func of the module
    Library,    // a call of a registered function
    Function,   // a call of another graph function, or of a function value
    Structure,  // tuples and their fields, shapes, casts and other names for a value: nothing is computed
    Branch,     // an `if`; the nodes of its bodies precede it
    Result,     // what the function returns
  };
  Kind kind;
  std::string label;             // "nn.conv2d", or the name of the function that is called
  std::string value;             // the name that the result is bound to; empty: none
  StructInfo info = AnyInfo{};   // of the result
  std::string shape;             // of the result: "(n, 128) float32"
  std::optional<int64_t> bytes;  // of the result; nothing: its size is not a number
  std::string callee;            // of the module: what `label` calls; empty: nothing of the module
  int branch = -1;               // the Branch node whose bodies contain this one; -1: none
  Span span;                     // of the statement, or of the parameter's name; invalid: there is no text
};

struct OutlineEdge {
  int from, to;       // indices of nodes
  int operand;        // the position among the operands of `to`
  std::string value;  // the name of the value that is passed; empty: it has none
  std::string shape;  // of that value
};

// Nodes are in the order of the text: parameters first, and each after all that it uses.
struct Outline {
  std::vector<OutlineNode> nodes;
  std::vector<OutlineEdge> edges;
  // The smallest statement that contains the offset; -1: none.
  int nodeAt(int offset) const;
};

// `module`: where the functions are that this one calls, whose stated results are known then. `kernels`: the prim_funcs
// of the same class, some of which are called by their names alone. Either may be nullptr.
Outline outlineOf(const Function& function, const Graph* module = nullptr, const Module* kernels = nullptr);

// "(n, 128) float32"; a tuple as its fields in brackets; "?" for what is not known.
std::string shapeText(const StructInfo& info);
// The size of a value in memory; nothing: it is not a number, or it is no tensor.
std::optional<int64_t> bytesOf(const StructInfo& info);

}  // namespace lw::graph
