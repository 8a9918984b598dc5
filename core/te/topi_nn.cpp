// Products, convolutions and pooling.
#include <algorithm>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/te/errors.h"
#include "core/te/topi.h"

namespace lw::te {

namespace {

Result<Unit> sameSize(const Expr& a, const Expr& b, const Message& what) {
  if (Analyzer().canProveEqual(a, b)) return success();
  return explain(err::kSizesDiffer(what, lw::toText(a), lw::toText(b)), "they must be equal");
}
// Checks the number of axes; `layout` names them: "(batch, channels, length)".
Result<Unit> rank(const Tensor& t, size_t wanted, std::string_view name, const std::string& layout) {
  if (t.buffer()->shape.size() == wanted) return success();
  return explain(err::kAxisCount(name, wanted, shapeText(t.buffer()->shape)), say("its axes are {0}", layout));
}

Result<Value> product(TeHost& host, const Tensor& a, const Tensor& b, bool transA, bool transB, const char* name) {
  const auto &sa = a.buffer()->shape, &sb = b.buffer()->shape;
  if (Status s = rank(a, 2, a.name(), "(rows, columns)"); !s) return s.error();
  if (Status s = rank(b, 2, b.name(), "(rows, columns)"); !s) return s.error();
  const Expr m = sa[transA ? 1 : 0], k = sa[transA ? 0 : 1], n = sb[transB ? 0 : 1];
  if (Status s =
          sameSize(k, sb[transB ? 1 : 0], say("the contracted sizes of {0} and {1}", Ident(a.name()), Ident(b.name())));
      !s)
    return s.error();
  const IterVar axis = host.axis("k", k, IterKind::Reduce);
  return host.valueOf(reduce(host, name, "sum", {m, n}, {axis},
                             [&](const Point& p) {
                               return read(a, transA ? Point{axis.var, p[0]} : Point{p[0], axis.var}) *
                                      read(b, transB ? Point{p[1], axis.var} : Point{axis.var, p[1]});
                             },
                             {"i", "j"}));
}

Result<Value> matmul(TeHost& host, const Bound& args) {
  const Result<Tensor> a = tensorArgument(args[0], "a"), b = tensorArgument(args[1], "b");
  if (!a) return a.error();
  if (!b) return b.error();
  return product(host, *a, *b, flagArgument(args[2], false), flagArgument(args[3], false), "T_matmul");
}

// data @ weight.T + bias
Result<Value> dense(TeHost& host, const Bound& args) {
  const Result<Tensor> data = tensorArgument(args[0], "data"), weight = tensorArgument(args[1], "weight");
  if (!data) return data.error();
  if (!weight) return weight.error();
  Result<Value> result = product(host, *data, *weight, false, true, "T_matmul_NT");
  if (!result || !args[2]) return result;
  const Result<Tensor> bias = tensorArgument(args[2], "bias");
  if (!bias) return bias.error();
  return host.elementwise("T_add", {result->hostAs<TensorValue>()->tensor, *bias},
                          [](const std::vector<Expr>& e) { return binaryExpr(py::BinOp::Add, e[0], e[1]); }, {});
}

// One matrix product for each element of the batch; as in topi, the second operand is transposed.
Result<Value> batchMatmul(TeHost& host, const Bound& args) {
  const Result<Tensor> a = tensorArgument(args[0], "tensor_a"), b = tensorArgument(args[1], "tensor_b");
  if (!a) return a.error();
  if (!b) return b.error();
  const auto &sa = a->buffer()->shape, &sb = b->buffer()->shape;
  if (Status s = rank(*a, 3, "tensor_a", "(batch, rows, columns)"); !s) return s.error();
  if (Status s = rank(*b, 3, "tensor_b", "(batch, rows, columns)"); !s) return s.error();
  const bool transB = flagArgument(args[2], true);
  if (Status s = sameSize(sa[0], sb[0], "the batches"); !s) return s.error();
  if (Status s = sameSize(sa[2], sb[transB ? 2 : 1], "the contracted sizes"); !s) return s.error();
  const IterVar k = host.axis("k", sa[2], IterKind::Reduce);
  return host.valueOf(reduce(
      host, "T_batch_matmul_" + std::string(transB ? "NT" : "NN"), "sum", {sa[0], sa[1], sb[transB ? 1 : 2]}, {k},
      [&](const Point& p) {
        return read(*a, {p[0], p[1], k.var}) * read(*b, transB ? Point{p[0], p[2], k.var} : Point{p[0], k.var, p[2]});
      },
      {"b", "i", "j"}));
}

// One number for all axes, or one number for each axis.
Result<std::vector<int64_t>> perAxis(const std::optional<Value>& value, const char* name, size_t axes,
                                     int64_t otherwise, int64_t least) {
  Result<std::vector<int64_t>> list = intsArgument(value, name, std::vector<int64_t>(axes, otherwise));
  if (!list) return list;
  if (list->size() == 1) list->assign(axes, list->front());
  if (list->size() != axes)
    return explain(err::kNumberPerAxis(name, axes), axes == 2 ? "write 1 or (1, 1)" : "write 1");
  for (const int64_t n : *list)
    if (n < least) return explain(err::kMustBeAtLeast(name, n, least), say("leave it out for {0}", otherwise));
  return list;
}

struct Window {
  std::vector<int64_t> strides, padding, dilation;
};
Result<Window> windowOf(const Bound& args, size_t first, size_t axes, const char* name) {
  Window w;
  const char* names[] = {"strides", "padding", "dilation"};
  std::vector<int64_t>* lists[] = {&w.strides, &w.padding, &w.dilation};
  for (size_t i = 0; i < 3; ++i) {
    if (first + i >= args.size()) {
      lists[i]->assign(axes, i == 1 ? 0 : 1);
      continue;
    }
    Result<std::vector<int64_t>> list = perAxis(args[first + i], names[i], axes, i == 1 ? 0 : 1, i == 1 ? 0 : 1);
    if (!list) {
      Explanation e = list.error();
      e.setMessage(say("{0}: {1}", Ident(name), e.reason));
      return e;
    }
    *lists[i] = std::move(*list);
  }
  return w;
}

Expr sizeAfter(const Expr& size, const Expr& kernel, const Window& w, size_t i) {
  const Expr reach = (kernel - Expr(1)) * Expr(static_cast<int>(w.dilation[i])) + Expr(1);
  return simplify(
      floordiv(size + Expr(static_cast<int>(2 * w.padding[i])) - reach, Expr(static_cast<int>(w.strides[i]))) +
      Expr(1));
}
Status positive(const std::vector<Expr>& shape) {
  for (const Expr& e : shape)
    if (const auto n = asInt(e); n && *n < 1)
      return explain(err::kKernelTooLarge(), "add padding, or take a smaller kernel");
  return success();
}

// The data with a border on the axes from `first` on; the data itself if there is no border.
Tensor padded(TeHost& host, const Tensor& data, size_t first, const Window& w, double value = 0) {
  if (std::all_of(w.padding.begin(), w.padding.end(), [](int64_t p) { return p == 0; })) return data;
  std::vector<Expr> shape = data.buffer()->shape;
  for (size_t i = 0; i < w.padding.size(); ++i)
    shape[first + i] = simplify(shape[first + i] + Expr(static_cast<int>(2 * w.padding[i])));
  return compute(
      host, "pad_temp", shape,
      [&](const Point& p) {
        Point from = p;
        std::optional<Expr> inside;
        for (size_t i = 0; i < w.padding.size(); ++i) {
          if (w.padding[i] == 0) continue;
          const Expr low = static_cast<int>(w.padding[i]);
          from[first + i] = p[first + i] - low;
          const Expr both = logicalAnd(ge(p[first + i], low), lt(p[first + i], data.buffer()->shape[first + i] + low));
          inside = inside ? logicalAnd(*inside, both) : both;
        }
        const Expr element = read(data, from);
        return Expr(Call{element.dtype(),
                         "if_then_else",
                         {*inside, element, value == 0 ? number(element.dtype(), 0) : leastOf(element.dtype())}});
      },
      {"i0", "i1", "i2", "i3"});
}

Expr at(const Expr& outer, const Window& w, size_t i, const Expr& inner) {
  return outer * Expr(static_cast<int>(w.strides[i])) + inner * Expr(static_cast<int>(w.dilation[i]));
}

Result<Value> conv1d(TeHost& host, const Bound& args) {
  const Result<Tensor> data = tensorArgument(args[0], "data"), kernel = tensorArgument(args[1], "kernel");
  if (!data) return data.error();
  if (!kernel) return kernel.error();
  if (Status s = rank(*data, 3, "data", "(batch, channels, length)"); !s) return s.error();
  if (Status s = rank(*kernel, 3, "kernel", "(filters, channels, length)"); !s) return s.error();
  const Result<Window> w = windowOf(args, 2, 1, "conv1d");
  if (!w) return w.error();
  const auto &d = data->buffer()->shape, &k = kernel->buffer()->shape;
  if (Status s = sameSize(d[1], k[1], "the channels of data and kernel"); !s) return s.error();
  const std::vector<Expr> shape{d[0], k[0], sizeAfter(d[2], k[2], *w, 0)};
  if (Status s = positive(shape); !s) return s.error();
  const Tensor input = padded(host, *data, 2, *w);
  const IterVar rc = host.axis("rc", k[1], IterKind::Reduce), ry = host.axis("ry", k[2], IterKind::Reduce);
  return host.valueOf(reduce(host, "conv1d_ncw", "sum", shape, {rc, ry},
                             [&](const Point& p) {
                               return read(input, {p[0], rc.var, at(p[2], *w, 0, ry.var)}) *
                                      read(*kernel, {p[1], rc.var, ry.var});
                             },
                             {"nn", "ff", "yy"}));
}

Result<Value> conv2d(TeHost& host, const Bound& args, bool channelsLast) {
  const Result<Tensor> data = tensorArgument(args[0], "data"), kernel = tensorArgument(args[1], "kernel");
  if (!data) return data.error();
  if (!kernel) return kernel.error();
  if (Status s = rank(*data, 4, "data",
                      channelsLast ? "(batch, height, width, channels)" : "(batch, channels, height, width)");
      !s)
    return s.error();
  if (Status s = rank(*kernel, 4, "kernel",
                      channelsLast ? "(height, width, channels, filters)" : "(filters, channels, height, width)");
      !s)
    return s.error();
  const Result<Window> w = windowOf(args, 2, 2, channelsLast ? "conv2d_nhwc" : "conv2d");
  if (!w) return w.error();
  const auto &d = data->buffer()->shape, &k = kernel->buffer()->shape;
  const size_t y = channelsLast ? 1 : 2, c = channelsLast ? 3 : 1;                               // of the data
  const size_t ky = channelsLast ? 0 : 2, kc = channelsLast ? 2 : 1, kf = channelsLast ? 3 : 0;  // of the kernel
  if (Status s = sameSize(d[c], k[kc], "the channels of data and kernel"); !s) return s.error();
  const Expr oy = sizeAfter(d[y], k[ky], *w, 0), ox = sizeAfter(d[y + 1], k[ky + 1], *w, 1);
  const std::vector<Expr> shape =
      channelsLast ? std::vector<Expr>{d[0], oy, ox, k[kf]} : std::vector<Expr>{d[0], k[kf], oy, ox};
  if (Status s = positive(shape); !s) return s.error();
  const Tensor input = padded(host, *data, y, *w);
  const IterVar rc = host.axis("rc", k[kc], IterKind::Reduce), ry = host.axis("ry", k[ky], IterKind::Reduce),
                rx = host.axis("rx", k[ky + 1], IterKind::Reduce);
  if (channelsLast)
    return host.valueOf(reduce(host, "conv2d_nhwc", "sum", shape, {ry, rx, rc},
                               [&](const Point& p) {
                                 return read(input, {p[0], at(p[1], *w, 0, ry.var), at(p[2], *w, 1, rx.var), rc.var}) *
                                        read(*kernel, {ry.var, rx.var, rc.var, p[3]});
                               },
                               {"nn", "yy", "xx", "ff"}));
  return host.valueOf(reduce(host, "conv2d_nchw", "sum", shape, {rc, ry, rx},
                             [&](const Point& p) {
                               return read(input, {p[0], rc.var, at(p[2], *w, 0, ry.var), at(p[3], *w, 1, rx.var)}) *
                                      read(*kernel, {p[1], rc.var, ry.var, rx.var});
                             },
                             {"nn", "ff", "yy", "xx"}));
}

// Channel i of the kernel is applied to channel i / multiplier of the data.
Result<Value> depthwise(TeHost& host, const Bound& args) {
  const Result<Tensor> data = tensorArgument(args[0], "data"), kernel = tensorArgument(args[1], "kernel");
  if (!data) return data.error();
  if (!kernel) return kernel.error();
  if (Status s = rank(*data, 4, "data", "(batch, channels, height, width)"); !s) return s.error();
  if (Status s = rank(*kernel, 4, "kernel", "(channels, multiplier, height, width)"); !s) return s.error();
  const Result<Window> w = windowOf(args, 2, 2, "depthwise_conv2d_nchw");
  if (!w) return w.error();
  const auto &d = data->buffer()->shape, &k = kernel->buffer()->shape;
  if (Status s = sameSize(d[1], k[0], "the channels of data and kernel"); !s) return s.error();
  const std::vector<Expr> shape{d[0], simplify(d[1] * k[1]), sizeAfter(d[2], k[2], *w, 0),
                                sizeAfter(d[3], k[3], *w, 1)};
  if (Status s = positive(shape); !s) return s.error();
  const Tensor input = padded(host, *data, 2, *w);
  const IterVar di = host.axis("di", k[2], IterKind::Reduce), dj = host.axis("dj", k[3], IterKind::Reduce);
  return host.valueOf(
      reduce(host, "DepthwiseConv2d", "sum", shape, {di, dj},
             [&](const Point& p) {
               return read(input, {p[0], floordiv(p[1], k[1]), at(p[2], *w, 0, di.var), at(p[3], *w, 1, dj.var)}) *
                      read(*kernel, {floordiv(p[1], k[1]), floormod(p[1], k[1]), di.var, dj.var});
             },
             {"b", "c", "i", "j"}));
}

Result<Value> pool(TeHost& host, const Bound& args) {
  const Result<Tensor> data = tensorArgument(args[0], "data");
  if (!data) return data.error();
  if (Status s = rank(*data, 4, "data", "(batch, channels, height, width)"); !s) return s.error();
  const Result<std::vector<int64_t>> kernel = perAxis(args[1], "kernel", 2, 2, 1);
  if (!kernel) return kernel.error();
  const Result<std::vector<int64_t>> strides = perAxis(args[2], "stride", 2, 1, 1);
  if (!strides) return strides.error();
  const Result<std::vector<int64_t>> padding = perAxis(args[3], "padding", 2, 0, 0);
  if (!padding) return padding.error();
  const std::string* kind = args[4] ? args[4]->text() : nullptr;
  const bool average = kind && *kind == "avg";
  if (kind && !average && *kind != "max") return explain(err::kUnknownPoolType(*kind), "it is \"max\" or \"avg\"");
  const Window w{*strides, *padding, {1, 1}};
  const auto& d = data->buffer()->shape;
  const Expr kh = static_cast<int>((*kernel)[0]), kw = static_cast<int>((*kernel)[1]);
  const std::vector<Expr> shape{d[0], d[1], sizeAfter(d[2], kh, w, 0), sizeAfter(d[3], kw, w, 1)};
  if (Status s = positive(shape); !s) return s.error();
  const Tensor input = padded(host, *data, 2, w, average ? 0 : -1);
  const IterVar ry = host.axis("rv0", kh, IterKind::Reduce), rx = host.axis("rv1", kw, IterKind::Reduce);
  const Tensor whole =
      reduce(host, average ? "pool_sum" : "pool_max", average ? "sum" : "max", shape, {ry, rx},
             [&](const Point& p) { return read(input, {p[0], p[1], at(p[2], w, 0, ry.var), at(p[3], w, 1, rx.var)}); });
  if (!average) return host.valueOf(whole);
  // Elements of the border are not counted, unless requested.
  const bool withPad = flagArgument(args[5], true);
  return host.valueOf(compute(host, "pool_avg", shape, [&](const Point& p) {
    const DataType type = data->buffer()->dtype;
    if (withPad)
      return binary(BinaryOp::Div, read(whole, p), number(type, static_cast<double>((*kernel)[0] * (*kernel)[1])));
    Expr count = 1;
    for (size_t i = 0; i < 2; ++i) {
      const Expr start = p[2 + i] * Expr(static_cast<int>(w.strides[i])) - Expr(static_cast<int>(w.padding[i]));
      count = count * (min(start + Expr(static_cast<int>((*kernel)[i])), d[2 + i]) - max(start, Expr(0)));
    }
    return binary(BinaryOp::Div, read(whole, p), cast(type, max(count, Expr(1))));
  }));
}

}  // namespace

Result<Value> topiMatmul(TeHost& host, const TensorValue* a, const TensorValue* b) {
  if (!a || !b) return explain(err::kMultipliesTwoTensors(), "both sides are tensors: A @ B");
  return product(host, a->tensor, b->tensor, false, false, "T_matmul");
}

std::vector<Operator> layerOperators() {
  const auto conv = [](std::string_view name, std::string_view summary, auto call, std::string_view example) {
    return Operator{name, summary, {"data", "kernel", "strides", "padding", "dilation"}, 2, call, example};
  };
  const auto conv2dNchw = [](TeHost& h, const Bound& a) { return conv2d(h, a, false); };
  return {
      {"matmul", "matrix product", {"a", "b", "transp_a", "transp_b"}, 2, matmul, "a=(64, 32), b=(32, 48)"},
      {"dense",
       "data @ weight.T + bias",
       {"data", "weight", "bias"},
       2,
       dense,
       "data=(16, 32), weight=(24, 32), bias=(24,)"},
      {"batch_matmul",
       "a product for each element of a batch",
       {"tensor_a", "tensor_b", "transpose_b"},
       2,
       batchMatmul,
       "tensor_a=(4, 16, 32), tensor_b=(4, 24, 32)"},
      conv("conv1d", "one-dimensional convolution, NCW", conv1d, "data=(1, 8, 64), kernel=(16, 8, 3), padding=1"),
      conv("conv2d", "convolution, NCHW", conv2dNchw, "data=(1, 8, 28, 28), kernel=(16, 8, 3, 3), padding=1"),
      conv("conv2d_nchw", "convolution, NCHW", conv2dNchw, "data=(1, 8, 28, 28), kernel=(16, 8, 3, 3), padding=1"),
      conv(
          "conv2d_nhwc", "convolution, NHWC with an HWIO kernel",
          [](TeHost& h, const Bound& a) { return conv2d(h, a, true); },
          "data=(1, 28, 28, 8), kernel=(3, 3, 8, 16), padding=1"),
      conv("depthwise_conv2d_nchw", "a kernel for each channel, NCHW", depthwise,
           "data=(1, 8, 28, 28), kernel=(8, 1, 3, 3), padding=1"),
      {"pool2d",
       "maximum or mean of a window, NCHW",
       {"data", "kernel", "stride", "padding", "pool_type", "count_include_pad"},
       2,
       pool,
       "data=(1, 8, 28, 28), kernel=2, stride=2"},
  };
}

}  // namespace lw::te
