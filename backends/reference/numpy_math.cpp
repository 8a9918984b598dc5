// NumPy's elementwise functions, reductions and products.
#include <algorithm>
#include <cmath>

#include "backends/reference/errors.h"
#include "backends/reference/linalg.h"
#include "backends/reference/numpy_values.h"
#include "backends/reference/reduce.h"
#include "core/script/interpreter.h"

namespace lw::reference {

namespace {

using script::Scalar;

template <class T>
struct Named {
  std::string_view name;
  T kernel;
};
constexpr Named<BinaryKernel> kBinary[] = {{"add", BinaryKernel::Add},
                                           {"subtract", BinaryKernel::Sub},
                                           {"multiply", BinaryKernel::Mul},
                                           {"divide", BinaryKernel::Div},
                                           {"true_divide", BinaryKernel::Div},
                                           {"floor_divide", BinaryKernel::FloorDiv},
                                           {"mod", BinaryKernel::Mod},
                                           {"remainder", BinaryKernel::Mod},
                                           {"power", BinaryKernel::Pow},
                                           {"maximum", BinaryKernel::Max},
                                           {"minimum", BinaryKernel::Min},
                                           {"fmax", BinaryKernel::FMax},
                                           {"fmin", BinaryKernel::FMin},
                                           {"arctan2", BinaryKernel::Arctan2},
                                           {"hypot", BinaryKernel::Hypot},
                                           {"bitwise_and", BinaryKernel::BitAnd},
                                           {"bitwise_or", BinaryKernel::BitOr},
                                           {"bitwise_xor", BinaryKernel::BitXor},
                                           {"left_shift", BinaryKernel::ShiftLeft},
                                           {"right_shift", BinaryKernel::ShiftRight},
                                           {"equal", BinaryKernel::Equal},
                                           {"not_equal", BinaryKernel::NotEqual},
                                           {"less", BinaryKernel::Less},
                                           {"less_equal", BinaryKernel::LessEqual},
                                           {"greater", BinaryKernel::Greater},
                                           {"greater_equal", BinaryKernel::GreaterEqual}};
constexpr Named<UnaryKernel> kUnary[] = {{"negative", UnaryKernel::Negative},
                                         {"positive", UnaryKernel::Copy},
                                         {"abs", UnaryKernel::Abs},
                                         {"absolute", UnaryKernel::Abs},
                                         {"fabs", UnaryKernel::Abs},
                                         {"sign", UnaryKernel::Sign},
                                         {"square", UnaryKernel::Square},
                                         {"invert", UnaryKernel::Invert},
                                         {"bitwise_not", UnaryKernel::Invert},
                                         {"logical_not", UnaryKernel::Not},
                                         {"exp", UnaryKernel::Exp},
                                         {"exp2", UnaryKernel::Exp2},
                                         {"expm1", UnaryKernel::Expm1},
                                         {"log", UnaryKernel::Log},
                                         {"log2", UnaryKernel::Log2},
                                         {"log10", UnaryKernel::Log10},
                                         {"log1p", UnaryKernel::Log1p},
                                         {"sqrt", UnaryKernel::Sqrt},
                                         {"cbrt", UnaryKernel::Cbrt},
                                         {"reciprocal", UnaryKernel::Reciprocal},
                                         {"tanh", UnaryKernel::Tanh},
                                         {"sinh", UnaryKernel::Sinh},
                                         {"cosh", UnaryKernel::Cosh},
                                         {"sin", UnaryKernel::Sin},
                                         {"cos", UnaryKernel::Cos},
                                         {"tan", UnaryKernel::Tan},
                                         {"arcsin", UnaryKernel::Arcsin},
                                         {"arccos", UnaryKernel::Arccos},
                                         {"arctan", UnaryKernel::Arctan},
                                         {"erf", UnaryKernel::Erf},
                                         {"floor", UnaryKernel::Floor},
                                         {"ceil", UnaryKernel::Ceil},
                                         {"rint", UnaryKernel::Round},
                                         {"trunc", UnaryKernel::Trunc},
                                         {"isnan", UnaryKernel::IsNan},
                                         {"isinf", UnaryKernel::IsInf},
                                         {"isfinite", UnaryKernel::IsFinite}};

Result<Value> wrap(Result<Array> a) {
  if (!a) return std::move(a).error();
  return valueOf(std::move(*a));
}
// Returns `out` itself, as NumPy does.
Result<Value> wrapOut(Result<Array> a, const Bound& b) {
  if (a && b.has("out")) return *b.find("out");
  return wrap(std::move(a));
}

Result<Value> reduceWith(Reduction r, const Bound& b) {
  Result<Array> a = b.array("a");
  if (!a) return a.error();
  Result<std::vector<int64_t>> axes = b.integers("axis");
  if (!axes) return axes.error();
  Result<std::optional<DataType>> type = b.type("dtype");
  if (!type) return type.error();
  Result<const Array*> out = b.out();
  if (!out) return out.error();
  if ((r == Reduction::Argmax || r == Reduction::Argmin) && axes->size() > 1) return err::kTakesOneAxis(b.function());
  Result<Array> result = reduce(r, *a, *axes, b.flag("keepdims"), *type);
  if (!result || !*out) return wrap(std::move(result));
  if ((*out)->shape != result->shape) return err::kOutShape(toString((*out)->shape), toString(result->shape));
  if (Status status = assign(**out, *result); !status) return status.error();
  return *b.find("out");
}
template <Reduction R>
Result<Value> reduction(const Bound& b) {
  return reduceWith(R, b);
}

template <Reduction R>
Result<Value> cumulative(const Bound& b) {
  Result<Array> a = b.array("a");
  if (!a) return a.error();
  Result<std::optional<int64_t>> axis = b.integer("axis");
  return axis ? wrap(cumulate(R, *a, *axis)) : Result<Value>(axis.error());
}

// Mean of squared deviations; `root`: its square root.
Result<Value> variance(const Bound& b, bool root) {
  Result<Array> a = b.array("a");
  if (!a) return a.error();
  Result<std::vector<int64_t>> axes = b.integers("axis");
  if (!axes) return axes.error();
  Result<int64_t> freedom = b.integer("ddof", 0);
  if (!freedom) return freedom.error();
  Result<Array> mean = reduce(Reduction::Mean, *a, *axes, true);
  if (!mean) return mean.error();
  Result<Array> apart = binary(BinaryKernel::Sub, {*a}, {*mean});
  if (!apart) return apart.error();
  Result<Array> squares = binary(BinaryKernel::Mul, {*apart}, {*apart});
  if (!squares) return squares.error();
  Result<Array> sum = reduce(Reduction::Sum, *squares, *axes, b.flag("keepdims"));
  if (!sum) return sum.error();
  const double count = static_cast<double>(a->size()) / static_cast<double>(std::max<int64_t>(sum->size(), 1)) -
                       static_cast<double>(*freedom);
  Result<Array> result = binary(BinaryKernel::Div, {*sum}, numberOperand(count));
  return wrap(result && root ? unary(UnaryKernel::Sqrt, *result) : result);
}
Result<Value> var(const Bound& b) { return variance(b, false); }
Result<Value> deviation(const Bound& b) { return variance(b, true); }

Result<Value> product(const Bound& b) {
  Result<Array> x = b.array("a"), y = b.array("b");
  if (!x) return x.error();
  if (!y) return y.error();
  Result<const Array*> out = b.out();
  if (!out) return out.error();
  return wrapOut(matmul(*x, *y, *out), b);
}
Result<Value> dotProduct(const Bound& b) {
  Result<Array> x = b.array("a"), y = b.array("b");
  if (!x) return x.error();
  if (!y) return y.error();
  Result<const Array*> out = b.out();
  if (!out) return out.error();
  Result<Array> result = dot(*x, *y);
  if (!result || !*out) return wrap(std::move(result));
  if (Status status = assign(**out, *result); !status) return status.error();
  return *b.find("out");
}
Result<Value> outer(const Bound& b) {
  Result<Array> x = b.array("a"), y = b.array("b");
  if (!x) return x.error();
  if (!y) return y.error();
  Result<Array> column = reshaped(*x, {-1, 1}), row = reshaped(*y, {1, -1});
  if (!column) return column.error();
  if (!row) return row.error();
  return wrap(binary(BinaryKernel::Mul, {*column}, {*row}));
}

Result<Value> clip(const Bound& b) {
  Result<Operand> x = b.operand("a");
  if (!x) return x.error();
  Result<const Array*> out = b.out();
  if (!out) return out.error();
  for (const auto& [name, kernel] : {std::pair{"a_min", BinaryKernel::Max}, std::pair{"a_max", BinaryKernel::Min}}) {
    if (!b.has(name)) continue;
    Result<Operand> bound = b.operand(name);
    if (!bound) return bound.error();
    Result<Array> next = binary(kernel, *x, *bound);
    if (!next) return next.error();
    x = Operand{*next};
  }
  if (!*out) return valueOf(x->array);
  if (Status status = assign(**out, x->array); !status) return status.error();
  return *b.find("out");
}

Result<Value> select(const Bound& b) {
  Result<Array> condition = b.array("condition");
  if (!condition) return condition.error();
  if (!b.has("x") && !b.has("y")) {
    Result<std::vector<Array>> found = nonzero(*condition);
    if (!found) return found.error();
    std::vector<Value> parts;
    for (Array& each : *found) parts.push_back(valueOf(std::move(each)));
    return script::makeTuple(std::move(parts));
  }
  Result<Operand> x = b.operand("x"), y = b.operand("y");
  if (!x) return x.error();
  if (!y) return y.error();
  return wrap(where(*condition, *x, *y));
}

Result<Value> round(const Bound& b) {
  Result<Array> a = b.array("a");
  if (!a) return a.error();
  Result<int64_t> digits = b.integer("decimals", 0);
  if (!digits) return digits.error();
  if (!a->type.isFloat()) return valueOf(*a);
  if (*digits == 0) return wrap(unary(UnaryKernel::Round, *a));
  const Operand scale = numberOperand(std::pow(10.0, static_cast<double>(std::clamp<int64_t>(*digits, -300, 300))));
  Result<Array> scaled = binary(BinaryKernel::Mul, {*a}, scale);
  if (!scaled) return scaled.error();
  Result<Array> whole = unary(UnaryKernel::Round, *scaled);
  return whole ? wrap(binary(BinaryKernel::Div, {*whole}, scale)) : Result<Value>(whole.error());
}

template <BinaryKernel K>
Result<Value> logical(const Bound& b) {
  Result<Array> x = b.array("a"), y = b.array("b");
  if (!x) return x.error();
  if (!y) return y.error();
  Result<Array> p = cast(*x, dtype::Bool()), q = cast(*y, dtype::Bool());
  if (!p) return p.error();
  if (!q) return q.error();
  return wrap(binary(K, {*p}, {*q}));
}

Result<Value> close(const Bound& b, bool all) {
  Result<Array> x = b.array("a"), y = b.array("b");
  if (!x) return x.error();
  if (!y) return y.error();
  const auto number = [&](const char* name, double fallback) {
    const Value* v = b.find(name);
    return !v                 ? fallback
           : v->as<double>()  ? *v->as<double>()
           : v->as<int64_t>() ? static_cast<double>(*v->as<int64_t>())
                              : fallback;
  };
  const Operand relative = numberOperand(number("rtol", 1e-5)), absolute = numberOperand(number("atol", 1e-8));
  Result<Array> apart = binary(BinaryKernel::Sub, {*x}, {*y});
  if (apart) apart = unary(UnaryKernel::Abs, *apart);
  if (!apart) return apart.error();
  Result<Array> size = unary(UnaryKernel::Abs, *y);
  if (!size) return size.error();
  Result<Array> allowed = binary(BinaryKernel::Mul, {*size}, relative);
  if (allowed) allowed = binary(BinaryKernel::Add, {*allowed}, absolute);
  if (!allowed) return allowed.error();
  Result<Array> fine = binary(BinaryKernel::LessEqual, {*apart}, {*allowed});
  return wrap(fine && all ? reduce(Reduction::All, *fine, {}, false) : fine);
}
Result<Value> isclose(const Bound& b) { return close(b, false); }
Result<Value> allclose(const Bound& b) { return close(b, true); }

Result<Value> einsumOf(const CallArgs& args) {
  if (args.positional.empty() || !args.positional[0].text()) return err::kEinsumArguments();
  std::vector<Array> operands;
  for (size_t i = 1; i < args.positional.size(); ++i) {
    Result<Array> a = arrayOf(args.positional[i]);
    if (!a) return a.error();
    operands.push_back(std::move(*a));
  }
  Result<Array> result = einsum(*args.positional[0].text(), std::move(operands));
  const Value* out = args.find("out");
  if (!result || !out || out->isNone()) return wrap(std::move(result));
  const auto* target = out->hostAs<ArrayObject>();
  if (!target) return err::kOutTakesArrayNot("einsum", script::typeName(*out));
  if (Status status = assign(target->array, *result); !status) return status.error();
  return *out;
}

constexpr FunctionEntry kMath[] = {{"sum", "a axis dtype out keepdims", reduction<Reduction::Sum>, true},
                                   {"prod", "a axis dtype out keepdims", reduction<Reduction::Prod>, true},
                                   {"max", "a axis out keepdims", reduction<Reduction::Max>, true},
                                   {"amax", "a axis out keepdims", reduction<Reduction::Max>},
                                   {"min", "a axis out keepdims", reduction<Reduction::Min>, true},
                                   {"amin", "a axis out keepdims", reduction<Reduction::Min>},
                                   {"mean", "a axis dtype out keepdims", reduction<Reduction::Mean>, true},
                                   {"any", "a axis out keepdims", reduction<Reduction::Any>, true},
                                   {"all", "a axis out keepdims", reduction<Reduction::All>, true},
                                   {"argmax", "a axis out * keepdims", reduction<Reduction::Argmax>, true},
                                   {"argmin", "a axis out * keepdims", reduction<Reduction::Argmin>, true},
                                   {"cumsum", "a axis", cumulative<Reduction::Sum>, true},
                                   {"cumprod", "a axis", cumulative<Reduction::Prod>, true},
                                   {"var", "a axis dtype out ddof keepdims", var, true},
                                   {"std", "a axis dtype out ddof keepdims", deviation, true},
                                   {"matmul", "a b out", product},
                                   {"dot", "a b out", dotProduct, true},
                                   {"inner", "a b", [](const Bound& b) { return dotProduct(b); }},
                                   {"outer", "a b", outer},
                                   {"clip", "a a_min a_max out", clip, true},
                                   {"where", "condition x y", select},
                                   {"round", "a decimals", round, true},
                                   {"around", "a decimals", round},
                                   {"logical_and", "a b", logical<BinaryKernel::BitAnd>},
                                   {"logical_or", "a b", logical<BinaryKernel::BitOr>},
                                   {"logical_xor", "a b", logical<BinaryKernel::BitXor>},
                                   {"isclose", "a b rtol atol", isclose},
                                   {"allclose", "a b rtol atol", allclose}};

// The number in the type of the computation.
void loadScalar(const Value& v, Compute compute, void* to) {
  double real = 0;
  int64_t whole = 0;
  bool isReal = false;
  if (const auto* s = v.as<Scalar>())
    (isReal = s->type.isFloat()) ? void(real = s->real) : void(whole = s->integer);
  else if (const auto* d = v.as<double>())
    real = *d, isReal = true;
  else if (const auto* i = v.as<int64_t>())
    whole = *i;
  else if (const auto* b = v.as<bool>())
    whole = *b;
  if (compute == Compute::F32)
    *static_cast<float*>(to) = isReal ? static_cast<float>(real) : static_cast<float>(whole);
  else if (compute == Compute::F64)
    *static_cast<double*>(to) = isReal ? real : static_cast<double>(whole);
  else
    *static_cast<int64_t*>(to) = isReal ? static_cast<int64_t>(real) : whole;
}
Value storeScalar(Compute compute, const void* from, DataType type) {
  if (compute == Compute::F32) {
    const float v = *static_cast<const float*>(from);
    return Scalar::ofReal(type, type.bits == 32 ? v : roundToType(type, v));
  }
  if (compute == Compute::F64) return Scalar::ofReal(type, *static_cast<const double*>(from));
  return Scalar::ofInt(type, wrapToType(type, *static_cast<const int64_t*>(from)));
}
struct ScalarType {
  DataType type;
  Weak weak;
};
ScalarType scalarTypeOf(const Value& v) {
  if (const auto* s = v.as<Scalar>()) return {s->type, Weak::None};
  if (v.as<double>()) return {dtype::Float(64), Weak::Float};
  if (v.as<int64_t>()) return {dtype::Int64, Weak::Int};
  return {dtype::Bool(), Weak::None};
}
bool isScalar(const Value& v) { return v.as<Scalar>() || v.as<double>() || v.as<int64_t>() || v.as<bool>(); }

}  // namespace

Result<Value> scalarBinary(BinaryKernel kernel, const Value& a, const Value& b) {
  const ScalarType x = scalarTypeOf(a), y = scalarTypeOf(b);
  DataType type = x.weak != Weak::None && y.weak != Weak::None
                      ? (x.weak == Weak::Float || y.weak == Weak::Float ? dtype::Float(64) : dtype::Int64)
                  : x.weak != Weak::None ? promoteWeak(y.type, x.weak)
                  : y.weak != Weak::None ? promoteWeak(x.type, y.weak)
                                         : promote(x.type, y.type);
  if (type.isBool() || (kernel >= BinaryKernel::BitAnd && kernel <= BinaryKernel::ShiftRight &&
                        type.isFloat())) {  // rare cases, for their error messages
    Result<Operand> p = operandOf(a), q = operandOf(b);
    if (!p) return p.error();
    if (!q) return q.error();
    return wrap(binary(kernel, *p, *q));
  }
  if (kernel == BinaryKernel::Div && !type.isFloat()) type = dtype::Float(64);
  if ((kernel == BinaryKernel::Arctan2 || kernel == BinaryKernel::Hypot) && !type.isFloat()) type = floatTypeFor(type);
  const Compute compute = computeOf(type);
  alignas(8) std::byte p[8], q[8], r[8] = {};
  loadScalar(a, compute, p);
  loadScalar(b, compute, q);
  binaryRun(kernel, compute, p, q, r, 1);
  if (isComparison(kernel)) return Value(Scalar::ofInt(dtype::Bool(), static_cast<int64_t>(r[0])));
  return storeScalar(compute, r, type);
}

Result<Value> applyBinary(BinaryKernel kernel, const Value& a, const Value& b, const Array* out) {
  if (!out && isScalar(a) && isScalar(b)) return scalarBinary(kernel, a, b);
  Result<Operand> p = operandOf(a), q = operandOf(b);
  if (!p) return p.error();
  if (!q) return q.error();
  return wrap(binary(kernel, *p, *q, out));
}

Result<Value> applyUnary(UnaryKernel kernel, const Value& a, const Array* out) {
  Result<Array> x = arrayOf(a);
  if (!x) return x.error();
  return wrap(unary(kernel, *x, out));
}

std::span<const FunctionEntry> mathFunctions() { return kMath; }
std::optional<BinaryKernel> binaryNamed(std::string_view name) {
  for (const auto& entry : kBinary)
    if (entry.name == name) return entry.kernel;
  return std::nullopt;
}
std::optional<UnaryKernel> unaryNamed(std::string_view name) {
  for (const auto& entry : kUnary)
    if (entry.name == name) return entry.kernel;
  return std::nullopt;
}

const FunctionEntry* findFunction(std::string_view name) {
  for (const FunctionEntry& entry : mathFunctions())
    if (entry.name == name) return &entry;
  for (const FunctionEntry& entry : shapeFunctions())
    if (entry.name == name) return &entry;
  return nullptr;
}

std::vector<std::string> numpyNames() {
  std::vector<std::string> names{"einsum"};
  for (const auto& entry : kBinary) names.emplace_back(entry.name);
  for (const auto& entry : kUnary) names.emplace_back(entry.name);
  for (const FunctionEntry& entry : mathFunctions()) names.emplace_back(entry.name);
  for (const FunctionEntry& entry : shapeFunctions()) names.emplace_back(entry.name);
  return names;
}

Result<Value> callNumpy(std::string_view name, const CallArgs& args) {
  const auto plain = [&](size_t operands) { return args.positional.size() == operands && args.named.empty(); };
  if (const auto kernel = binaryNamed(name)) {
    if (plain(2)) return applyBinary(*kernel, args.positional[0], args.positional[1], nullptr);
    Result<Bound> b = Bound::bind(name, "x1 x2 out", args);
    if (!b) return b.error();
    Result<const Array*> out = b->out();
    if (!out) return out.error();
    Result<Operand> x = b->operand("x1"), y = b->operand("x2");
    if (!x) return x.error();
    if (!y) return y.error();
    return wrapOut(binary(*kernel, *x, *y, *out), *b);
  }
  if (const auto kernel = unaryNamed(name)) {
    if (plain(1)) return applyUnary(*kernel, args.positional[0], nullptr);
    Result<Bound> b = Bound::bind(name, "x out", args);
    if (!b) return b.error();
    Result<const Array*> out = b->out();
    if (!out) return out.error();
    Result<Array> x = b->array("x");
    return x ? wrapOut(unary(*kernel, *x, *out), *b) : Result<Value>(x.error());
  }
  if (name == "einsum") return einsumOf(args);
  const FunctionEntry* f = findFunction(name);
  if (!f) return explain(err::kNoSuchNumpyFunction(name), script::didYouMean(name, numpyNames()));
  Result<Bound> b = Bound::bind(name, f->parameters, args);
  if (!b) return b.error();
  return f->call(*b);
}

}  // namespace lw::reference
