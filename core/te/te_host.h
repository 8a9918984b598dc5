// Tensor-expression code: provides the names te, tir, topi and tvm to the interpreter of core/script. Its only effect
// is to make operations.
#pragma once

#include <map>
#include <set>

#include "core/ir/tensor_intrin.h"
#include "core/schedule/random.h"
#include "core/te/te_values.h"

namespace lw::te {

// The result of a call in a part of the language; nullopt: there is no function of this name.
using Called = Result<std::optional<Value>>;

// The tensor to which an axis belongs: the axis is number `index` among the axes of its kind.
struct AxisPlace {
  Tensor tensor;
  size_t index = 0;
};

struct TorchTrace;

class TeHost : public script::Host {
 public:
  Result<std::optional<Value>> global(std::string_view name, bool called) override;
  std::optional<Value> module(std::string_view name) override;
  Result<Value> classOf(const std::string& name, const std::vector<Value>& bases,
                        std::vector<std::pair<std::string, Value>> methods) override;  // torch_functions.cpp
  Message namesHint() const override {
    return "te.placeholder, te.reduce_axis, te.compute, te.sum and te.create_prim_func make functions";
  }
  Result<Value> binary(py::BinOp op, const Value& a, const Value& b, bool inPlace) override;
  Result<Value> compare(py::CompareOp op, const Value& a, const Value& b) override;
  Result<Value> unary(py::UnaryOp op, const Value& a) override;
  Result<std::optional<Value>> builtin(script::Builtin builtin, CallArgs& args) override;
  void print(const std::string& line) override { output.push_back(line); }
  std::vector<std::string> output;  // of print()
  uint32_t firstId = 1;             // the first id of the functions that are made
  Span callSpan;                    // of the operator that is making operations

  // `intrinsics` are declared by te.decl_tensor_intrin; `known` are those of the file. know() adds new intrinsics and
  // returns the name.
  std::vector<TensorIntrin> known, intrinsics;
  std::string know(std::vector<TensorIntrin> made);

  // What bb.get() returned in assignments, by the names that were assigned.
  std::vector<std::pair<std::string, Value>> models;

  std::shared_ptr<TorchTrace> tracing;  // while fx.symbolic_trace runs (core/te/torch)
  Random random{1};                     // of torch.randn and the parameters of layers

  // Functions of te and tvm that another language adds; empty: none.
  std::function<Called(std::string_view name, CallArgs& args)> more;
  std::function<bool(std::string_view name)> knowsMore;

  // ---- used by the objects ----
  Result<Value> callNamed(const std::string& module, std::string_view name, CallArgs& args, Caller& caller);
  bool knows(const std::string& module, std::string_view name) const;
  Value valueOf(const Tensor& tensor) { return Value(std::make_shared<TensorValue>(*this, tensor)); }
  // Records the operation; returns its tensor, or a tuple of its tensors.
  Value add(Operation op);
  // An axis from 0 to the extent.
  IterVar axis(const std::string& name, const Expr& extent, IterKind kind);
  bool isAxis(const Var& v) const { return axes_.contains(v.key()); }
  // One for each operation that has the axis: several operations may use the same reduction axis.
  std::vector<AxisPlace> placesOf(const Var& axis) const;
  // The tensors that the expressions read, in the order of use.
  std::vector<Tensor> tensorsIn(const std::vector<Expr>& exprs) const;
  // Computes one element of the result from one element of each tensor; shapes follow NumPy's rules.
  using Combine = std::function<Result<Expr>(const std::vector<Expr>&)>;
  Result<Value> elementwise(const std::string& name, const std::vector<Tensor>& tensors, const Combine& combine,
                            Span span);

 private:
  std::map<const void*, Tensor> made_;  // Buffer::key() -> its tensor; used only for lookups
  std::set<const void*> axes_;          // Var::key() of axes
  // Var::key() -> the operations that have the axis; used only for lookups.
  std::map<const void*, std::vector<AxisPlace>> places_;
};

Called callTe(TeHost& host, std::string_view name, CallArgs& args, Caller& caller);  // te_functions.cpp
Called callReducer(TeHost& host, std::string_view name, CallArgs& args,
                   Caller& caller);                     // te_reduce.cpp: sum, max, min, comm_reducer
Called callTir(std::string_view name, CallArgs& args);  // tir_functions.cpp
Called callIntrin(TeHost& host, std::string_view module, std::string_view name, CallArgs& args,
                  Caller& caller);  // te_intrin.cpp
bool isIntrinFunction(std::string_view module, std::string_view name);
bool isTeFunction(std::string_view name);
std::vector<std::string_view> teFunctions();  // and reducers
bool isReducer(std::string_view name);
bool isTirFunction(std::string_view name);

// The operators on expressions, with TVM's rules.
Result<Expr> binaryExpr(py::BinOp op, Operand a, Operand b);
Result<Expr> binaryExpr(BinaryOp op, Operand a, Operand b);
Explanation divisionByZero();
Result<Expr> compareExpr(py::CompareOp op, const Operand& a, const Operand& b);
Expr leastOf(DataType type);
Expr greatestOf(DataType type);

}  // namespace lw::te
