// Arrays and types as values of the interpreter, and the arguments of NumPy's functions.
#pragma once

#include "backends/reference/elementwise.h"
#include "backends/reference/shaping.h"
#include "core/script/host.h"

namespace lw::reference {

using script::CallArgs;
using script::Value;

struct ArrayObject : script::HostObject {
  explicit ArrayObject(Array a) : array(std::move(a)) {}
  Array array;
  Message typeName() const override;
  std::string text() const override;
  Result<Value> attribute(std::string_view name) override;
  Result<Value> callMethod(std::string_view name, CallArgs& args, script::Caller& caller) override;
  Result<Value> item(std::span<const Value> index) override;
  Status setItem(std::span<const Value> index, const Value& value) override;
  Result<int64_t> length() override;
  Result<bool> truth() override;

 private:
  std::optional<int64_t> element(std::span<const Value> index, std::optional<Explanation>& error) const;
};

struct TypeObject : script::HostObject {
  explicit TypeObject(DataType t) : type(t) {}
  DataType type;
  Message typeName() const override { return say("the type {0}", TypeName(lw::toString(type))); }
  std::string text() const override { return lw::toString(type); }
  Result<Value> attribute(std::string_view name) override;
  Result<Value> call(CallArgs& args, script::Caller& caller) override;
  bool sameAs(const HostObject& other) const override;
};

Value valueOf(Array array);  // a scalar if it has no dimensions
Value scalarAt(const Array& a, int64_t element);
Result<Operand> operandOf(const Value& value);  // Python numbers stay weakly typed; lists become arrays
Result<Array> arrayOf(const Value& value);
Result<DataType> typeOf(const Value& value);  // np.float32, "float32", float
Result<Value> convertTo(const Value& value, DataType type);
bool isArray(const Value& value);

// The arguments of one call, by parameter name.
class Bound {
 public:
  // Parameters in order; those after "*" only by name.
  static Result<Bound> bind(std::string_view function, std::string_view parameters, const CallArgs& args);
  const Value* find(std::string_view name) const;  // nullptr: not given, or None
  bool has(std::string_view name) const { return find(name) != nullptr; }
  Result<Array> array(std::string_view name) const;
  Result<Operand> operand(std::string_view name) const;
  Result<std::vector<Array>> arrays(std::string_view name) const;
  Result<int64_t> integer(std::string_view name, int64_t fallback) const;
  Result<std::optional<int64_t>> integer(std::string_view name) const;
  Result<std::vector<int64_t>> integers(std::string_view name) const;  // a number or a list; empty: not given
  bool flag(std::string_view name) const;
  Result<std::optional<DataType>> type(std::string_view name) const;
  Result<const Array*> out() const;  // nullptr: none
  Explanation missing(std::string_view name) const;
  const std::string& function() const { return function_; }

 private:
  std::string function_;
  std::vector<std::pair<std::string, Value>> values_;
};

using NumpyFunction = Result<Value> (*)(const Bound&);
struct FunctionEntry {
  std::string_view name, parameters;
  NumpyFunction call;
  bool method = false;  // also available as a method of arrays
};
std::span<const FunctionEntry> mathFunctions();   // numpy_math.cpp
std::span<const FunctionEntry> shapeFunctions();  // numpy_shapes.cpp
const FunctionEntry* findFunction(std::string_view name);
std::optional<BinaryKernel> binaryNamed(std::string_view name);
std::optional<UnaryKernel> unaryNamed(std::string_view name);
Result<Value> callNumpy(std::string_view name, const CallArgs& args);
std::vector<std::string> numpyNames();

Result<Value> scalarBinary(BinaryKernel kernel, const Value& a, const Value& b);  // both without dimensions
Result<Value> applyBinary(BinaryKernel kernel, const Value& a, const Value& b, const Array* out);
Result<Value> applyUnary(UnaryKernel kernel, const Value& a, const Array* out);

}  // namespace lw::reference
