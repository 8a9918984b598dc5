// Expressions of the IR: immutable values shared by reference counting. An Expr is cheap to copy, never null, never
// changes. A new kind of node fails to compile wherever it is not handled (Expr::match).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/ir/dtype.h"
#include "core/ir/intrinsics.h"
#include "core/ir/node_kinds.h"

namespace lw {

struct ExprNode;
class Var;
struct IntImm;
struct FloatImm;
struct StringImm;
struct Cast;
struct Binary;
struct Not;
struct Select;
struct BufferLoad;
struct Ramp;
struct Broadcast;
struct Let;
struct Call;

using ExprKinds =
    NodeKinds<IntImm, FloatImm, StringImm, Var, Cast, Binary, Not, Select, BufferLoad, Ramp, Broadcast, Let, Call>;
template <class N>
concept ExprKind = ExprKinds::has<std::remove_cvref_t<N>>;

// A variable has identity: two variables of one name are different. The name is a hint that the printer makes unique.
class Var {
 public:
  explicit Var(std::string name, DataType type = dtype::Int32)
      : node_(std::make_shared<const Node>(Node{std::move(name), type})) {}
  const std::string& name() const { return node_->name; }
  DataType dtype() const { return node_->type; }
  const void* key() const { return node_.get(); }  // identity, for maps; its order must not reach any output
  bool sameAs(const Var& other) const { return node_ == other.node_; }
  friend bool operator==(const Var& a, const Var& b) { return a.sameAs(b); }

 private:
  struct Node {
    std::string name;
    DataType type;
  };
  std::shared_ptr<const Node> node_;
};

class Buffer;

class Expr {
 public:
  template <ExprKind N>
  Expr(N node);     // Expr e = Binary{...}; asserts the type rules of the node; compiled in expr.cpp
  Expr(int value);  // int32 constant
  DataType dtype() const;
  template <class N>
  const N* as() const;  // nullptr for another kind
  template <class... Fs>
  auto match(Fs&&... fs) const;
  bool sameAs(const Expr& other) const { return node_ == other.node_; }
  const ExprNode* key() const { return node_.get(); }

 private:
  std::shared_ptr<const ExprNode> node_;
};

enum class BinaryOp : uint8_t {
  Add,
  Sub,
  Mul,
  Div,  // true division of floats, truncating division of integers (T.Div, T.truncdiv)
  Mod,  // truncating remainder (T.truncmod)
  FloorDiv,
  FloorMod,  // Python's // and %
  Min,
  Max,
  EQ,
  NE,
  LT,
  LE,
  GT,
  GE,  // result: bool
  And,
  Or  // of bool
};
bool isComparison(BinaryOp op);

struct IntImm {
  DataType type;
  int64_t value;
};  // integers and bool (0, 1)
struct FloatImm {
  DataType type;
  double value;
};
struct StringImm {
  std::string value;
};  // type: handle
struct Cast {
  DataType type;
  Expr value;
};
struct Binary {
  BinaryOp op;
  Expr a, b;
};  // a and b have one type
struct Not {
  Expr value;
};
struct Select {
  Expr condition, whenTrue, whenFalse;
};  // evaluates both; T.if_then_else is a Call and does not
// BufferLoad: core/ir/buffer.h
struct Ramp {
  Expr base, stride;
  int lanes;
};  // base, base + stride, ...
struct Broadcast {
  Expr value;
  int lanes;
};
struct Let {
  Var var;
  Expr value;
  Expr body;
};
// An intrinsic or external function.
struct Call {
  DataType type;
  Callee op;
  std::vector<Expr> args;
};

}  // namespace lw

#include "core/ir/buffer.h"  // completes BufferLoad and ExprNode, defines the templates above
