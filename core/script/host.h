// What a language that is built on the interpreter provides: its objects, names and operators. Errors are values; an
// Explanation without a span gets the span of the evaluated expression.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "core/script/value.h"
#include "core/support/result.h"

namespace lw::script {

struct CallArgs {
  std::vector<Value> positional;
  std::vector<std::pair<std::string, Value>> named;
  std::vector<Span> spans;  // of the positional arguments
  Span span;                // of the call
  const Value* find(std::string_view name) const {
    for (const auto& [key, value] : named)
      if (key == name) return &value;
    return nullptr;
  }
};

// Lets host code call functions of the script, such as the lambdas of index maps.
class Caller {
 public:
  virtual ~Caller() = default;
  virtual Result<Value> callFunction(const Value& function, std::vector<Value> args) = 0;
  // The variables that the statement being run assigns, "io, ii"; empty: it assigns none.
  virtual std::string assigned() const { return {}; }
};

class HostObject {
 public:
  virtual ~HostObject() = default;
  virtual Message typeName() const = 0;  // "a loop"
  virtual std::string text() const { return "<" + typeName().text() + ">"; }
  virtual Result<Value> attribute(std::string_view name);
  virtual Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller);
  virtual Result<Value> call(CallArgs& args, Caller& caller);
  virtual Result<Value> item(std::span<const Value> index);
  virtual Status setItem(std::span<const Value> index, const Value& value);
  virtual Status setAttribute(std::string_view name, const Value& value);
  virtual Result<int64_t> length();
  virtual Result<bool> truth() { return true; }
  // `with OBJECT as value:` and the end of its statements, unless an error ends them.
  virtual Result<Value> enter();
  virtual Status leave() { return success(); }
  virtual bool sameAs(const HostObject& other) const { return this == &other; }
};

class Host {
 public:
  virtual ~Host() = default;
  // A name that the file does not define. nullopt: unknown. `called`: an opening parenthesis follows the name.
  virtual Result<std::optional<Value>> global(std::string_view name, bool called) = 0;
  virtual std::optional<Value> module(std::string_view name) {
    (void)name;
    return std::nullopt;
  }  // the module of an import line; nullopt: unknown
  // A class that the file defines. `methods`: functions by name; their first argument is the object.
  virtual Result<Value> classOf(const std::string& name, const std::vector<Value>& bases,
                                std::vector<std::pair<std::string, Value>> methods);
  virtual Message namesHint() const { return {}; }  // a hint for an unknown name
  // Called if an operand is a HostObject or a Scalar. `inPlace`: a is the target of an augmented assignment.
  virtual Result<Value> binary(py::BinOp op, const Value& a, const Value& b, bool inPlace);
  virtual Result<Value> compare(py::CompareOp op, const Value& a, const Value& b);
  virtual Result<Value> unary(py::UnaryOp op, const Value& a);
  virtual Result<std::optional<Value>> builtin(Builtin builtin, CallArgs& args);  // nullopt: Python's built-in function
  virtual Result<std::optional<Value>> scalarMethod(const Value& object, std::string_view name, CallArgs& args) {
    (void)object, (void)name, (void)args;
    return std::optional<Value>();
  }
  virtual void print(const std::string& line) { (void)line; }
  // Called when a function of the file is entered and when it returns, but not when an error ends it.
  virtual void entered(const FunctionObject& function, const CallArgs& args, Caller& caller) {
    (void)function, (void)args, (void)caller;
  }
  virtual void left() {}
};

}  // namespace lw::script
