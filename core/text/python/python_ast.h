// Syntax tree of the Python subset in which source files are written: TVMScript, schedule functions, references and
// tensor expressions. Every node has its span. Immutable after parsing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/support/explanation.h"

namespace lw::py {

struct ExprNode;
struct StmtNode;
using Expr = std::shared_ptr<const ExprNode>;  // never null inside a tree, except where a field is optional
using Stmt = std::shared_ptr<const StmtNode>;
using Block = std::vector<Stmt>;

struct NoneLiteral {};
struct EllipsisLiteral {};
struct BoolLiteral {
  bool value;
};
struct IntLiteral {
  int64_t value;
};
// From 2^63 to 2^64 - 1, which only T.uint64(...) accepts.
struct WideLiteral {
  uint64_t value;
};
struct FloatLiteral {
  double value;
};
struct StringLiteral {
  std::string value;
};
struct Name {
  std::string id;
};
struct Attribute {
  Expr object;
  std::string name;
  Span nameSpan;
};
struct Slice {
  Expr lower, upper, step;
};  // each may be null; only inside Subscript
struct Subscript {
  Expr object;
  std::vector<Expr> indices;
  bool tupleIndex;
};  // a[i, j]; tupleIndex: the index contains a comma
struct Keyword {
  std::string name;
  Expr value;
  Span span;
};  // name empty: **value
struct Call {
  Expr function;
  std::vector<Expr> args;
  std::vector<Keyword> keywords;
};
struct Starred {
  Expr value;
};
enum class UnaryOp : uint8_t { Minus, Plus, Not, Invert };
struct Unary {
  UnaryOp op;
  Expr value;
};
enum class BinOp : uint8_t { Add, Sub, Mul, Div, FloorDiv, Mod, Pow, MatMul, LShift, RShift, BitAnd, BitOr, BitXor };
struct Binary {
  BinOp op;
  Expr left, right;
};
enum class CompareOp : uint8_t { Eq, Ne, Lt, Le, Gt, Ge, In, NotIn, Is, IsNot };
struct Compare {
  Expr first;
  std::vector<std::pair<CompareOp, Expr>> rest;
};  // a chain of comparisons
struct BoolOp {
  bool isAnd;
  std::vector<Expr> values;
};
struct Conditional {
  Expr condition, whenTrue, whenFalse;
};
struct Parameter {
  std::string name;
  Expr annotation;
  Expr defaultValue;
  bool star = false;
  Span span;
};  // may be null
struct Lambda {
  std::vector<Parameter> params;
  Expr body;
};
struct Tuple {
  std::vector<Expr> items;
};
struct List {
  std::vector<Expr> items;
};
struct Dict {
  std::vector<std::pair<Expr, Expr>> items;
};
struct Comprehension {
  Expr element;
  Expr target;
  Expr iterable;
  std::vector<Expr> conditions;
};  // [x for t in it if c]
struct FString {
  std::vector<std::variant<std::string, Expr>> parts;
  std::vector<std::string> formats;  // one per part: the text after ':' in a hole, ".3f"; empty for other parts
};

inline constexpr int kMaxExprHeight = 400;  // nodes on a path; a higher tree is reported and dropped

struct ExprNode {
  Span span;
  std::variant<NoneLiteral, EllipsisLiteral, BoolLiteral, IntLiteral, WideLiteral, FloatLiteral, StringLiteral, Name,
               Attribute, Slice, Subscript, Call, Starred, Unary, Binary, Compare, BoolOp, Conditional, Lambda, Tuple,
               List, Dict, Comprehension, FString>
      value;
  int height = 1;  // of the tree, at most kMaxExprHeight, so that recursion over the tree is safe
  template <class N>
  const N* as() const {
    return std::get_if<N>(&value);
  }
};

struct ExprStmt {
  Expr value;
};
struct Assign {
  std::vector<Expr> targets;
  Expr value;
};  // a = b = value: two targets
struct AnnAssign {
  Expr target;
  Expr annotation;
  Expr value;
};  // value may be null
struct AugAssign {
  Expr target;
  BinOp op;
  Expr value;
};
struct If {
  Expr condition;
  Block body, orElse;
};
struct ForLoop {
  Expr target;
  Expr iterable;
  Block body;
};
struct WhileLoop {
  Expr condition;
  Block body;
};
struct With {
  std::vector<std::pair<Expr, Expr>> items;
  Block body;
};  // expr, as-target (may be null)
struct Return {
  Expr value;
};  // may be null
struct Pass {};
struct Break {};
struct Continue {};
struct Assert {
  Expr condition;
  Expr message;
};  // message may be null
struct Import {
  std::string text;
};  // import and from-import lines, which are not evaluated
// One `except`: of any error without types. `name`: of `as name`, empty if there is none.
struct Handler {
  std::vector<Expr> types;
  std::string name;
  Span span;
  Block body;
};
struct Try {
  Block body;
  std::vector<Handler> handlers;
  Block orElse, atEnd;  // of `else` and `finally`
};
struct Reraise {};  // `raise` alone
struct FunctionDef {
  std::string name;
  Span nameSpan;
  std::vector<Parameter> params;
  Expr returns;
  std::vector<Expr> decorators;
  Block body;
};
struct ClassDef {
  std::string name;
  Span nameSpan;
  std::vector<Expr> bases;
  std::vector<Expr> decorators;
  Block body;
};

struct StmtNode {
  Span span;
  std::variant<ExprStmt, Assign, AnnAssign, AugAssign, If, ForLoop, WhileLoop, With, Return, Pass, Break, Continue,
               Assert, Import, FunctionDef, ClassDef, Try, Reraise>
      value;
  template <class N>
  const N* as() const {
    return std::get_if<N>(&value);
  }
};

struct Module {
  Block body;
};

}  // namespace lw::py
