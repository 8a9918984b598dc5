// Values of the interpreted Python subset. Plain values are stored directly; lists, dicts and functions are shared, as
// in Python; objects of a language that is built on the interpreter (loops, arrays) are HostObjects.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/ir/dtype.h"
#include "core/text/python/python_ast.h"

namespace lw::script {

class Value;
class HostObject;
struct FunctionObject;
struct Frame;

// A NumPy scalar: a number with a type. Integers and bool are stored in `integer`, floats in `real` (rounded to the
// type).
struct Scalar {
  DataType type;
  union {
    int64_t integer;
    double real;
  };
  static Scalar ofInt(DataType type, int64_t value) {
    Scalar s;
    s.type = type;
    s.integer = value;
    return s;
  }
  static Scalar ofReal(DataType type, double value) {
    Scalar s;
    s.type = type;
    s.real = value;
    return s;
  }
  double asDouble() const { return type.isFloat() ? real : static_cast<double>(integer); }
};

struct ListObject {
  std::vector<Value> items;
  ListObject() = default;
  explicit ListObject(std::vector<Value> values);
  ListObject(const ListObject&) = delete;
  ~ListObject();  // destroys nested lists one by one, so that any depth of nesting is safe
};
struct DictObject {
  std::vector<std::pair<Value, Value>> items;  // in the order of insertion
  ~DictObject();
};
struct RangeObject {
  int64_t start = 0, stop = 0, step = 1;
  int64_t length() const;
  int64_t at(int64_t i) const { return start + i * step; }
};
struct SliceObject;

struct None {
  friend bool operator==(None, None) { return true; }
};
struct Ellipsis {
  friend bool operator==(Ellipsis, Ellipsis) { return true; }
};
struct ListRef {
  std::shared_ptr<ListObject> object;
};
struct TupleRef {
  std::shared_ptr<ListObject> object;
};
struct DictRef {
  std::shared_ptr<DictObject> object;
};
struct RangeRef {
  std::shared_ptr<const RangeObject> object;
};
struct SliceRef {
  std::shared_ptr<const SliceObject> object;
};
struct StringRef {
  std::shared_ptr<const std::string> object;
};
struct FunctionRef {
  std::shared_ptr<const FunctionObject> object;
};
struct HostRef {
  std::shared_ptr<HostObject> object;
};
enum class Builtin : uint8_t {
  Len,
  Min,
  Max,
  Sum,
  Abs,
  Range,
  List,
  Tuple,
  Dict,
  Int,
  Float,
  Str,
  Bool,
  Sorted,
  Zip,
  Enumerate,
  Reversed,
  Print,
  Any,
  All,
  Map,
  Filter,
  Round,
  Divmod,
  Pow,
  Isinstance,
  Slice,
  Repr,
};

class Value {
 public:
  using Variant = std::variant<None, bool, int64_t, double, Scalar, Ellipsis, Builtin, StringRef, ListRef, TupleRef,
                               DictRef, RangeRef, SliceRef, FunctionRef, HostRef>;
  Value() = default;
  Value(bool v) : value_(v) {}
  Value(int v) : value_(int64_t{v}) {}
  Value(int64_t v) : value_(v) {}
  Value(double v) : value_(v) {}
  Value(Scalar v) : value_(v) {}
  Value(Ellipsis v) : value_(v) {}
  Value(Builtin v) : value_(v) {}
  Value(std::string text) : value_(StringRef{std::make_shared<const std::string>(std::move(text))}) {}
  Value(const char* text) : Value(std::string(text)) {}
  Value(StringRef v) : value_(std::move(v)) {}
  Value(ListRef v) : value_(std::move(v)) {}
  Value(TupleRef v) : value_(std::move(v)) {}
  Value(DictRef v) : value_(std::move(v)) {}
  Value(RangeRef v) : value_(std::move(v)) {}
  Value(SliceRef v) : value_(std::move(v)) {}
  Value(FunctionRef v) : value_(std::move(v)) {}
  Value(HostRef v) : value_(std::move(v)) {}
  Value(std::shared_ptr<HostObject> v) : value_(HostRef{std::move(v)}) {}

  template <class T>
  const T* as() const {
    return std::get_if<T>(&value_);
  }
  const Variant& variant() const { return value_; }
  bool isNone() const { return value_.index() == 0; }
  const std::string* text() const;          // of a string
  const std::vector<Value>* items() const;  // of a list or tuple
  HostObject* host() const;
  template <class T>
  T* hostAs() const {
    return dynamic_cast<T*>(host());
  }

 private:
  Variant value_;
};

struct SliceObject {
  Value start, stop, step;
};

Value makeTuple(std::vector<Value> items);
Value makeString(std::string text);

// A function of the file or a lambda, with the variables that were in scope at its definition.
struct FunctionObject {
  std::string name;
  const std::vector<py::Parameter>* params = nullptr;
  std::vector<Value> defaults;      // of the last parameters
  const py::Block* body = nullptr;  // of a def
  py::Expr result;                  // of a lambda
  std::shared_ptr<Frame> scope;     // may be null: module level
  std::shared_ptr<const struct FunctionInfo> info;
};

Message typeName(const Value& value);    // "an integer", "a list", "an array of shape (3, 4)": for messages
std::string toText(const Value& value);  // as print() writes it
std::string toRepr(const Value& value);  // as inside a list

}  // namespace lw::script
