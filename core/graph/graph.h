// Functions of a model: a value is bound to every operator's result, as in Relax. Nodes are immutable and shared.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/graph/attribute.h"
#include "core/ir/ndarray.h"
#include "core/support/result.h"

namespace lw::graph {

struct Operator;
struct Function;
struct NodeData;

struct ValueNode {
  std::string name;
  StructInfo info;
  bool dataflow = false;   // seen only inside its dataflow block
  bool annotated = false;  // the program states the info
  Span span;               // of the name
};

// A bound value, or a parameter. It has identity: two values of one name are different.
class Value {
 public:
  explicit Value(ValueNode node) : node_(std::make_shared<const ValueNode>(std::move(node))) {}
  explicit Value(std::shared_ptr<const ValueNode> node) : node_(std::move(node)) {}
  const std::string& name() const { return node_->name; }
  const StructInfo& info() const { return node_->info; }
  const ValueNode* operator->() const { return node_.get(); }
  const ValueNode* key() const { return node_.get(); }
  const std::shared_ptr<const ValueNode>& node() const { return node_; }

 private:
  std::shared_ptr<const ValueNode> node_;
};

struct Constant;
struct ShapeNode;
struct ScalarNode;
struct TextNode;
struct TypeNode;
struct TupleNode;
struct TupleItem;
struct FunctionRef;
struct ExternRef;
struct Call;
struct Branch;
struct Closure;
template <class Kind>
concept NodeKind = kIsOneOf<Kind, Value, Constant, ShapeNode, ScalarNode, TextNode, TypeNode, TupleNode, TupleItem,
                            FunctionRef, ExternRef, Call, Branch, Closure>;

// An immutable handle, never null.
class Node {
 public:
  template <NodeKind Kind>
  Node(Kind kind);  // NOLINT(google-explicit-constructor)
  template <class Kind>
  const Kind* as() const;
  const NodeData& data() const { return *data_; }

 private:
  std::shared_ptr<const NodeData> data_;
};

struct Constant {
  StructInfo info;                      // of a tensor
  std::shared_ptr<const NDArray> data;  // nullptr: kept outside of the text, under `index`
  int index = -1;
};
struct ShapeNode {
  Sizes sizes;
};
struct ScalarNode {
  Expr value;
};
struct TextNode {
  std::string value;
};
struct TypeNode {
  DataType type;
};
struct TupleNode {
  std::vector<Node> fields;
};
struct TupleItem {
  Node tuple;
  int index;
};
struct FunctionRef {
  std::string name;
};  // of the module
struct ExternRef {
  std::string name;
};  // registered under this name where the model runs
struct Call {
  const Operator* op = nullptr;  // nullptr: `callee` is called
  std::optional<Node> callee;
  std::vector<std::optional<Node>> args;  // as the operator lists its values; nothing: left out
  AttributeMap attrs;                     // those that are not at their default, as the operator lists them
  std::vector<StructInfo> results;        // out_sinfo, sinfo_args
  bool severalResults = false;            // they were written as a list
};

struct Binding {
  std::optional<Value> target;  // nothing: the value is not kept
  Node value;
  std::optional<StructInfo> matched;  // R.match_cast: what the value is checked against when it runs
};
struct Block {
  bool dataflow = false;
  std::vector<Binding> bindings;
  std::vector<Value> outputs;  // of a dataflow block: seen after it
};
struct Body {
  std::vector<Block> blocks;
  std::optional<Node> result;
};
struct Branch {
  Node condition;
  Body whenTrue, whenFalse;
};
struct Closure {
  std::shared_ptr<const Function> function;
};

struct NodeData {
  std::variant<Value, Constant, ShapeNode, ScalarNode, TextNode, TypeNode, TupleNode, TupleItem, FunctionRef, ExternRef,
               Call, Branch, Closure>
      kind;
};

template <NodeKind Kind>
Node::Node(Kind kind) : data_(std::make_shared<const NodeData>(NodeData{std::move(kind)})) {}
template <class Kind>
const Kind* Node::as() const {
  return std::get_if<Kind>(&data_->kind);
}

struct Function {
  std::string name;
  std::vector<Value> params;
  std::optional<StructInfo> result;  // as the program states it
  AttributeMap attrs;
  bool pure = true;
  bool privateFunction = false;
  Body body;
  Span span;
};

// The functions of one class of a source file.
struct Graph {
  std::string module;                   // the name of the class; empty: outside of classes
  std::vector<std::string> statements;  // I.module_attrs and the like, as they are written
  std::vector<Function> functions;
  const Function* find(std::string_view name) const;
};

// What is known of the node's value. An error: its operands do not fit together.
Result<StructInfo> infoOf(const Node& node);

}  // namespace lw::graph
