// Reductions over axes, and operators that are built from them: softmax, log_softmax, layer_norm.
#include <algorithm>
#include <numeric>

#include "core/ir/ops.h"
#include "core/te/errors.h"
#include "core/te/topi.h"

namespace lw::te {

namespace {

struct Axes {
  std::vector<int64_t> reduced;  // sorted
  std::vector<Expr> kept;        // sizes of the result; 1 for a reduced axis with keepdims
  std::vector<IterVar> iters;    // of the reduced axes
};

Result<Axes> chosenAxes(TeHost& host, const Tensor& t, const std::optional<Value>& axis, bool keepdims) {
  const std::vector<Expr>& shape = t.buffer()->shape;
  std::vector<int64_t> all(shape.size());
  std::iota(all.begin(), all.end(), 0);
  Result<std::vector<int64_t>> given = intsArgument(axis, "axis", all);
  if (!given) return given.error();
  Axes axes;
  for (const int64_t a : *given) {
    const Result<int64_t> plain = axisArgument(a, shape.size(), "axis");
    if (!plain) return plain.error();
    if (std::find(axes.reduced.begin(), axes.reduced.end(), *plain) != axes.reduced.end())
      return explain(err::kAxisGivenTwice(a), "name each axis once");
    axes.reduced.push_back(*plain);
  }
  std::sort(axes.reduced.begin(), axes.reduced.end());
  for (size_t i = 0; i < shape.size(); ++i) {
    const bool reduced =
        std::find(axes.reduced.begin(), axes.reduced.end(), static_cast<int64_t>(i)) != axes.reduced.end();
    if (reduced) axes.iters.push_back(host.axis("k" + std::to_string(i), shape[i], IterKind::Reduce));
    if (!reduced)
      axes.kept.push_back(shape[i]);
    else if (keepdims)
      axes.kept.push_back(makeConst(shape[i].dtype(), 1));
  }
  return axes;
}

// The point of the operand for a point of the result.
Point operandPoint(const Axes& axes, const Point& result, size_t rank, bool keepdims) {
  Point point;
  size_t next = 0, k = 0;
  for (size_t i = 0; i < rank; ++i) {
    const bool reduced =
        std::find(axes.reduced.begin(), axes.reduced.end(), static_cast<int64_t>(i)) != axes.reduced.end();
    if (reduced) point.emplace_back(axes.iters[k++].var);
    if (!reduced || keepdims) {
      if (!reduced) point.push_back(result[next]);
      ++next;
    }
  }
  return point;
}

Result<Value> over(TeHost& host, const Bound& args, const char* how, const char* name) {
  const Result<Tensor> x = tensorArgument(args[0], "data");
  if (!x) return x.error();
  const bool keep = flagArgument(args[2], false);
  const Result<Axes> axes = chosenAxes(host, *x, args[1], keep);
  if (!axes) return axes.error();
  const size_t rank = x->buffer()->shape.size();
  return host.valueOf(reduce(host, std::string(x->name()) + name, how, axes->kept, axes->iters,
                             [&](const Point& p) { return read(*x, operandPoint(*axes, p, rank, keep)); }));
}

Result<Value> mean(TeHost& host, const Bound& args) {
  Result<Value> total = over(host, args, "sum", "_red");
  if (!total) return total;
  const Tensor x = *tensorArgument(args[0], "data"), sum = total->hostAs<TensorValue>()->tensor;
  const Result<Axes> axes = chosenAxes(host, x, args[1], false);
  Expr count = 1;
  for (const IterVar& axis : axes->iters) count = count * axis.domain.extent;
  if (!x.buffer()->dtype.isFloat())
    return explain(err::kMeanNeedsFloats(), "cast the tensor first: topi.cast(X, \"float32\")");
  return host.valueOf(compute(host, "T_divide", sum.buffer()->shape, [&](const Point& p) {
    return binary(BinaryOp::Div, read(sum, p), cast(x.buffer()->dtype, count));
  }));
}

// Reduces position and value together and returns the position.
Result<Value> position(TeHost& host, const Bound& args, bool greatest) {
  const Result<Tensor> x = tensorArgument(args[0], "data");
  if (!x) return x.error();
  const bool keep = flagArgument(args[2], false);
  const Result<Axes> axes = chosenAxes(host, *x, args[1], keep);
  if (!axes) return axes.error();
  if (axes->iters.size() != 1) return explain(err::kPositionNeedsAxis(), "topi.argmax(X, axis=1)");
  const size_t rank = x->buffer()->shape.size();
  const DataType type = x->buffer()->dtype;
  Operation op{.kind = Operation::Kind::Compute, .name = x->name() + (greatest ? "_argmax" : "_argmin")};
  Point point;
  for (size_t i = 0; i < axes->kept.size(); ++i) {
    op.axes.push_back(host.axis("ax" + std::to_string(i), axes->kept[i], IterKind::Spatial));
    point.emplace_back(op.axes.back().var);
  }
  const Var li("li", dtype::Int32), lv("lv", type), ri("ri", dtype::Int32), rv("rv", type);
  const Expr better = greatest ? gt(lv, rv) : lt(lv, rv);
  const Expr stays = logicalOr(better, logicalAnd(eq(lv, rv), lt(li, ri)));
  op.reduction = Reduction{{{li, lv},
                            {ri, rv},
                            {Select{stays, li, ri}, Select{stays, lv, rv}},
                            {Expr(-1), greatest ? leastOf(type) : greatestOf(type)}},
                           {cast(dtype::Int32, axes->iters[0].var), read(*x, operandPoint(*axes, point, rank, keep))},
                           axes->iters,
                           std::nullopt,
                           {}};
  op.outputs = {makeBuffer(op.name + "_v0", axes->kept, dtype::Int32), makeBuffer(op.name + "_v1", axes->kept, type)};
  op.inputs = {*x};
  const Value both = host.add(std::move(op));
  const Tensor index = (*both.items())[0].hostAs<TensorValue>()->tensor;
  return host.valueOf(
      compute(host, greatest ? "T_argmax" : "T_argmin", axes->kept, [&](const Point& p) { return read(index, p); }));
}

Result<Value> softmax(TeHost& host, const Bound& args, bool logarithm) {
  const Result<Tensor> x = tensorArgument(args[0], "x");
  if (!x) return x.error();
  const Result<int64_t> given = intArgument(args[1], "axis", -1);
  if (!given) return given.error();
  const std::vector<Expr>& shape = x->buffer()->shape;
  const Result<int64_t> axis = axisArgument(*given, shape.size(), "axis");
  if (!axis) return axis.error();
  const auto a = static_cast<size_t>(*axis);
  std::vector<Expr> rest = shape;
  rest.erase(rest.begin() + *axis);
  std::vector<std::string> names, inner;
  for (size_t i = 0; i < shape.size(); ++i) names.push_back("i" + std::to_string(i));
  const auto with = [a](Point p, const Expr& e) {
    p.insert(p.begin() + static_cast<std::ptrdiff_t>(a), e);
    return p;
  };
  const auto without = [a](Point p) {
    p.erase(p.begin() + static_cast<std::ptrdiff_t>(a));
    return p;
  };
  const IterVar k1 = host.axis("k", shape[a], IterKind::Reduce), k2 = host.axis("k", shape[a], IterKind::Reduce);
  const Tensor peak = reduce(
      host, "T_softmax_maxelem", "max", rest, {k1}, [&](const Point& p) { return read(*x, with(p, k1.var)); }, names);
  const auto power = [&](const Expr& e, const Point& p) { return Expr(Call{e.dtype(), "exp", {e - read(peak, p)}}); };
  if (logarithm) {
    const Tensor sum = reduce(
        host, "compute", "sum", rest, {k2}, [&](const Point& p) { return power(read(*x, with(p, k2.var)), p); }, names);
    return host.valueOf(compute(
        host, "compute", shape,
        [&](const Point& p) {
          return read(*x, p) - read(peak, without(p)) - Expr(Call{x->buffer()->dtype, "log", {read(sum, without(p))}});
        },
        names));
  }
  const Tensor exps =
      compute(host, "T_softmax_exp", shape, [&](const Point& p) { return power(read(*x, p), without(p)); }, names);
  const Tensor sum = reduce(
      host, "T_softmax_expsum", "sum", rest, {k2}, [&](const Point& p) { return read(exps, with(p, k2.var)); }, names);
  return host.valueOf(compute(
      host, "T_softmax_norm", shape,
      [&](const Point& p) { return binary(BinaryOp::Div, read(exps, p), read(sum, without(p))); }, names));
}

// (x - mean) / sqrt(variance + epsilon) * gamma + beta over the last axis.
Result<Value> layerNorm(TeHost& host, const Bound& args) {
  const Result<Tensor> x = tensorArgument(args[0], "data"), gamma = tensorArgument(args[1], "gamma"),
                       beta = tensorArgument(args[2], "beta");
  if (!x) return x.error();
  if (!gamma) return gamma.error();
  if (!beta) return beta.error();
  const Result<double> epsilon = realArgument(args[4], "epsilon", 1e-5);
  if (!epsilon) return epsilon.error();
  const Result<Axes> axes = chosenAxes(host, *x, args[3] ? args[3] : std::optional<Value>(Value(-1)), false);
  if (!axes) return axes.error();
  const size_t rank = x->buffer()->shape.size();
  const DataType type = x->buffer()->dtype;
  if (axes->reduced.size() != gamma->buffer()->shape.size() || axes->reduced.size() != beta->buffer()->shape.size())
    return explain(err::kScaleShape(), "they have the sizes of the axes in axis=, or of the last axis without it");
  Expr count = 1;
  for (const IterVar& axis : axes->iters) count = count * axis.domain.extent;
  const Expr n = cast(type, count);
  const auto divided = [](const Expr& a, const Expr& b) { return binary(BinaryOp::Div, a, b); };
  const auto rows = [&](const Point& p) {
    Point r;
    for (size_t i = 0; i < p.size(); ++i)
      if (std::find(axes->reduced.begin(), axes->reduced.end(), static_cast<int64_t>(i)) == axes->reduced.end())
        r.push_back(p[i]);
    return r;
  };
  const auto columns = [&](const Point& p) {
    Point c;
    for (const int64_t a : axes->reduced) c.push_back(p[static_cast<size_t>(a)]);
    return c;
  };
  const Tensor sum = reduce(host, x->name() + "_red", "sum", axes->kept, axes->iters,
                            [&](const Point& p) { return read(*x, operandPoint(*axes, p, rank, false)); });
  const Result<Axes> again = chosenAxes(host, *x, args[3] ? args[3] : std::optional<Value>(Value(-1)), false);
  const Tensor squares = reduce(host, x->name() + "_dev", "sum", axes->kept, again->iters, [&](const Point& p) {
    const Expr d = read(*x, operandPoint(*again, p, rank, false)) - divided(read(sum, p), n);
    return d * d;
  });
  return host.valueOf(compute(host, "T_layer_norm", x->buffer()->shape, [&](const Point& p) {
    const Expr deviation = Call{type, "sqrt", {divided(read(squares, rows(p)), n) + number(type, *epsilon)}};
    return divided(read(*x, p) - divided(read(sum, rows(p)), n), deviation) * read(*gamma, columns(p)) +
           read(*beta, columns(p));
  }));
}

}  // namespace

std::vector<Operator> reductionOperators() {
  const auto row = [](std::string_view name, std::string_view summary, auto call) {
    return Operator{name, summary, {"data", "axis", "keepdims"}, 1, call, "data=(64, 64), axis=1"};
  };
  Operator prod =
      row("prod", "product over axes", [](TeHost& h, const Bound& a) { return over(h, a, "prod", "_red"); });
  prod.example = "data=(64, 8), axis=1";
  return {
      row("sum", "sum over axes", [](TeHost& h, const Bound& a) { return over(h, a, "sum", "_red"); }),
      row("max", "greatest element over axes", [](TeHost& h, const Bound& a) { return over(h, a, "max", "_red"); }),
      row("min", "smallest element over axes", [](TeHost& h, const Bound& a) { return over(h, a, "min", "_red"); }),
      prod,
      row("mean", "mean over axes", mean),
      row("argmax", "position of the greatest element", [](TeHost& h, const Bound& a) { return position(h, a, true); }),
      row("argmin", "position of the smallest element",
          [](TeHost& h, const Bound& a) { return position(h, a, false); }),
      {"softmax",
       "exp(x) / sum(exp(x)) along an axis",
       {"x", "axis"},
       1,
       [](TeHost& h, const Bound& a) { return softmax(h, a, false); },
       "x=(64, 64)"},
      {"log_softmax",
       "logarithm of softmax along an axis",
       {"x", "axis"},
       1,
       [](TeHost& h, const Bound& a) { return softmax(h, a, true); },
       "x=(64, 64)"},
      {"layer_norm",
       "mean 0 and variance 1 over the last axis, scaled and shifted",
       {"data", "gamma", "beta", "axis", "epsilon"},
       3,
       layerNorm,
       "data=(64, 64), gamma=(64,), beta=(64,)"},
  };
}

}  // namespace lw::te
