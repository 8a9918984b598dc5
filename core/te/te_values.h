// The objects of tensor-expression code in the interpreter of core/script.
#pragma once

#include "core/ir/promotion.h"
#include "core/script/schedule_host.h"
#include "core/te/create_prim_func.h"
#include "core/te/tensor.h"

namespace lw::te {

using script::CallArgs;
using script::Caller;
using script::HostObject;
using script::Value;

class TeHost;

// An expression over indices and elements. `nodes` and `height` are those of the tree, in which shared parts are
// counted at each use.
struct ExprValue : script::ExprObject {
  ExprValue(Expr e, int64_t n, int h) : script::ExprObject(std::move(e)), nodes(n), height(h) {}
  int64_t nodes;
  int height;
  Message typeName() const override { return say("an expression of type {0}", TypeName(toString(expr.dtype()))); }
  Result<Value> attribute(std::string_view name) override;
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override;
  Result<bool> truth() override;
};

// An axis of a compute or a te.reduce_axis; as an expression, it is its variable.
struct AxisValue : ExprValue {
  explicit AxisValue(IterVar a) : ExprValue(Expr(a.var), 1, 1), axis(std::move(a)) {}
  IterVar axis;
  Message typeName() const override { return say("the axis {0}", Ident(axis.var.name())); }
  Result<Value> attribute(std::string_view name) override;
};

struct TensorValue : HostObject {
  TensorValue(TeHost& h, Tensor t) : host(h), tensor(std::move(t)) {}
  TeHost& host;
  Tensor tensor;
  Message typeName() const override;
  std::string text() const override { return tensor.name(); }
  Result<Value> attribute(std::string_view name) override;
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override;  // astype
  Result<Value> item(std::span<const Value> index) override;
  Result<Value> call(CallArgs& args, Caller& caller) override;  // A(i, j) is A[i, j]
  bool sameAs(const HostObject& other) const override;
};

// A[i] of a matrix: has no value until the other indices are given.
struct PartValue : HostObject {
  PartValue(Tensor t, std::vector<Value> i) : tensor(std::move(t)), indices(std::move(i)) {}
  Tensor tensor;
  std::vector<Value> indices;
  Message typeName() const override;
  Result<Value> item(std::span<const Value> index) override;
};

struct OperationValue : HostObject {
  OperationValue(TeHost& h, std::shared_ptr<const Operation> o) : host(h), op(std::move(o)) {}
  TeHost& host;
  std::shared_ptr<const Operation> op;
  Message typeName() const override { return say("the operation {0}", Ident(op->name)); }
  Result<Value> attribute(std::string_view name) override;  // axis, reduce_axis, name, tag, input_tensors
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override;  // output(i)
  bool sameAs(const HostObject& other) const override;
};

// te.sum(...): must be the whole body of a compute.
struct ReductionValue : HostObject {
  ReductionValue(std::string n, Reduction r) : name(std::move(n)), reduction(std::move(r)) {}
  std::string name;
  Reduction reduction;
  Message typeName() const override { return say("the reduction {0}", Ident(name)); }
};

// te.comm_reducer(combine, identity)
struct ReducerValue : HostObject {
  ReducerValue(TeHost& h, std::string n, Value c, Value i)
      : host(h), name(std::move(n)), combine(std::move(c)), identity(std::move(i)) {}
  TeHost& host;
  std::string name;
  Value combine, identity;
  Message typeName() const override { return say("the reducer {0}", Ident(name)); }
  Result<Value> call(CallArgs& args, Caller& caller) override;
};

// A buffer inside te.extern and te.decl_tensor_intrin.
struct BufferValue : HostObject {
  explicit BufferValue(Buffer b) : buffer(std::move(b)) {}
  Buffer buffer;
  Message typeName() const override { return say("the buffer {0}", Ident(buffer->name)); }
  Result<Value> attribute(std::string_view name) override;
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override;  // access_ptr
};

// What te.decl_tensor_intrin returns.
struct IntrinValue : HostObject {
  explicit IntrinValue(std::string n) : name(std::move(n)) {}
  std::string name;  // of the TensorIntrin
  Message typeName() const override { return say("the tensor intrinsic {0}", Ident(name)); }
  std::string text() const override { return name; }
};

// What create_prim_func returns.
struct FunctionValue : HostObject {
  explicit FunctionValue(Created c) : made(std::move(c)) {}
  Created made;
  Message typeName() const override { return "a prim_func"; }
};

// te, tir, topi, tvm and their submodules.
struct ModuleValue : HostObject {
  ModuleValue(TeHost& h, std::string p) : host(h), path(std::move(p)) {}
  TeHost& host;
  std::string path;  // "tvm.te"
  Message typeName() const override { return say("the module {0}", path); }
  Result<Value> attribute(std::string_view name) override;
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override;
};

// A function without a call, such as te.exp.
struct NamedFunction : HostObject {
  NamedFunction(TeHost& h, std::string m, std::string n) : host(h), module(std::move(m)), name(std::move(n)) {}
  TeHost& host;
  std::string module, name;
  Message typeName() const override { return say("the function {0}", Ident(name)); }
  Result<Value> call(CallArgs& args, Caller& caller) override;
  bool sameAs(const HostObject& other) const override;
};

Value makeExpr(Expr e, int64_t nodes = 1, int height = 1);
// Accepts a number, an expression, an axis, or a tensor without axes. For other values, the error describes the value
// and what to write instead.
Result<Expr> toExpr(const Value& value);
// The number, if the value is a number literal. An operand is such a number, or the result of toExpr.
std::optional<Number> numberOf(const Value& value);
Result<Operand> toOperand(const Value& value);
// matchTypes and convert (core/ir/promotion.h), with error messages.
Status match(Operand& a, Operand& b);
Result<Expr> convertedTo(DataType type, Operand value);
// The number of nodes and the height of the expression tree that the value denotes.
std::pair<int64_t, int> sizeOf(const Value& value);
// An expression of these operands; an error if it would become too large to process.
Result<Value> combined(Expr e, std::initializer_list<const Value*> operands);
Result<Value> combined(Expr e, const std::vector<Value>& operands);
Result<DataType> toType(const Value& value);
Result<std::vector<Expr>> toShape(const Value& value);

// The arguments of a call, in the order of the parameters; absent arguments are nullopt. Errors name the function.
Result<std::vector<std::optional<Value>>> bindCall(std::string_view function, const CallArgs& args,
                                                   const std::vector<std::string_view>& names, size_t required);

}  // namespace lw::te
