#include "backends/reference/numpy_host.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "backends/reference/errors.h"
#include "backends/reference/linalg.h"
#include "backends/reference/npy.h"
#include "core/script/interpreter.h"

namespace lw::reference {

namespace {

using script::Builtin;
using script::Scalar;

std::optional<DataType> typeNamed(std::string_view name) {
  if (name == "bool_" || name == "bool8") return dtype::Bool();
  if (name == "double" || name == "float_") return dtype::Float(64);
  if (name == "single") return dtype::Float32;
  if (name == "half") return dtype::Float(16);
  if (name == "int_" || name == "intp") return dtype::Int64;
  const auto type = parseDataType(name);
  return type && supportedType(*type) && !type->isHandle() ? type : std::nullopt;
}

// np.xyz as a value.
struct FunctionObject : script::HostObject {
  explicit FunctionObject(std::string n) : name(std::move(n)) {}
  std::string name;
  Message typeName() const override { return say("the function np.{0}", Ident(name)); }
  Result<Value> call(CallArgs& args, script::Caller&) override { return callNumpy(name, args); }
};

struct ModuleObject : script::HostObject {
  explicit ModuleObject(std::string n, std::string f = {}) : name(std::move(n)), folder(std::move(f)) {}
  std::string name, folder;
  Message typeName() const override { return say("the module {0}", Ident(name)); }

  Result<Value> attribute(std::string_view what) override {
    if (what == "pi") return Value(std::numbers::pi);
    if (what == "e") return Value(std::numbers::e);
    if (what == "inf") return Value(INFINITY);
    if (what == "nan") return Value(std::nan(""));
    if (name == "numpy") {
      if (what == "newaxis") return Value();
      if (what == "linalg" || what == "random" || what == "testing")
        return explain(err::kNpNotAvailableInReference(what),
                       "inputs come as parameters; compute the result from them");
      if (const auto type = typeNamed(what)) return Value(std::make_shared<TypeObject>(*type));
    }
    if (name == "tvm" && (what == "nd" || what == "runtime")) return Value(std::make_shared<ModuleObject>("tvm.nd"));
    if (name == "scipy" && what == "special") return Value(std::make_shared<ModuleObject>("scipy.special"));
    if (binaryNamed(what) || unaryNamed(what) || what == "einsum" ||
        (findFunction(what) && what != "fill" && what != "item" && what != "tolist"))
      return Value(std::make_shared<FunctionObject>(std::string(what)));
    return explain(err::kModuleHasNoMember(name, what), script::didYouMean(what, numpyNames()));
  }
  Result<Value> callMethod(std::string_view what, CallArgs& args, script::Caller& caller) override {
    if (name == "math") return mathCall(what, args);
    if (name == "torch") return torchCall(what, args);
    if (name == "numpy" && what == "load" && !folder.empty()) return load(args);
    if (name == "tvm.nd" && (what == "array" || what == "from_dlpack") && !args.positional.empty())
      return args.positional[0];
    if (what == "dtype" && args.positional.size() == 1) {
      Result<DataType> type = typeOf(args.positional[0]);
      return type ? Result<Value>(Value(std::make_shared<TypeObject>(*type))) : Result<Value>(type.error());
    }
    if (binaryNamed(what) || unaryNamed(what) || what == "einsum" || findFunction(what)) return callNumpy(what, args);
    Result<Value> value = attribute(what);
    if (!value) return value;
    if (script::HostObject* callee = value->host()) return callee->call(args, caller);
    return err::kMemberIsNoFunction(name, what);
  }

  Result<Value> load(const CallArgs& args) const {
    const std::string* path = args.positional.size() == 1 ? args.positional[0].text() : nullptr;
    if (!path) return explain(err::kLoadArgument(), "for example np.load(\"params.npz\")");
    Result<NamedArrays> arrays = readNpz((std::filesystem::path(folder) / *path).string());
    if (!arrays) return arrays.error();
    script::DictRef dict{std::make_shared<script::DictObject>()};
    for (auto& [key, array] : *arrays) dict.object->items.emplace_back(Value(key), valueOf(fromNDArray(array)));
    return Value(std::move(dict));
  }

  // What torch computes on arrays that it shares, where NumPy has the same under the same name or another one.
  static Result<Value> torchCall(std::string_view what, CallArgs& args) {
    static constexpr std::pair<std::string_view, std::string_view> kOther[] = {
        {"mm", "matmul"},  {"bmm", "matmul"}, {"sub", "subtract"},    {"mul", "multiply"},
        {"div", "divide"}, {"pow", "power"},  {"cat", "concatenate"}, {"neg", "negative"}};
    if ((what == "from_dlpack" || what == "from_numpy" || what == "as_tensor") && args.positional.size() == 1)
      return args.positional[0];
    if ((what == "Tensor" || what == "FloatTensor" || what == "tensor") && args.positional.size() == 1) {
      Result<Array> array = arrayOf(args.positional[0]);
      if (!array) return array.error();
      const bool whole = what == "tensor" && !array->type.isFloat();
      return convertTo(args.positional[0], whole ? array->type : dtype::Float32);
    }
    for (auto& [key, value] : args.named) key = key == "dim" ? "axis" : key == "keepdim" ? "keepdims" : key;
    if (what == "relu" && args.positional.size() == 1) {
      args.positional.emplace_back(0.0);
      return callNumpy("maximum", args);
    }
    for (const auto& [theirs, ours] : kOther)
      if (what == theirs) return callNumpy(ours, args);
    if (binaryNamed(what) || unaryNamed(what) || what == "einsum" || findFunction(what)) return callNumpy(what, args);
    return explain(err::kModuleHasNoMember("torch", what), "write it with NumPy");
  }

  // Python's math: plain floats.
  Result<Value> mathCall(std::string_view what, CallArgs& args) {
    const std::string_view same = what == "pow" ? "power" : what == "atan2" ? "arctan2" : what == "fabs" ? "abs" : what;
    Result<Value> value = callNumpy(same, args);
    if (!value) return value;
    const auto* s = value->as<Scalar>();
    if (!s) return value;
    if (what == "floor" || what == "ceil" || what == "trunc") {
      Result<int64_t> whole = py::toInteger(Number(s->asDouble()));
      return whole ? Result<Value>(Value(*whole)) : Result<Value>(std::move(whole).error());
    }
    if (s->type.isBool()) return Value(s->integer != 0);
    return Value(s->asDouble());
  }
};

BinaryKernel kernelOf(py::BinOp op) {
  switch (op) {
    case py::BinOp::Add:
      return BinaryKernel::Add;
    case py::BinOp::Sub:
      return BinaryKernel::Sub;
    case py::BinOp::Mul:
      return BinaryKernel::Mul;
    case py::BinOp::Div:
      return BinaryKernel::Div;
    case py::BinOp::FloorDiv:
      return BinaryKernel::FloorDiv;
    case py::BinOp::Mod:
      return BinaryKernel::Mod;
    case py::BinOp::Pow:
      return BinaryKernel::Pow;
    case py::BinOp::LShift:
      return BinaryKernel::ShiftLeft;
    case py::BinOp::RShift:
      return BinaryKernel::ShiftRight;
    case py::BinOp::BitAnd:
      return BinaryKernel::BitAnd;
    case py::BinOp::BitOr:
      return BinaryKernel::BitOr;
    case py::BinOp::BitXor:
      return BinaryKernel::BitXor;
    case py::BinOp::MatMul:
      break;
  }
  return BinaryKernel::Add;
}
std::optional<BinaryKernel> kernelOf(py::CompareOp op) {
  switch (op) {
    case py::CompareOp::Eq:
      return BinaryKernel::Equal;
    case py::CompareOp::Ne:
      return BinaryKernel::NotEqual;
    case py::CompareOp::Lt:
      return BinaryKernel::Less;
    case py::CompareOp::Le:
      return BinaryKernel::LessEqual;
    case py::CompareOp::Gt:
      return BinaryKernel::Greater;
    case py::CompareOp::Ge:
      return BinaryKernel::GreaterEqual;
    case py::CompareOp::In:
    case py::CompareOp::NotIn:
    case py::CompareOp::Is:
    case py::CompareOp::IsNot:
      return std::nullopt;
  }
  return std::nullopt;
}

bool isNumeric(const Value& v) {
  return v.as<Scalar>() || v.as<int64_t>() || v.as<double>() || v.as<bool>() || isArray(v) || v.items();
}

}  // namespace

Result<std::optional<Value>> NumpyHost::global(std::string_view name, bool called) {
  if (name == "open" && called)
    return explain(err::kOpenFile(),
                   "np.load reads a .npz file; a pickle is converted where it is trusted, by "
                   "numpy.savez(\"params.npz\", **pickle.load(open(\"params.pkl\", \"rb\")))");
  if (name == "np" || name == "numpy") return module("numpy");
  if (name == "math") return module("math");
  if (name == "scipy" || name == "torch" || name == "tvm" || name == "pickle") return module(name);
  return std::optional<Value>();
}

std::optional<Value> NumpyHost::module(std::string_view name) {
  if (name == "numpy" || name == "math" || name == "scipy" || name == "scipy.special" || name == "torch" ||
      name == "tvm" || name == "pickle")
    return Value(std::make_shared<ModuleObject>(std::string(name), folder));
  if (name == "scipy.special.erf") return Value(std::make_shared<FunctionObject>("erf"));
  return std::nullopt;
}

Result<Value> NumpyHost::binary(py::BinOp op, const Value& a, const Value& b, bool inPlace) {
  if (!isNumeric(a) || !isNumeric(b)) return Host::binary(op, a, b, inPlace);
  ArrayObject* target = inPlace ? a.hostAs<ArrayObject>() : nullptr;
  if (op == py::BinOp::MatMul) {
    Result<Array> x = arrayOf(a), y = arrayOf(b);
    if (!x) return x.error();
    if (!y) return y.error();
    Result<Array> product = matmul(*x, *y);
    if (!product) return product.error();
    if (!target) return valueOf(std::move(*product));
    if (Status status = assign(target->array, *product); !status) return status.error();
    return a;
  }
  Result<Value> result = applyBinary(kernelOf(op), a, b, target ? &target->array : nullptr);
  if (result && target) return a;
  return result;
}

Result<Value> NumpyHost::compare(py::CompareOp op, const Value& a, const Value& b) {
  if (a.hostAs<TypeObject>() || b.hostAs<TypeObject>()) {
    const Result<DataType> x = typeOf(a), y = typeOf(b);
    const bool same = x && y && *x == *y;
    if (op == py::CompareOp::Eq || op == py::CompareOp::Ne) return Value(same == (op == py::CompareOp::Eq));
  }
  const auto kernel = kernelOf(op);
  if (!kernel || !isNumeric(a) || !isNumeric(b)) return Host::compare(op, a, b);
  return applyBinary(*kernel, a, b, nullptr);
}

Result<Value> NumpyHost::unary(py::UnaryOp op, const Value& a) {
  if (!isNumeric(a)) return Host::unary(op, a);
  switch (op) {
    case py::UnaryOp::Minus:
      return applyUnary(UnaryKernel::Negative, a, nullptr);
    case py::UnaryOp::Plus:
      return applyUnary(UnaryKernel::Copy, a, nullptr);
    case py::UnaryOp::Invert:
      return applyUnary(UnaryKernel::Invert, a, nullptr);
    case py::UnaryOp::Not:
      break;
  }
  return Host::unary(op, a);
}

Result<std::optional<Value>> NumpyHost::builtin(Builtin builtin, CallArgs& args) {
  if (args.positional.size() != 1 || !isArray(args.positional[0])) return std::optional<Value>();
  const auto through = [&](Result<Value> value) -> Result<std::optional<Value>> {
    if (!value) return value.error();
    return std::optional<Value>(std::move(*value));
  };
  if (builtin == Builtin::Abs) return through(applyUnary(UnaryKernel::Abs, args.positional[0], nullptr));
  if (builtin == Builtin::Round) return through(callNumpy("round", args));
  if (builtin != Builtin::Float && builtin != Builtin::Int) return std::optional<Value>();
  Result<Value> item = callNumpy("item", args);
  if (!item) return item.error();
  args.positional[0] = *item;
  return std::optional<Value>();
}

// Scalars have the methods of arrays: x.astype("float32"), x.sum(), x.dtype. Names of attributes start with a dot.
Result<std::optional<Value>> NumpyHost::scalarMethod(const Value& object, std::string_view name, CallArgs& args) {
  if (!object.as<Scalar>()) return std::optional<Value>();
  Result<Array> array = arrayOf(object);
  if (!array) return array.error();
  ArrayObject temporary(*array);
  if (name.starts_with(".")) {
    Result<Value> value = temporary.attribute(name.substr(1));
    if (!value) return value.error();
    return std::optional<Value>(std::move(*value));
  }
  const FunctionEntry* f = findFunction(name);
  if (!f || !f->method) return std::optional<Value>();
  CallArgs with = args;
  with.positional.insert(with.positional.begin(), object);
  Result<Value> value = callNumpy(name, with);
  if (!value) return value.error();
  return std::optional<Value>(std::move(*value));
}

}  // namespace lw::reference
