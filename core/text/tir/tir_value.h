// The value of an expression while a TVMScript function is read: IR, or a Python value such as a number, a tuple, or
// the name of a function of T.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/ir/stmt.h"
#include "core/support/explanation.h"
#include "core/text/python/python_ast.h"

namespace lw::tir {

struct ParsedValue;

struct NoneValue {};
struct Poison {};  // assigned by a statement with an error; using it causes no second error
// A[i, j:k]: one range per index; `isPoint` if it was written as an index and not as a slice.
struct SliceValue {
  Buffer buffer;
  std::vector<Range> ranges;
  std::vector<bool> isPoint;
};
struct ListValue {
  std::vector<ParsedValue> items;
};
struct MapValue {
  std::vector<std::pair<std::string, ParsedValue>> items;
};
struct FunctionName {
  std::string path;
};  // "T.exp", "range"
struct TypeValue {
  DataType type;
};  // T.float32 without a call
struct ThreadValue {
  std::string tag;
  Var var;
};  // T.env_thread
// A place in memory that holds one number; its name denotes the number.
struct ScalarValue {
  Buffer buffer;
};
// @T.inline def f(...) inside of a function: its statements are read where it is called.
struct InlineFunction {
  std::shared_ptr<const py::StmtNode> definition;
};
// A function of the file without a decorator: it is called while the program is read.
struct FileFunction {
  std::shared_ptr<const py::StmtNode> definition;
};
struct Method {
  std::shared_ptr<const ParsedValue> object;
  std::string name;
};

struct ParsedValue {
  using Kinds = std::variant<NoneValue, Poison, bool, int64_t, double, std::string, Expr, Buffer, SliceValue, ListValue,
                             MapValue, FunctionName, ThreadValue, Method, ScalarValue, InlineFunction, FileFunction>;
  Kinds kind;
  template <class K>
  ParsedValue(K k) : kind(std::move(k)) {}
  template <class K>
  const K* as() const {
    return std::get_if<K>(&kind);
  }
  // A number without a type of its own, which gets the type of the other operand.
  bool isLiteral() const { return as<bool>() || as<int64_t>() || as<double>(); }
};

Message describe(const ParsedValue& value);  // "a number", "buffer A", for messages

}  // namespace lw::tir
