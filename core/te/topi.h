// A small library of operators like TVM's topi, written as tensor expressions: the functions topi.NAME(...) in a file,
// and the operators that "New from operator" offers. Shapes and the names of arguments and results are those of topi.
#pragma once

#include <span>

#include "core/te/te_host.h"

namespace lw::te {

// One operator. `call` receives its arguments in the order of the parameters; absent ones are nullopt.
struct Operator {
  std::string_view name;
  std::string_view summary;
  std::vector<std::string_view> params;
  size_t required;
  Result<Value> (*call)(TeHost& host, const std::vector<std::optional<Value>>& args);
  // A complete call over placeholders that have the names of the parameters, with their shapes: "A=(64, 64)".
  std::string_view example;
};

std::vector<Operator> elementwiseOperators();  // topi_elementwise.cpp
std::vector<Operator> reductionOperators();    // topi_reduce.cpp
std::vector<Operator> shapeOperators();        // topi_shape.cpp
std::vector<Operator> layerOperators();        // topi_nn.cpp
std::vector<Operator> allOperators();          // by name

bool isTopiFunction(std::string_view name);
Called callTopi(TeHost& host, std::string_view name, CallArgs& args, Caller& caller);
// A @ B
Result<Value> topiMatmul(TeHost& host, const TensorValue* a, const TensorValue* b);

// ---- helpers of the operators ----

using Bound = std::vector<std::optional<Value>>;
using Point = std::vector<Expr>;
std::string shapeText(const std::vector<Expr>& shape);  // "(8, 7)"
Result<Tensor> tensorArgument(const std::optional<Value>& value, std::string_view name);
Result<int64_t> intArgument(const std::optional<Value>& value, std::string_view name, int64_t otherwise);
bool flagArgument(const std::optional<Value>& value, bool otherwise);
Result<double> realArgument(const std::optional<Value>& value, std::string_view name, double otherwise);
// A number as a constant of the type; an error if the type cannot represent it.
Result<Expr> numberArgument(const Value& value, std::string_view name, DataType type);
// One integer or a list of them.
Result<std::vector<int64_t>> intsArgument(const std::optional<Value>& value, std::string_view name,
                                          std::vector<int64_t> otherwise);
// An axis, counted from the front, or from the end if it is negative.
Result<int64_t> axisArgument(int64_t axis, size_t rank, std::string_view name);
Expr read(const Tensor& tensor, Point point);
// Computes one element of the result from its indices, which are named ax0, ax1 ... or as given.
Tensor compute(TeHost& host, const std::string& name, const std::vector<Expr>& shape,
               const std::function<Expr(const Point&)>& value, const std::vector<std::string>& axes = {});
// The same, with a reduction over the axes: sum, max or min of the value. TVM begins a max with the least finite
// number; `infinite`: with minus infinity, as in NumPy, so that the greatest of nothing but minus infinities is that.
Tensor reduce(TeHost& host, const std::string& name, std::string_view how, const std::vector<Expr>& shape,
              const std::vector<IterVar>& axes, const std::function<Expr(const Point&)>& value,
              const std::vector<std::string>& names = {}, bool infinite = false);
Expr number(DataType type, double value);
// Below or above every other number: infinite, where the type has infinities.
Expr lowest(DataType type);
Expr highest(DataType type);

}  // namespace lw::te
